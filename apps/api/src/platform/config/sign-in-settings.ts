import { checkIssuer } from './checks.js';
import { groupRolesSetting } from './group-roles.js';
import { choiceSetting, textSetting } from './setting.js';

/** How operators sign in: with local accounts, and at an identity provider by OpenID Connect. */
export const signInSettings = {
  localSignIn: choiceSetting({
    name: 'SPOOL_LOCAL_SIGN_IN',
    meaning: 'Whether operators may sign in with a password kept by Spool',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  oidcIssuer: textSetting({
    name: 'SPOOL_OIDC_ISSUER',
    meaning: 'The identity provider, by its issuer',
    fallback: null,
    range: 'an https address',
    check: checkIssuer,
  }),
  oidcClientId: textSetting({
    name: 'SPOOL_OIDC_CLIENT_ID',
    meaning: 'The name under which the provider knows Spool',
    fallback: null,
    range: 'a text',
  }),
  oidcClientSecret: textSetting({
    name: 'SPOOL_OIDC_CLIENT_SECRET',
    meaning: 'The secret with which Spool shows the provider who it is',
    fallback: null,
    range: 'a text',
  }),
  oidcScopes: textSetting({
    name: 'SPOOL_OIDC_SCOPES',
    meaning: 'What Spool asks the provider for',
    fallback: 'openid profile email',
    range: 'scopes separated by spaces, openid among them',
    check: (text) => (text.split(' ').includes('openid') ? null : 'names the scope openid'),
  }),
  oidcGroupsClaim: textSetting({
    name: 'SPOOL_OIDC_GROUPS_CLAIM',
    meaning: 'The claim that lists the groups of who signs in',
    fallback: 'groups',
    range: 'a name, or the way to it with dots',
  }),
  oidcRoles: groupRolesSetting({
    name: 'SPOOL_OIDC_ROLES',
    meaning: 'Which role the members of a group have; nobody else gets in',
  }),
  oidcSignOut: choiceSetting({
    name: 'SPOOL_OIDC_SIGN_OUT',
    meaning: 'Whether signing out leads to the provider, to sign out there too',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  oidcName: textSetting({
    name: 'SPOOL_OIDC_NAME',
    meaning: 'What the sign-in page calls the provider',
    fallback: 'OpenID Connect',
    range: '1 to 50 characters',
    check: (text) => (text.length <= 50 ? null : 'has 1 to 50 characters'),
  }),
};
