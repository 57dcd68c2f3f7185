import { StrangerBlock } from '../../components/stranger-text.js';
import { CopyText } from '../../task/json-view.js';

const commandsFor = (url: string): string => `# a queue, and a task in it
curl -X PUT ${url}/v1/queues/orders \\
  -H "Authorization: Bearer $SPOOL_API_KEY" -H 'Content-Type: application/json' -d '{}'
curl -X POST ${url}/v1/queues/orders/tasks \\
  -H "Authorization: Bearer $SPOOL_API_KEY" -H 'Content-Type: application/json' \\
  -d '{ "payload": { "order": 7001 }, "type": "send-webhook", "threadId": "customer-42" }'`;

/** What to do while there is no queue. */
export const FirstSteps = () => {
  const commands = commandsFor(window.location.origin);
  return (
    <div className="first-steps">
      <h2>There is no queue yet</h2>
      <p>
        These two calls create one and put a task into it. The key was printed at the first start; Settings
        makes more.
      </p>
      <StrangerBlock label="First calls" text={commands} />
      <p>
        <CopyText text={commands} label="Copy the calls" />
      </p>
    </div>
  );
};
