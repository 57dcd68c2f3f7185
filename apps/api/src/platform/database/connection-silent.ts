/** The database was asked something, has not answered, and is not at work on it: the connection is of no use any more. */
export class ConnectionSilent extends Error {
  override readonly name = 'ConnectionSilent';
}
