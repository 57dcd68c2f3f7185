import { describe, expect, test } from '@jest/globals';
import type { Queue } from './installation.js';
import { stageWith } from './model-stage.js';
import { play, rowsOf } from './scenario.js';

function expectScenario(
  table: string,
  settings: Partial<Queue> = {},
  others: (Partial<Queue> & { name: string })[] = [],
) {
  expect(play(stageWith(settings, others), table)).toEqual(rowsOf(table));
}

describe('order in a thread', () => {
  test('R3 an earlier arrival displaces a head that waits, and never one that runs', () => {
    expectScenario(`
        10 | enqueue T               | 1@10             | T 1@10
        11 | enqueue T at 5          | 2@5              | T 2@5 1@10
        11 | dequeue                 | 2#1              | T [2] 1@10
        12 | enqueue T at 1          | 3@1              | T [2] 3@1 1@10
        13 | reschedule 1 to 0       | 1@0              | T [2] 1@0 3@1
        13 | dequeue                 | nothing          | T [2] 1@0 3@1
        14 | complete 2#1            | 2 > 1            | T 1@0 3@1
    `);
  });

  test('R4 arrivals keep their order when the clock steps back, and forget it with their thread', () => {
    expectScenario(`
       100 | enqueue T               | 1@100            | T 1@100
        40 | enqueue T,U             | 2@100, 3@40      | T 1@100 2@100; U 3@40
        40 | enqueue T at 30         | 4@30             | T 4@30 1@100 2@100; U 3@40
        41 | delete 1 2              | 1 ok, 2 ok       | T 4@30; U 3@40
        50 | enqueue T               | 5@100            | T 4@30 5@100; U 3@40
        50 | delete 4 5              | 4 ok, 5 ok       | U 3@40
        60 | enqueue T               | 6@60             | T 6@60; U 3@40
    `);
  });

  test('R4 explicit times, retries and restarts neither push arrivals back nor are pushed', () => {
    expectScenario(`
         0 | enqueue T attempts 1    | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         0 | enqueue T at 900        | 2@900            | T [1] 2@900
         1 | fail 1#1                | 1 dead > 2       | T 2@900; dead 1
         2 | restart 1 at 800        | 1 as 3           | T 3@800 2@900
         3 | enqueue T               | 4@3              | T 4@3 3@800 2@900
         3 | enqueue T at 1          | 5@1              | T 5@1 4@3 3@800 2@900
    `);
  });

  test('tasks without a thread run side by side', () => {
    expectScenario(`
         0 | enqueue -,-             | 1@0, 2@0         | - 1@0 2@0
         0 | dequeue 2               | 1#1, 2#2         | - [1] [2]
         0 | complete 2#2            | 2 ok             | - [1]
    `);
  });
});

describe('the end of a task', () => {
  test('R9 a dead task is restarted once, as a new arrival that does not jump the line', () => {
    expectScenario(
      `
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         5 | dequeue                 | 1#1              | T [1] 2@0
         6 | fail 1#1                | 1 dead > 2       | T 2@0; dead 1
         7 | restart 1 1 at 3        | 1 as 3, 1 already_restarted 3 | T 2@0 3@7
         8 | restart 1 2 9           | 1 already_restarted 3, 2 task_not_found, 9 task_not_found | T 2@0 3@7
         8 | fail 1#1                | 1 already_settled dead | T 2@0 3@7
         9 | delete 1                | 1 ok             | T 2@0 3@7
         9 | restart 1               | 1 task_not_found | T 2@0 3@7
      `,
      { maxAttempts: 1 },
    );
  });

  test('R9 a restart displaces a head that is scheduled later', () => {
    expectScenario(
      `
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         0 | fail 1#1                | 1 dead           | dead 1
         0 | enqueue T at 50         | 2@50             | T 2@50; dead 1
         9 | restart 1               | 1 as 3           | T 3@9 2@50
         9 | dequeue                 | 3#2              | T [3] 2@50
      `,
      { maxAttempts: 1 },
    );
  });

  test('R6 a dead task is forwarded without its thread, once', () => {
    const sink = { name: 'sink', maxAttempts: 1 };
    expectScenario(
      `
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         0 | dequeue                 | 1#1              | T [1] 2@0
         5 | fail 1#1 for good       | 1 dead > 2       | T 2@0; - 3@5
         5 | restart 1               | 1 task_not_found | T 2@0; - 3@5
         6 | dequeue 9 from sink     | 3#2              | T 2@0; - [3]
         7 | fail 3#2                | 3 dead           | T 2@0; dead 3
      `,
      { deadLetter: { mode: 'forward', queue: 'sink' } },
      [sink],
    );
  });

  test('R6 a dead task that is discarded is gone', () => {
    expectScenario(
      `
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         0 | dequeue                 | 1#1              | T [1] 2@0
         5 | fail 1#1 for good       | 1 dead > 2       | T 2@0
         6 | fail 1#1 for good       | 1 task_not_found | T 2@0
      `,
      { deadLetter: { mode: 'discard' } },
    );
  });

  test('R8 after a batch of deletions, promoted names the head after the whole of it', () => {
    expectScenario(`
         0 | enqueue T,T,T           | 1@0, 2@0, 3@0    | T 1@0 2@0 3@0
         1 | delete 1 2              | 1 > 3, 2 > 3     | T 3@0
         2 | enqueue T               | 4@2              | T 3@0 4@2
         3 | delete 4                | 4 ok             | T 3@0
    `);
  });

  test('a task in progress is not rescheduled', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         0 | reschedule 1 to 9       | 1 task_not_enqueued | T [1]
         0 | reschedule 7 to 9       | 7 task_not_found | T [1]
    `);
  });
});

describe('leases', () => {
  test('R7 a lease works until its lapse is applied', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
     50000 | keepalive 1#1           | 1 until 60000    | T [1]
     50000 | lapse                   | nothing          | T [1]
     70000 | complete 1#1            | 1 ok             | nothing
    `);
  });

  test('a lease is not extended past maxRunMs', () => {
    expectScenario(
      `
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
      8000 | keepalive 1#1           | 1 until 15000    | T [1]
      9000 | keepalive 1#1           | 1 until 15000    | T [1]
      `,
      { maxRunMs: 15_000 },
    );
  });

  test('R11 releasing hands back at the old time or after a delay, and counts no attempt', () => {
    expectScenario(`
         0 | enqueue T,T attempts 1  | 1@0, 2@0         | T 1@0 2@0
         5 | dequeue                 | 1#1              | T [1] 2@0
         6 | release 1#1             | 1@0              | T 1@0 2@0
         7 | dequeue                 | 1#2              | T [1] 2@0
         8 | release 1#2 after 10    | 1@18 > 2         | T 2@0 1@18
         8 | release 1#2             | 1 lease_lost     | T 2@0 1@18
        20 | delete 2                | 2 > 1            | T 1@18
        20 | dequeue                 | 1#3              | T [1]
        20 | fail 1#3                | 1 dead           | dead 1
    `);
  });
});

