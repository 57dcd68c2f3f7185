import { z } from 'zod';
import { paging } from '../list.js';
import { operationId } from '../operation.js';
import { queueName, taskId, threadId } from '../scalars.js';

/** A queue in the path. */
export const byQueue = z.object({ queue: queueName });
/** A task in the path. */
export const byTask = z.object({ id: taskId });
/** A thread in the path. */
export const byThread = z.object({ threadId });
/** An operation in the path. */
export const byOperation = z.object({ id: operationId });
/** No query, or no body member, at all. */
export const none = z.strictObject({});
/** A list without filters. */
export const listed = z.strictObject(paging);
