import { Link } from '@tanstack/react-router';
import { StrangerText } from './stranger-text.js';

/** Leads to a task. */
export const TaskLink = ({ id }: { readonly id: string }) => (
  <Link to="/tasks/$taskId" params={{ taskId: id }} className="stranger">
    {id}
  </Link>
);

/** Leads to a thread; a dash where there is none. The queue of a member says whose thread of that id is meant. */
export const ThreadLink = (props: { readonly threadId: string | null; readonly queue?: string | null }) =>
  props.threadId === null ? (
    <span className="faint">–</span>
  ) : (
    <Link to="/threads/line" search={{ threadId: props.threadId, queue: props.queue ?? undefined }}>
      <StrangerText text={props.threadId} />
    </Link>
  );

/** Leads to a queue. */
export const QueueLink = ({ queue }: { readonly queue: string }) => (
  <Link to="/queues/$queue" params={{ queue }}>
    <bdi>{queue}</bdi>
  </Link>
);
