import type { MigrationInterface, QueryRunner } from 'typeorm';

const nameThreadOfAttempts = `
ALTER TABLE failed_attempts
  ADD COLUMN queue_id INT UNSIGNED NULL,
  ADD COLUMN thread_key BINARY(16) NULL,
  ADD KEY failed_attempts_by_thread (thread_key, ended_at, task_id, attempt)`;

/** The key of the thread at the end: a thread's completions are found without a look at the rows of all others. */
const nameThreadOfEndings = `
ALTER TABLE finished_tasks
  DROP KEY finished_tasks_by_end,
  ADD KEY finished_tasks_by_end (queue_id, state, finished_at, id, thread_key)`;

const fillFrom = (table: string): string => `
UPDATE failed_attempts a JOIN ${table} t ON t.id = a.task_id SET a.queue_id = t.queue_id, a.thread_key = t.thread_key`;

const forgetThreadOfEndings = `
ALTER TABLE finished_tasks
  DROP KEY finished_tasks_by_end,
  ADD KEY finished_tasks_by_end (queue_id, state, finished_at, id)`;

const forgetThreadOfAttempts = `
ALTER TABLE failed_attempts DROP KEY failed_attempts_by_thread, DROP COLUMN thread_key, DROP COLUMN queue_id`;

/** Makes it possible to tell who ran when in a thread. */
export class KeepWhoRanInThreads1764482000000 implements MigrationInterface {
  readonly name = 'KeepWhoRanInThreads1764482000000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('failed_attempts', 'thread_key'))) await runner.query(nameThreadOfAttempts);
    await runner.query(nameThreadOfEndings);
    for (const table of ['tasks', 'dead_tasks', 'finished_tasks']) await runner.query(fillFrom(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forgetThreadOfEndings);
    if (await runner.hasColumn('failed_attempts', 'thread_key')) await runner.query(forgetThreadOfAttempts);
  }
}
