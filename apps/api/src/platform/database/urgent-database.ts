import { Database } from './database.js';

/**
 * The same database through a few connections of its own: credentials, health and keepalives go there, so that slow
 * batches, which may hold every other connection, let no healthy lease lapse.
 */
export class UrgentDatabase extends Database {}

/** How many connections {@link UrgentDatabase} holds. */
export const urgentPoolSize = 3;
