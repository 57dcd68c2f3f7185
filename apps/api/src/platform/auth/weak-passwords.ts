import { limits } from '@spool/contracts';

const productName = 'spool';
/** A shorter name is in too many words to say anything. */
const tellingNameCharacters = 3;

const readCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(passwords.filter(({ length }) => length >= limits.passwordCharactersAtLeast));
};

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** A name as it is, and of an address what stands before the @. */
const namesIn = (username: string): string[] =>
  [username, username.split('@')[0] ?? ''].filter(({ length }) => length >= tellingNameCharacters);

/**
 * Says what makes a chosen password one that is guessed first, or nothing. Upper and lower case are the same: who
 * guesses tries both.
 */
export const weaknessOf = async (password: string, username: string): Promise<string | null> => {
  const folded = password.toLowerCase();
  if (namesIn(username.toLowerCase()).some((name) => folded.includes(name)))
    return 'A password does not hold the user name: choose another one.';
  if (folded.includes(productName))
    return `A password does not hold the word "${productName}": choose another one.`;
  commonPasswords ??= readCommonPasswords();
  if ((await commonPasswords).has(folded))
    return 'This is one of the most common passwords, which are guessed first: choose another one.';
  return null;
};
