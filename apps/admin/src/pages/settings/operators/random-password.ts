const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 24;

/** A password of 24 characters that nobody can guess, without those that look alike. */
export const randomPassword = (): string => {
  const chosen: string[] = [];
  while (chosen.length < length) {
    // Bytes beyond the last whole run of characters are thrown away: each character is as likely as any other.
    const usable = 256 - (256 % characters.length);
    const bytes = crypto.getRandomValues(new Uint8Array(length)).filter((byte) => byte < usable);
    chosen.push(...[...bytes].map((byte) => characters.charAt(byte % characters.length)));
  }
  return chosen.slice(0, length).join('');
};