describe('queues', () => {
  test('R14 a paused queue hands out nothing, and its member holds up a thread that spans queues', () => {
    expectScenario(
      `
         0 | enqueue T               | 1@0              | T 1@0
         0 | enqueue T into r        | 2@0              | T 1@0 2@0
         1 | pause q                 | nothing          | T 1@0 2@0
         1 | dequeue                 | nothing          | T 1@0 2@0
         1 | dequeue from r          | nothing          | T 1@0 2@0
         2 | resume q                | nothing          | T 1@0 2@0
         2 | dequeue                 | 1#1              | T [1] 2@0
         3 | pause q                 | nothing          | T [1] 2@0
         4 | complete 1#1            | 1 > 2            | T 2@0
         4 | dequeue from r          | 2#2              | T [2]
      `,
      {},
      [{ name: 'r' }],
    );
  });

  test('one id is two threads where a queue has threads of its own', () => {
    expectScenario(
      `
         0 | enqueue T               | 1@0              | T 1@0
         0 | enqueue T into r        | 2@0              | T 1@0; r/T 2@0
         0 | dequeue from r          | 2#1              | T 1@0; r/T [2]
      `,
      {},
      [{ name: 'r', threadScope: 'queue' }],
    );
  });

  test('the earliest ready task of a queue goes first', () => {
    expectScenario(`
         5 | enqueue -               | 1@5              | - 1@5
         5 | enqueue T at 2          | 2@2              | T 2@2; - 1@5
         5 | enqueue U at 2          | 3@2              | T 2@2; U 3@2; - 1@5
         5 | dequeue 2               | 2#1, 3#2         | T [2]; U [3]; - 1@5
    `);
  });

  test('in a fair queue nobody gets ahead by a time in the past or by coming back', () => {
    expectScenario(
      `
         5 | enqueue T               | 1@5              | T 1@5
         6 | enqueue U at 0          | 2@0              | T 1@5; U 2@0
         7 | dequeue                 | 1#1              | T [1]; U 2@0
         8 | release 1#1             | 1@5              | T 1@5; U 2@0
         9 | dequeue                 | 2#2              | T 1@5; U [2]
      `,
      { ordering: 'fair' },
    );
  });

  test('in a fair queue a promoted head joins the end of the line', () => {
    expectScenario(
      `
         0 | enqueue T,T,T           | 1@0, 2@0, 3@0    | T 1@0 2@0 3@0
         1 | enqueue U               | 4@1              | T 1@0 2@0 3@0; U 4@1
         2 | dequeue                 | 1#1              | T [1] 2@0 3@0; U 4@1
         3 | complete 1#1            | 1 > 2            | T 2@0 3@0; U 4@1
         4 | dequeue                 | 4#2              | T 2@0 3@0; U [4]
         5 | dequeue                 | 2#3              | T [2] 3@0; U [4]
      `,
      { ordering: 'fair' },
    );
  });
});
