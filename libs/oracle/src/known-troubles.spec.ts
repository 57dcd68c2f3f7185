import { describe, expect, test } from '@jest/globals';
import type { Queue } from './installation.js';
import { stageWith } from './model-stage.js';
import { play, rowsOf } from './scenario.js';

function expectScenario(table: string, settings: Partial<Queue> = {}): void {
  expect(play(stageWith(settings), table)).toEqual(rowsOf(table));
}

describe('known troubles', () => {
  test('T1 a retried task and a newer one: one of them comes back, beside other heads and free tasks', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
        10 | fail 1#1 after 0        | 1 retrying@10    | T 1@10
        20 | enqueue T,U,-           | 2@20, 3@20, 4@20 | T 1@10 2@20; U 3@20; - 4@20
        30 | dequeue 10              | 1#2, 3#3, 4#4    | T [1] 2@20; U [3]; - [4]
        31 | dequeue 10              | nothing          | T [1] 2@20; U [3]; - [4]
        40 | complete 1#2            | 1 > 2            | T 2@20; U [3]; - [4]
        40 | dequeue 10              | 2#5              | T [2]; U [3]; - [4]
    `);
  });

  test('T3 no route makes a second member eligible while the first is in progress', () => {
    expectScenario(`
         0 | enqueue T attempts 1    | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         0 | fail 1#1                | 1 dead           | dead 1
         0 | enqueue T at 0          | 2@0              | T 2@0; dead 1
         0 | enqueue T at 50         | 3@50             | T 2@0 3@50; dead 1
         0 | enqueue T at 0          | 4@0              | T 2@0 4@0 3@50; dead 1
         1 | dequeue 9               | 2#2              | T [2] 4@0 3@50; dead 1
         2 | fail 2#2 after 30       | 2 retrying@32 > 4 | T 4@0 2@32 3@50; dead 1
         3 | dequeue 9               | 4#3              | T [4] 2@32 3@50; dead 1
         4 | restart 1               | 1 as 5           | T [4] 5@4 2@32 3@50
         5 | enqueue T,T at 1        | 6@1, 7@1         | T [4] 6@1 7@1 5@4 2@32 3@50
        60 | dequeue 9               | nothing          | T [4] 6@1 7@1 5@4 2@32 3@50
        61 | delete 6                | 6 ok             | T [4] 7@1 5@4 2@32 3@50
        61 | dequeue 9               | nothing          | T [4] 7@1 5@4 2@32 3@50
        62 | complete 4#3            | 4 > 7            | T 7@1 5@4 2@32 3@50
        62 | dequeue 9               | 7#4              | T [7] 5@4 2@32 3@50
    `);
  });

  test('T4 after a long backoff the siblings run first', () => {
    expectScenario(`
         0 | enqueue T,T,T           | 1@0, 2@0, 3@0        | T 1@0 2@0 3@0
         0 | dequeue                 | 1#1                  | T [1] 2@0 3@0
        10 | fail 1#1 after 60000    | 1 retrying@60010 > 2 | T 2@0 3@0 1@60010
        10 | dequeue                 | 2#2                  | T [2] 3@0 1@60010
        20 | complete 2#2            | 2 > 3                | T 3@0 1@60010
        20 | dequeue                 | 3#3                  | T [3] 1@60010
        30 | complete 3#3            | 3 > 1                | T 1@60010
     60009 | dequeue                 | nothing              | T 1@60010
     60010 | dequeue                 | 1#4                  | T [1]
    `);
  });

  test('T4 with no backoff an earlier sibling still goes first', () => {
    expectScenario(`
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         5 | dequeue                 | 1#1              | T [1] 2@0
        10 | fail 1#1 after 0        | 1 retrying@10 > 2 | T 2@0 1@10
        10 | dequeue 9               | 2#2              | T [2] 1@10
    `);
  });

  test('T4 a retry goes before a sibling that is later', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | enqueue T at 10000      | 2@10000          | T 1@0 2@10000
         0 | dequeue                 | 1#1              | T [1] 2@10000
        10 | fail 1#1                | 1 retrying@1010  | T 1@1010 2@10000
     20000 | dequeue 9               | 1#2              | T [1] 2@10000
    `);
  });

  test('T5 after a lapse the order of (scheduledAt, id) decides among equals', () => {
    expectScenario(`
         0 | enqueue T,T,T at 0      | 1@0, 2@0, 3@0    | T 1@0 2@0 3@0
         0 | dequeue                 | 1#1              | T [1] 2@0 3@0
      9999 | lapse                   | nothing          | T [1] 2@0 3@0
     10000 | lapse                   | 1 retrying@11000 > 2 | T 2@0 3@0 1@11000
     20000 | dequeue                 | 2#2              | T [2] 3@0 1@11000
     20000 | complete 2#2            | 2 > 3            | T 3@0 1@11000
     20000 | dequeue                 | 3#3              | T [3] 1@11000
     20000 | complete 3#3            | 3 > 1            | T 1@11000
     20000 | dequeue                 | 1#4              | T [1]
    `);
  });

  test('T7 a lapsed lease is refused, while its successor runs and afterwards', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
     10000 | lapse                   | 1 retrying@11000 | T 1@11000
     11000 | dequeue                 | 1#2              | T [1]
     11001 | keepalive 1#1           | 1 lease_lost     | T [1]
     11001 | complete 1#1            | 1 lease_lost     | T [1]
     11001 | fail 1#1                | 1 lease_lost     | T [1]
     11002 | complete 1#2            | 1 ok             | nothing
     11003 | complete 1#1            | 1 lease_lost     | nothing
     11003 | complete 1#2            | 1 already_settled completed | nothing
    `);
  });

  test('a worker whose answer was lost learns what its failure came to', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         1 | fail 1#1                | 1 retrying@1001  | T 1@1001
         2 | fail 1#1                | 1 already_settled retrying | T 1@1001
    `);
  });

  test('T13 a dequeue that was not delivered never was', () => {
    expectScenario(`
         0 | enqueue T,T attempts 1  | 1@0, 2@0         | T 1@0 2@0
         5 | dequeue                 | 1#1              | T [1] 2@0
         6 | undo 1#1                | 1@0              | T 1@0 2@0
         6 | dequeue                 | 1#2              | T [1] 2@0
         7 | fail 1#1                | 1 lease_lost     | T [1] 2@0
    `);
  });

  test('T14 the death of a head promotes the next; the death of the last ends the thread', () => {
    expectScenario(
      `
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         0 | dequeue                 | 1#1              | T [1] 2@0
         1 | fail 1#1                | 1 dead > 2       | T 2@0; dead 1
         1 | dequeue                 | 2#2              | T [2]; dead 1
         2 | fail 2#2                | 2 dead           | dead 1 2
         3 | enqueue T               | 3@3              | T 3@3; dead 1 2
         3 | dequeue                 | 3#3              | T [3]; dead 1 2
      `,
      { maxAttempts: 1 },
    );
  });

  test('T15 an unknown id among failed ones hinders nobody, and a repetition changes nothing', () => {
    expectScenario(
      `
         0 | enqueue T,U             | 1@0, 2@0         | T 1@0; U 2@0
         0 | dequeue 2               | 1#1, 2#2         | T [1]; U [2]
         1 | fail 1#1 9#9 2#2        | 1 dead, 9 task_not_found, 2 dead | dead 1 2
         2 | fail 1#1 9#9 2#2        | 1 already_settled dead, 9 task_not_found, 2 already_settled dead | dead 1 2
      `,
      { maxAttempts: 1 },
    );
  });

  test('T21 deleting a running task promotes at once, and its worker is refused', () => {
    expectScenario(`
         0 | enqueue T,T             | 1@0, 2@0         | T 1@0 2@0
         0 | dequeue                 | 1#1              | T [1] 2@0
         1 | delete 1                | 1 > 2            | T 2@0
         1 | dequeue                 | 2#2              | T [2]
         2 | keepalive 1#1           | 1 task_not_found | T [2]
         2 | complete 1#1            | 1 task_not_found | T [2]
         2 | fail 1#1                | 1 task_not_found | T [2]
     99999 | complete 2#2            | 2 ok             | nothing
    `);
  });

  test('T22 a deleted task is not retried, not dead and not leased', () => {
    expectScenario(`
         0 | enqueue T               | 1@0              | T 1@0
         0 | dequeue                 | 1#1              | T [1]
         1 | delete 1 1              | 1 ok, 1 task_not_found | nothing
     99999 | lapse                   | nothing          | nothing
     99999 | restart 1               | 1 task_not_found | nothing
    `);
  });

  test('T34 one honest result for each item of a batch', () => {
    expectScenario(`
         0 | enqueue T,T,U,V attempts 1 | 1@0, 2@0, 3@0, 4@0 | T 1@0 2@0; U 3@0; V 4@0
         0 | dequeue 9               | 1#1, 3#2, 4#3    | T [1] 2@0; U [3]; V [4]
         1 | fail 4#3 for good       | 4 dead           | T [1] 2@0; U [3]; dead 4
         2 | complete 1#1 1#1 9#1 3#1 4#3 | 1 > 2, 1 already_settled completed, 9 task_not_found, 3 lease_lost, 4 already_settled dead | T 2@0; U [3]; dead 4
         2 | dequeue 9               | 2#4              | T [2]; U [3]; dead 4
    `);
  });
});

describe('T12 a worker that vanishes each time', () => {
  test('uses up three attempts, each recorded as lapsed, and the thread advances', () => {
    const stage = stageWith();
    const table = `
         0 | enqueue T               | 1@0              | T 1@0
         1 | enqueue T at 99000      | 2@99000          | T 1@0 2@99000
         1 | dequeue                 | 1#1              | T [1] 2@99000
     10001 | lapse                   | 1 retrying@11001 | T 1@11001 2@99000
     11001 | dequeue                 | 1#2              | T [1] 2@99000
     21001 | lapse                   | 1 retrying@22001 | T 1@22001 2@99000
     22001 | dequeue                 | 1#3              | T [1] 2@99000
     32001 | lapse                   | 1 dead > 2       | T 2@99000; dead 1
     99000 | dequeue                 | 2#4              | T [2]; dead 1
    `;
    expect(play(stage, table)).toEqual(rowsOf(table));
    const recorded = [1, 2, 3].map((attempt) => ({ attempt, errorType: 'KEEPALIVE_LAPSED' }));
    expect(stage.installation.tasks[0]?.failures).toEqual(recorded);
  });
});
