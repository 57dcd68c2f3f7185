import type { Operation } from '@spool/contracts';

const number = (count: number): string => count.toLocaleString('en-US');

/** So many tasks, in words. */
export const wordTasks = (count: number): string => (count === 1 ? '1 task' : `${number(count)} tasks`);

/** How an operation stands, in the word that the screens use: what is done but not verified is not called done. */
export type Standing =
  | 'running'
  | 'canary'
  | 'paused'
  | 'verifying'
  | 'verified'
  | 'deleted'
  | 'cancelled'
  | 'failed'
  | 'undoing'
  | 'undone';

/** Names how an operation stands. */
export const standingOf = (operation: Operation): Standing => {
  const { state, undo, action, verifiedAt } = operation;
  if (undo !== null) return undo === 'running' ? 'undoing' : 'undone';
  switch (state) {
    case 'running':
    case 'canary':
    case 'paused':
    case 'cancelled':
    case 'failed':
      return state;
    case 'completed':
      if (action === 'delete') return 'deleted';
      return verifiedAt === null ? 'verifying' : 'verified';
  }
};

/** How many of an operation's tasks are still to be done. */
export const pendingOf = ({ total, done, failed, undone }: Operation): number =>
  Math.max(0, total - done - failed - undone);

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const some = (count: number, words: string): string[] => (count === 0 ? [] : [`${number(count)} ${words}`]);

const wordEnds = ({ verified }: Operation): string =>
  listed([
    `${number(verified.passed)} passed`,
    ...some(verified.failedAgain, 'failed again'),
    ...some(verified.deleted, 'were deleted'),
    ...some(verified.waiting, verified.waiting === 1 ? 'is still to end' : 'are still to end'),
  ]);

const wordRunning = (operation: Operation): string => {
  const { action, done, total } = operation;
  if (action === 'delete') return `${number(done)} of ${number(total)} are deleted.`;
  return `${number(done)} of ${number(total)} are restarted: ${wordEnds(operation)}.`;
};

const wordPaused = (operation: Operation): string => {
  const { canary, done, verified } = operation;
  if (canary !== null && done <= canary && verified.failedAgain > 0)
    return `${number(verified.failedAgain)} of the first ${number(done)} failed again, so the other ${number(pendingOf(operation))} wait for your word.`;
  return `Held: ${number(pendingOf(operation))} wait for your word. ${wordRunning(operation)}`;
};

const wordCompleted = (operation: Operation): string => {
  const { action, done, total, failed, verifiedAt } = operation;
  if (total === 0) return 'Nothing was dead that the filter names.';
  const refused = failed === 0 ? '' : ` ${wordTasks(failed)} could not be done.`;
  if (action === 'delete') return `${wordTasks(done)} are deleted.${refused}`;
  if (verifiedAt === null)
    return `All are restarted, and not yet verified: ${wordEnds(operation)}.${refused}`;
  return `Done and verified: ${wordEnds(operation)}.${refused}`;
};

const wordUndo = ({ undo, undone, done, verified }: Operation): string => {
  if (undo === 'running') return `What has not started goes back to the DLQ: ${number(undone)} so far.`;
  const kept = done === 0 ? '' : `, ${number(done)} had started and stay as they are`;
  const waiting = verified.waiting === 0 ? '' : ` Of these, ${number(verified.waiting)} are still to end.`;
  return `${number(undone)} are back in the DLQ${kept}.${waiting}`;
};

/** How an operation stands, in a sentence or two. */
export const wordOperation = (operation: Operation): string => {
  const { state, undo, canary, done, verified } = operation;
  if (undo !== null) return wordUndo(operation);
  switch (state) {
    case 'running':
      return wordRunning(operation);
    case 'canary':
      return `The first ${number(canary ?? done)} are out: ${wordEnds(operation)}. The other ${number(pendingOf(operation))} follow when all of them have passed.`;
    case 'paused':
      return wordPaused(operation);
    case 'completed':
      return wordCompleted(operation);
    case 'cancelled':
      return `Cancelled: ${wordTasks(pendingOf(operation))} stay in the DLQ.${done === 0 ? '' : ` ${wordRunning({ ...operation, verified })}`}`;
    case 'failed':
      return 'Not one of its tasks could be done.';
  }
};

/** What an operation does, as a heading. */
export const titleOf = ({ id, action, total }: Operation): string =>
  `${action === 'restart' ? 'Restart' : 'Deletion'} of ${wordTasks(total)}, operation ${id}`;
