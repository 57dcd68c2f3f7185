import { Database } from './database.js';

/**
 * The same database through two connections of its own: credentials and health are checked there, so that slow
 * batches, which may hold every other connection, keep nobody from prolonging a lease.
 */
export class AccessDatabase extends Database {}

/** How many connections {@link AccessDatabase} holds. */
export const accessPoolSize = 2;
