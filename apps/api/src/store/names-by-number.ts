/** The names of what rows hold as numbers, by number. */
export const namesByNumber = <Name extends string>(
  numbers: Readonly<Record<Name, number>>,
): ReadonlyMap<number, Name> =>
  // Object.keys tells texts alone.
  new Map((Object.keys(numbers) as Name[]).map((name) => [numbers[name], name]));
