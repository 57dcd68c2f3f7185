/** What a careless hand would change on its way: quotes, a backslash, characters of two, three and four bytes. */
const delicate = `"\\ é\u2028😀`;

/** A payload that no other task has, and that only a service which keeps it as it is tells again. */
export const markerOf = (name: string): string => `${name} ${delicate}`;
