import type { Queue } from '@spool/contracts';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import type { CountedQueue } from '../store/queue-count-store.js';
import type { QueueRecord } from '../store/queue-store.js';

const uncounted = { ready: 0, scheduled: 0, backoff: 0, waiting: 0, inProgress: 0, dead: 0, completed: 0 };

/** A queue as the contract shows it. */
export const queueAnswer = (queue: QueueRecord, counted: CountedQueue | undefined): Queue => ({
  name: queue.name,
  ...queue.configuration,
  paused: queue.isPaused,
  pauseReason: queue.pauseReason,
  version: queue.version,
  createdAt: isoTime(queue.createdAtMs),
  updatedAt: isoTime(queue.updatedAtMs),
  counts: counted?.counts ?? uncounted,
  oldestReadyAt: isoTimeOrNull(counted?.oldestReadyAtMs ?? null),
  countedAt: isoTime(counted?.countedAtMs ?? queue.updatedAtMs),
});
