import type { Operation } from '@spool/contracts';
import { pendingOf } from './operation-words.js';
import './progress-bar.css';

/** A share of an operation's tasks, by what became of them. */
export interface Part {
  readonly name: string;
  readonly tone: 'done' | 'dead' | 'waiting' | 'returned' | 'failed' | 'pending';
  readonly count: number;
}

/** An operation's tasks by what became of them; together they are its total. */
export const partsOf = (operation: Operation): Part[] => {
  const { action, verified, done, failed, undone } = operation;
  const settled: Part[] =
    action === 'delete'
      ? [{ name: 'deleted', tone: 'done', count: done }]
      : [
          { name: 'passed', tone: 'done', count: verified.passed },
          { name: 'failed again', tone: 'dead', count: verified.failedAgain },
          { name: 'still waiting', tone: 'waiting', count: verified.waiting },
          { name: 'deleted since', tone: 'failed', count: verified.deleted },
        ];
  return [
    ...settled,
    { name: 'returned to the DLQ', tone: 'returned', count: undone },
    { name: 'not done', tone: 'failed', count: failed },
    { name: 'to do', tone: 'pending', count: pendingOf(operation) },
  ];
};

const labelOf = (operation: Operation): string =>
  partsOf(operation)
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count.toLocaleString('en-US')} ${name}`)
    .join(', ');

interface ProgressBarProps {
  readonly operation: Operation;
  readonly isSlim?: boolean;
}

/** One bar for all of an operation's tasks, parted by what became of them. */
export const ProgressBar = ({ operation, isSlim = false }: ProgressBarProps) => (
  <div className="progress">
    <span className="for-readers">Progress: {labelOf(operation) || 'nothing to do'}</span>
    <div className="progress-bar" data-slim={isSlim} aria-hidden="true">
      {partsOf(operation)
        .filter(({ count }) => count > 0)
        .map(({ name, tone, count }) => (
          <span
            key={name}
            data-tone={tone}
            style={{ flexGrow: count }}
            title={`${count.toLocaleString('en-US')} ${name}`}
          />
        ))}
    </div>
  </div>
);
