import { databaseTlsProblems } from './database-tls-problems.js';
import { isSecureOrigin } from './checks.js';

/** The text of a setting's variable; undefined for one that is not set. */
type TextOf = (name: string) => string | undefined;

const issuer = 'SPOOL_OIDC_ISSUER';
const neededForOidc = [
  'SPOOL_OIDC_CLIENT_ID',
  'SPOOL_OIDC_CLIENT_SECRET',
  'SPOOL_OIDC_ROLES',
  'SPOOL_PUBLIC_URL',
];

const problemsOfOidc = (textOf: TextOf): string[] => {
  const missing = neededForOidc.filter((name) => textOf(name) === undefined);
  const publicUrl = textOf('SPOOL_PUBLIC_URL');
  const isSecure = publicUrl === undefined || isSecureOrigin(publicUrl);
  return [
    ...missing.map((name) => `${name} is required with ${issuer}`),
    ...(isSecure ? [] : [`SPOOL_PUBLIC_URL is an https address with ${issuer}, but on this machine`]),
  ];
};

const problemsOfSignIn = (textOf: TextOf): string[] => {
  if (textOf(issuer) !== undefined) return problemsOfOidc(textOf);
  const lonely = ['SPOOL_OIDC_CLIENT_ID', 'SPOOL_OIDC_CLIENT_SECRET', 'SPOOL_OIDC_ROLES'].filter(
    (name) => textOf(name) !== undefined,
  );
  return [
    ...lonely.map((name) => `${name} needs ${issuer}`),
    ...(textOf('SPOOL_LOCAL_SIGN_IN') === 'off' ? [`SPOOL_LOCAL_SIGN_IN is on without ${issuer}`] : []),
  ];
};

/** Says what is wrong with settings that are each right alone. */
export const problemsTogether = (textOf: TextOf): string[] => [
  ...problemsOfSignIn(textOf),
  ...databaseTlsProblems(textOf),
];
