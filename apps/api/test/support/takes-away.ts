const takingAway = [
  /\bDROP\s+(TABLE|COLUMN|PRIMARY)\b/i,
  /\bRENAME\b/i,
  /\bCHANGE\s+(COLUMN\s+)?\w+\s+\w+/i,
  /\bMODIFY\s+(COLUMN\s+)?\w+\s[^,]*\bNOT\s+NULL\b/i,
];
const addsColumn = /\bADD\s+COLUMN\s+[^,]*?\bNOT\s+NULL\b(?<rest>[^,]*)/gi;
const dropsKey = /\bDROP\s+(?:KEY|INDEX)\s+(?<name>\w+)/gi;

/**
 * Whether a statement takes away what the version before needs: a table, a column, a key that its statements name; or
 * demands a value that its INSERTs do not give.
 */
export const takesAway = (statement: string): boolean =>
  takingAway.some((pattern) => pattern.test(statement)) ||
  [...statement.matchAll(addsColumn)].some(
    ({ groups }) => !/DEFAULT|AUTO_INCREMENT/i.test(groups?.['rest'] ?? ''),
  ) ||
  [...statement.matchAll(dropsKey)].some(
    ({ groups }) => !new RegExp(`ADD\\s+(KEY|INDEX)\\s+${groups?.['name'] ?? ''}\\b`, 'i').test(statement),
  );

/** Tells replicas of older versions not to serve any more. */
export const raisesFloor = (statement: string): boolean => /^\s*UPDATE\s+schema_floor\b/i.test(statement);
