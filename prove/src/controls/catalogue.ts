import type { Control, Edit, Layer } from './control.js';

const api = (file: string, find: string, replace: string): Edit => ({
  file: `apps/api/dist/${file}`,
  find,
  replace,
});
const engine = (file: string, find: string, replace: string): Edit => ({
  file: `libs/thread-engine/dist/${file}`,
  find,
  replace,
});

const leaseKey: Layer = {
  name: "the lease's primary key",
  edits: [
    api(
      'store/migrations/1764460800000-create-queue-tables.js',
      '  progress   TEXT NULL,\n  PRIMARY KEY (slot),',
      '  progress   TEXT NULL,\n  PRIMARY KEY (slot, token),',
    ),
  ],
};

const threadLock: Layer = {
  name: "the thread's lock",
  edits: [
    api(
      'store/thread-store.js',
      'export const lockThreadsByKey = `SELECT ${columns} ${byKeys} FOR UPDATE`;',
      'export const lockThreadsByKey = `SELECT ${columns} ${byKeys}`;',
    ),
  ],
};

const secondPath: Layer = {
  name: 'one path of promotion',
  edits: [
    api(
      'store/transitions/admit-tasks.js',
      'const isCandidate = thread === null || isPromoted(plans.get(thread.key), index);',
      'const isCandidate = true;',
    ),
  ],
};

const wrongEngine = (file: string, find: string, replace: string): Layer[] => [
  { name: 'the decision', edits: [engine(file, find, replace)] },
];
const wrongApi = (file: string, find: string, replace: string): Layer[] => [
  { name: 'the guard', edits: [api(file, find, replace)] },
];

