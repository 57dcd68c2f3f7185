/** A time as the browser's date field writes it: local, without an offset. */
export const dateFieldOf = (at: string): string => {
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
};
