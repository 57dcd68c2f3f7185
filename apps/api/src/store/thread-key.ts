import { createHash } from 'node:crypto';

/** Whose thread ids these are: 0 for the whole installation, else the queue that keeps its own. */
export type ThreadScope = number;

const keyBytes = 16;

/** A thread's key: a hash of scope and id, cut to 16 bytes, top bit 1; as hexadecimal digits. */
export const threadKeyOf = (scope: ThreadScope, threadId: string): string => {
  const key = createHash('sha256')
    .update(`${scope}\0`)
    .update(threadId, 'utf8')
    .digest()
    .subarray(0, keyBytes);
  key.writeUInt8(key.readUInt8(0) | 0x80, 0);
  return key.toString('hex');
};

/** The lease slot of a task: its thread's key, or its own id in 16 bytes (top bit 0), so that no two can collide. */
export const leaseSlotOf = (taskId: string, threadKey: string | null): string =>
  threadKey ??
  BigInt(taskId)
    .toString(16)
    .padStart(keyBytes * 2, '0');
