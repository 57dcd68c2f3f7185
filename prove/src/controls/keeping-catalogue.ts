import type { Control } from './control.js';
import { wrongApi, wrongEngine } from './edits.js';

/** Bugs that forget what a task was sent with, or came to. */
export const keepingControls: readonly Control[] = [
  {
    name: 'a key that was used before makes another task',
    layers: wrongApi('tasks/deduplication.js', 'if (key.taskId !== null) return {', 'if (false) return {'),
    reason: /^R13: what was sent once/,
    trouble: 'none',
  },
  {
    name: 'a restarted task loses its payload',
    layers: wrongApi(
      'store/transitions/insert-copies.js',
      "payload ?? payloads.get(sourceId) ?? 'null'",
      "payload ?? 'null'",
    ),
    reason: /^R13: .*with the payload null/,
    trouble: 'none',
  },
  {
    name: "a task's own backoff is ignored",
    layers: wrongApi(
      'store/transitions/decide-failed.js',
      'own ?? queue.configuration.backoff',
      'queue.configuration.backoff',
    ),
    reason: /^order: .*fail of/,
    trouble: 'none',
  },
  {
    name: 'a restart for an earlier time jumps the line',
    layers: wrongEngine('arrival.js', 'Math.max(requestedAtMs ?? nowMs, nowMs)', 'requestedAtMs ?? nowMs'),
    reason: /^order: .*as scheduled at/,
    trouble: 'none',
  },
  {
    name: 'a dequeue that is undone counts as an attempt',
    layers: wrongApi('leases/undo-taking.js', '...released\n', '...released,\n            attempt\n'),
    reason: /^(order: .*as attempt|audit)/,
    trouble: 'hang-ups',
  },
  {
    name: 'what an exchange settled is lost when its queue is paused meanwhile',
    layers: wrongApi(
      'leases/exchange.service.js',
      'return await this.runOnce(queueName, settlingOnly);',
      'return calls.map(()=>[]);',
    ),
    reason: /^(order|R1|R12|R13): /,
    trouble: 'pauses',
  },
  {
    name: 'what a completed task came to is lost',
    layers: wrongApi(
      'store/transitions/endings.js',
      'if (outcome.result === null && task.lease !== null)',
      'if (task.lease !== null)',
    ),
    reason: /^model: [^]*(result of task)/,
    trouble: 'none',
    by: 'commands',
  },
  {
    name: 'the failure that a task died of is not in its history',
    layers: wrongApi(
      'store/transitions/endings.js',
      'if (task.lease === null || leavesNothing(situation, outcome)) continue;',
      "if (task.lease === null || (outcome.kind === 'dead' && !outcome.failure.lapsed) || leavesNothing(situation, outcome)) continue;",
    ),
    reason: /^model: [^]*(history of task)/,
    trouble: 'none',
    by: 'commands',
  },
  {
    name: 'a lease is prolonged past what its queue allows',
    layers: wrongEngine('lease.js', 'term.maxRunMs === 0 ? wanted', 'term.maxRunMs >= 0 ? wanted'),
    reason: /^model: [^]*(the lease of item \d+ was prolonged)/,
    trouble: 'none',
    by: 'commands',
  },
];
