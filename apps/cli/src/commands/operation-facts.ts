import type { Operation, OperationDetail, OperationTask, RepeatedFailure } from '@spool/contracts';
import { exitCodes } from '../session/exit-codes.js';
import { Failure } from '../session/failure.js';
import type { Session } from '../session/session.js';
import type { Column } from '../terminal/table.js';
import { countWord, timeWord } from '../terminal/words.js';

/** A filter in the words of the options: `queue=orders errorType=HTTP_503`. */
const filterWords = (filter: Operation['filter']): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? countWord(value.length, 'id') : value}`)
    .join(' ');

/** Columns of a list of operations. */
export const operationColumns: readonly Column<Operation>[] = [
  { title: 'ID', value: ({ id }) => id, align: 'right' },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'STATE', value: ({ state, undo }) => (undo === null ? state : `${state}, undo ${undo}`) },
  { title: 'DONE', value: ({ done, total }) => `${done}/${total}`, align: 'right' },
  { title: 'FAILED', value: ({ failed }) => failed, align: 'right' },
  { title: 'PASSED', value: ({ verified }) => verified.passed, align: 'right' },
  { title: 'AGAIN', value: ({ verified }) => verified.failedAgain, align: 'right' },
  { title: 'CREATED', value: ({ createdAt }) => timeWord(createdAt) },
  { title: 'BY', value: ({ createdBy }) => createdBy },
  { title: 'FILTER', value: ({ filter }) => filterWords(filter) },
];

/** Columns of a list of an operation's tasks. */
export const coveredColumns: readonly Column<OperationTask>[] = [
  { title: 'PLACE', value: ({ place }) => place, align: 'right' },
  { title: 'TASK', value: ({ id }) => id, align: 'right' },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'THREAD', value: ({ threadId }) => threadId },
  { title: 'OUTCOME', value: ({ outcome, code }) => (code === null ? outcome : `${outcome}: ${code}`) },
  { title: 'NEW ID', value: ({ newId }) => newId, align: 'right' },
  { title: 'GROUP', value: ({ newGroup, group }) => newGroup ?? group },
];

const repeatedColumns: readonly Column<RepeatedFailure>[] = [
  { title: 'FAILED AGAIN', value: ({ count }) => count, align: 'right' },
  { title: 'NEW ERROR', value: ({ isNew }) => (isNew ? 'yes' : '') },
  { title: 'GROUP', value: ({ group }) => group },
  { title: 'ERROR', value: ({ errorType, message }) => `${errorType ?? ''} ${message ?? ''}`.trim() },
  { title: 'SAMPLE', value: ({ sampleTaskId }) => sampleTaskId, align: 'right' },
];

/** Tells all of one operation. */
export const showOperation = async ({ output }: Session, operation: OperationDetail): Promise<void> => {
  if (output.isJson) return await output.document(operation);
  const { verified, failures, failedAgain } = operation;
  await output.facts([
    ['operation', operation.id],
    ['action', operation.action],
    ['state', operation.state],
    ['undo', operation.undo],
    ['filter', filterWords(operation.filter)],
    ['reason', operation.reason],
    ['tasks', operation.total],
    ['  done', operation.done],
    ['  failed', operation.failed],
    ['  undone', operation.undone],
    ['passed', operation.action === 'restart' ? verified.passed : null],
    ['failed again', operation.action === 'restart' ? verified.failedAgain : null],
    ['deleted since', operation.action === 'restart' ? verified.deleted : null],
    ['still to end', operation.action === 'restart' ? verified.waiting : null],
    ['rate', operation.ratePerSecond === null ? null : `${operation.ratePerSecond} a second`],
    ['canary', operation.canary],
    ['created', `${timeWord(operation.createdAt)} by ${operation.createdBy}`],
    ['finished', timeWord(operation.finishedAt)],
    ['verified', timeWord(operation.verifiedAt)],
    ...failures.map(({ code, count }) => [code, count] as const),
  ]);
  if (failedAgain.length === 0) return;
  await output.line('');
  await output.table(repeatedColumns, failedAgain);
};

/** Tells how an operation ended; throws a Failure unless it did all that it was to do. */
export const tellEnd = async (session: Session, operation: OperationDetail): Promise<void> => {
  const { id, action, done, failed, state, verified } = operation;
  const verb = action === 'restart' ? 'restarted' : 'deleted';
  const ends = verified.passed + verified.failedAgain;
  const since =
    ends === 0 ? '' : `, ${verified.passed} passed and ${verified.failedAgain} failed again since`;
  await session.output.answer(
    operation,
    `Operation ${id}: ${countWord(done, 'task')} ${verb}${since}${failed === 0 ? '' : `, ${failed} not`}.`,
  );
  if (state === 'cancelled') throw new Failure(`Operation ${id} was cancelled.`, exitCodes.refused);
  if (failed > 0)
    throw new Failure(
      `${countWord(failed, 'task')} could not be ${verb}: spool operations tasks ${id} --outcome failed`,
      exitCodes.refused,
    );
};