/** The deliberate bugs. */
export const controls: readonly Control[] = [
  {
    name: "the lease's key and the one path of promotion are gone",
    layers: [leaseKey, secondPath],
    reason: /^R1: /,
    trouble: 'none',
  },
  {
    name: "the lease's key and the thread's lock are gone",
    layers: [leaseKey, threadLock],
    reason: /^(R1|order|repaired|refused|audit|stuck): /,
    trouble: 'none',
  },
  {
    name: 'any token is taken for the current one',
    layers: wrongEngine('lease.js', 'standing.currentToken === token', 'standing.currentToken !== null'),
    reason: /^(R12: |order: .*lease_lost)/,
    trouble: 'none',
  },
  {
    name: 'the head is chosen by id alone',
    layers: wrongEngine(
      'thread.js',
      'if (left.scheduledAtMs !== right.scheduledAtMs)\n        return',
      'if (Number.isNaN(left.scheduledAtMs))\n        return',
    ),
    reason: /^order: .*(handed out of|answered)/,
    trouble: 'none',
  },
  {
    name: 'a displaced head is not demoted',
    layers: [
      {
        name: 'the decision',
        edits: [engine('thread.js', 'return hasLeft ? null : head.id;', 'return hasLeft ? null : null;')],
      },
      leaseKey,
    ],
    reason: /^(R1: |order: .*handed out of)/,
    trouble: 'none',
  },
  {
    name: 'the backoff is ignored',
    layers: wrongEngine('failure.js', 'failed.nowMs + delayMs }', 'failed.nowMs }'),
    reason: /^(R5: |order: .*fail of)/,
    trouble: 'none',
  },
  {
    name: "a dead task's thread does not advance",
    layers: wrongApi(
      'store/transitions/change-tasks.js',
      'groupBy(outcomes, (outcome)=>',
      "groupBy(outcomes.filter((outcome)=>outcome.kind !== 'dead'), (outcome)=>",
    ),
    reason: /^(order|repaired|stuck|audit): /,
    trouble: 'none',
  },
  {
    name: 'a lapse does not count as an attempt',
    layers: wrongApi(
      'maintenance/expire-leases.js',
      'const outcomes = lapsed.map((task)=>decideFailed(',
      "const outcomes = lapsed.map((task)=>({ kind: 'returned', id: task.id, scheduledAtMs: situation.nowMs, attempt: task.attempt - 1 })); void ((task)=>decideFailed(",
    ),
    reason: /^order: /,
    trouble: 'none',
  },
  {
    name: 'a keepalive revives a lapsed lease',
    layers: wrongApi(
      'leases/keepalive.service.js',
      "if (verdict.kind !== 'current') return refusalOf(item.id, verdict);",
      "if (verdict.kind === 'lease_lost') return { id: item.id, status: 'ok', leaseExpiresAt: isoTime(nowMs + 5000) };\n            if (verdict.kind !== 'current') return refusalOf(item.id, verdict);",
    ),
    reason: /^(R12: keepalive|order: .*keepalive of)/,
    trouble: 'none',
  },
  {
    name: 'a dequeue does not look at the pause',
    layers: [
      {
        name: 'the look before the rows are locked',
        edits: [
          api('store/transitions/take-tasks.js', 'if (seen.isPaused || wanted === 0)', 'if (wanted === 0)'),
        ],
      },
      {
        name: 'the look after the rows are locked',
        edits: [
          api(
            'store/transitions/take-tasks.js',
            'if (queueNow === null || queueNow.queue.isPaused)',
            'if (queueNow === null)',
          ),
        ],
      },
    ],
    reason: /^R14: /,
    trouble: 'none',
  },
  {
    name: 'an answer is given before its commit',
    layers: wrongApi(
      'platform/database/attempt.js',
      "await connection.query('COMMIT');",
      "if (result?.tallies === undefined) await connection.query('COMMIT'); else { const giveBack = connection.giveBack.bind(connection); connection.giveBack = async ()=>{}; setTimeout(()=>connection.query('COMMIT').then(giveBack, giveBack), 150); }",
    ),
    reason: /^(audit: .*nowhere|order|R12|R13)/,
    trouble: 'kill-a-replica',
  },
  {
    name: 'a lost commit is repeated without its mark',
    layers: wrongApi(
      'platform/database/database.js',
      'if (attempt.doubt === null || await this.wasCommitted(mark)) return attempt.result;',
      'if (attempt.doubt === null) return attempt.result;',
    ),
    reason: /^(R13: what was sent once|order)/,
    trouble: 'cut-after-commits',
  },
  {
    name: 'a lost commit is answered as done without its mark',
    layers: wrongApi(
      'platform/database/database.js',
      'if (attempt.doubt === null || await this.wasCommitted(mark)) return attempt.result;',
      'return attempt.result;',
    ),
    reason: /^(audit: .*nowhere|order)/,
    trouble: 'cut-before-commits',
  },
  {
    name: 'a deadlock (1213) is swallowed and answered as success',
    layers: [
      {
        name: 'the retry after a deadlock',
        edits: [
          api(
            'platform/database/database.js',
            'const verdict = policy.after(trouble, Math.random());\n        if (verdict.action ===',
            "if (trouble === 'deadlock') throw error;\n        const verdict = policy.after(trouble, Math.random());\n        if (verdict.action ===",
          ),
        ],
      },
      {
        name: 'the error that reaches the caller',
        edits: [
          api(
            'leases/settle.service.js',
            'await this.lane.submit(call.settlements);',
            "try { await this.lane.submit(call.settlements); } catch (error) { if (!/1213|eadlock/.test(String(error?.errno ?? error?.driverError?.errno) + String(error))) throw error; for (const [index, { claim }] of call.settlements.entries()) call.results[index] ??= { id: claim.id, status: 'ok' }; }",
          ),
        ],
      },
    ],
    reason: /^(order|R12|R13|audit)/,
    trouble: 'outside-deadlocks',
  },
  {
    name: 'a release counts as an attempt',
    layers: wrongEngine('lease.js', 'attempt: released.attempt - 1,', 'attempt: released.attempt,'),
    reason: /^(order: .*as attempt|audit)/,
    trouble: 'none',
  },
  {
    name: 'a deleted task keeps its lease',
    layers: wrongApi(
      'store/transitions/endings.js',
      'filter((task)=>task.lease !== null);\n    endLeases',
      "filter((task)=>task.lease !== null && outcomes.find(({ id })=>id === task.id)?.kind !== 'deleted');\n    endLeases",
    ),
    reason: /^(order|repaired|refused|audit|stuck): /,
    trouble: 'none',
  },
  {
    name: 'one attempt too many is allowed',
    layers: wrongEngine(
      'failure.js',
      'failed.attempt >= failed.maxAttempts',
      'failed.attempt > failed.maxAttempts',
    ),
    reason: /^(order: .*fail of|audit)/,
    trouble: 'none',
  },
  {
    name: 'a lease lapses before its time',
    layers: wrongApi(
      'maintenance/expire-leases.js',
      'lease.expiresAtMs <= situation.nowMs',
      'lease.expiresAtMs - 100000 <= situation.nowMs',
    ).concat({
      name: 'the search for lapsed leases',
      edits: [
        api(
          'store/lease-store.js',
          'WHERE l.expires_at <= NOW(3) AND',
          'WHERE l.expires_at <= NOW(3) + INTERVAL 900000 MICROSECOND AND',
        ),
      ],
    }),
    reason: /^order: /,
    trouble: 'none',
  },
];
