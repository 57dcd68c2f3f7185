import type { Operation } from '@spool/contracts';
import { partsOf, type Part } from '../operations/progress-bar.js';

const always: readonly Part['name'][] = ['passed', 'failed again', 'still waiting', 'deleted'];
const settled: readonly Part['name'][] = ['passed', 'failed again', 'still waiting', 'deleted since'];

const Term = ({ part, sign }: { readonly part: Part; readonly sign?: '=' | '+' }) => (
  <div className="report-term" data-sign={sign} data-tone={part.tone} data-none={part.count === 0}>
    <dt>{part.name}</dt>
    <dd>{part.count.toLocaleString('en-US')}</dd>
  </div>
);

const Total = ({ name, count }: { readonly name: string; readonly count: number }) => (
  <div className="report-term">
    <dt>{name}</dt>
    <dd>{count.toLocaleString('en-US')}</dd>
  </div>
);

/** What was restarted, as the sum that it is: passed, failed again, still waiting; and what was not. */
export const Report = ({ operation }: { readonly operation: Operation }) => {
  const { action, done, total } = operation;
  const parts = partsOf(operation).filter(({ name, count }) => count > 0 || always.includes(name));
  const restarted = parts.filter(({ name }) => settled.includes(name));
  const rest = parts.filter(({ name }) => !settled.includes(name));
  return (
    <div className="report">
      {action === 'restart' && (
        <dl className="report-sum" aria-label="What became of the restarted tasks">
          <Total name="restarted" count={done} />
          {restarted.map((part, index) => (
            <Term part={part} sign={index === 0 ? '=' : '+'} key={part.name} />
          ))}
        </dl>
      )}
      <dl className="report-rest">
        {rest.map((part) => (
          <Term part={part} key={part.name} />
        ))}
        <Total name="in all" count={total} />
      </dl>
    </div>
  );
};
