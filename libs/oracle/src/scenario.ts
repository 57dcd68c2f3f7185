import type { Answer, Command } from './commands.js';
import type { LiveTask, Observation } from './observation.js';
import { parseCommand } from './scenario-commands.js';

/** What a scenario is played on: the model itself, or a store that is compared with it. */
export interface Stage {
  perform(command: Command, nowMs: number): Answer[];
  observe(): Observation;
}

function showAnswer(answer: Answer): string {
  if (answer.status === 'error') {
    const detail = answer.outcome ?? answer.newId;
    return detail === undefined ? `${answer.id} ${answer.code}` : `${answer.id} ${answer.code} ${detail}`;
  }
  const added = [
    answer.token === undefined ? '' : `#${answer.token}`,
    answer.newId === undefined ? '' : ` as ${answer.newId}`,
    answer.outcome === undefined ? '' : ` ${answer.outcome}`,
    answer.scheduledAtMs === undefined ? '' : `@${answer.scheduledAtMs}`,
    answer.leaseExpiresAtMs === undefined || answer.token !== undefined
      ? ''
      : ` until ${answer.leaseExpiresAtMs}`,
    answer.promoted === undefined ? '' : ` > ${answer.promoted}`,
  ].join('');
  return `${answer.id}${added === '' ? ' ok' : added}`;
}

function showMember(task: LiveTask): string {
  if (task.state === 'IN_PROGRESS') return `[${task.id}]`;
  return `${task.id}@${task.scheduledAtMs}`;
}

function runsBefore(left: LiveTask, right: LiveTask): number {
  if (left.state !== right.state) return left.state === 'IN_PROGRESS' ? -1 : 1;
  return left.scheduledAtMs - right.scheduledAtMs || left.id - right.id;
}

/** The lines of all threads, free tasks (`-`) and the DLQ, in running order: `T [1] 2@0; - 3@5; dead 4`. */
function showSituation(seen: Observation): string {
  const names = [...seen.threads.map((known) => known.thread), null];
  const lines = names.map((name) => {
    const members = seen.live.filter((task) => task.thread === name).sort(runsBefore);
    return [name?.replace(/^\//, '') ?? '-', ...members.map(showMember)];
  });
  const dead = seen.ended.filter((task) => task.state === 'DEAD').map((task) => `${task.id}`);
  const shown = [...lines, ['dead', ...dead]].filter((line) => line.length > 1).map((line) => line.join(' '));
  return shown.length === 0 ? 'nothing' : shown.join('; ');
}

/**
 * Plays a table with the columns `time in ms | command | answer | situation after it` and returns the table that
 * came out: a test compares the two, so that a person can check every row by hand.
 */
export function play(stage: Stage, table: string): string[] {
  return rowsOf(table).map((row) => {
    const [time = '', text = ''] = row.split('|').map((cell) => cell.trim());
    const answers = stage.perform(parseCommand(text), Number(time));
    const answer = answers.length === 0 ? 'nothing' : answers.map(showAnswer).join(', ');
    return [time, text, answer, showSituation(stage.observe())].join(' | ');
  });
}

/** A table's rows with the spacing between their columns taken out. */
export function rowsOf(table: string): string[] {
  const rows = table.split('\n').filter((row) => row.trim() !== '');
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  );
}
