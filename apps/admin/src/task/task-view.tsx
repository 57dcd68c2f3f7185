import { Tabs } from '@mantine/core';
import type { TaskDetail, TaskError } from '@spool/contracts';
import type { ReactNode } from 'react';
import { ErrorLine } from '../components/error-line.js';
import { Section } from '../components/page.js';
import { StrangerBlock } from '../components/stranger-text.js';
import { lastErrorOf, TaskFacts } from '../components/task-details.js';
import type { TaskTab } from '../routes/search.js';
import { AttemptTable } from './attempt-table.js';
import { TaskAudit } from './task-audit.js';
import { CopyText, JsonView } from './json-view.js';
import { WaterfallChart } from './waterfall-chart.js';
import { Why } from './why.js';
import './task-view.css';

interface TaskViewProps {
  readonly task: TaskDetail;
  readonly tab: TaskTab | undefined;
  readonly onTab: (tab: TaskTab) => void;
}

const textOf = ({ type, message, stack }: TaskError): string =>
  [type === null ? message : `${type}: ${message}`, stack ?? ''].join('\n').trim();

const ErrorView = ({ error }: { readonly error: TaskError }) => (
  <>
    <div className="error-head">
      <ErrorLine error={error} />
      <CopyText text={textOf(error)} label="Copy error" />
    </div>
    {error.stack !== undefined && <StrangerBlock label="Stack" text={error.stack} />}
  </>
);

interface Part {
  readonly tab: TaskTab;
  readonly label: string;
  readonly body: ReactNode;
}

const partsOf = (task: TaskDetail): Part[] => {
  const error = lastErrorOf(task);
  const parts: Part[] = [];
  if (error !== undefined) parts.push({ tab: 'error', label: 'Error', body: <ErrorView error={error} /> });
  parts.push({ tab: 'payload', label: 'Payload', body: <JsonView label="Payload" value={task.payload} /> });
  const count = task.history.length;
  const label = count === 0 ? 'Attempts' : `Attempts ${count}`;
  parts.push({ tab: 'attempts', label, body: <AttemptTable attempts={task.history} /> });
  if (task.result !== undefined) {
    parts.push({ tab: 'result', label: 'Result', body: <JsonView label="Result" value={task.result} /> });
  }
  parts.push({ tab: 'audit', label: 'Audit', body: <TaskAudit id={task.id} /> });
  return parts;
};

const isTab = (parts: readonly Part[], value: string | null): value is TaskTab =>
  parts.some(({ tab }) => tab === value);

/** Everything about one task: why it is not running, where its time went, what went wrong, what it carries. */
export const TaskView = ({ task, tab, onTab }: TaskViewProps) => {
  const parts = partsOf(task);
  const open = parts.some((part) => part.tab === tab) ? tab : parts[0]?.tab;
  return (
    <>
      <Why id={task.id} />
      <TaskFacts task={task} />
      <Section title="Time">
        <WaterfallChart task={task} />
      </Section>
      <Tabs
        className="page-tabs task-tabs"
        value={open ?? null}
        onChange={(value) => {
          if (isTab(parts, value)) onTab(value);
        }}
        keepMounted={false}
      >
        <Tabs.List>
          {parts.map((part) => (
            <Tabs.Tab key={part.tab} value={part.tab}>
              {part.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((part) => (
          <Tabs.Panel key={part.tab} value={part.tab}>
            {part.body}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
};
