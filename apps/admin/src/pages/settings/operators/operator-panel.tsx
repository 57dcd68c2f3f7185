import type { Operator } from '@spool/contracts';
import { useOperator } from '../../../api/operators.js';
import { Facts } from '../../../components/page.js';
import { SidePanel } from '../../../components/side-panel.js';
import { SingleAnswer } from '../../../components/single-answer.js';
import { FullMoment, Moment } from '../../../time/moment.js';
import { OperatorActions } from './operator-actions.js';
import { RightsForm } from './rights-form.js';
import { sourceWords } from './operator-words.js';

const OperatorFacts = ({ operator }: { readonly operator: Operator }) => (
  <Facts
    facts={{
      Role: operator.role,
      Queues: <bdi className="stranger">{operator.queues.join(', ')}</bdi>,
      'Signs in with': sourceWords[operator.source],
      'May sign in': operator.enabled ? 'yes' : 'disabled',
      'Last signed in': operator.lastSignedInAt === null ? 'never' : <Moment at={operator.lastSignedInAt} />,
      Created: <FullMoment at={operator.createdAt} />,
    }}
  />
);

interface OperatorPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One operator: what it may do, and what can be done about it. */
export const OperatorPanel = ({ id, onClose }: OperatorPanelProps) => {
  const query = useOperator(id);
  return (
    <SidePanel
      label={`Operator ${id}`}
      title={<bdi>{query.data?.username ?? `Operator ${id}`}</bdi>}
      onClose={onClose}
    >
      <SingleAnswer query={query}>
        {(operator) => (
          <>
            <div className="panel-actions">
              <OperatorActions operator={operator} onDeleted={onClose} />
            </div>
            <OperatorFacts operator={operator} />
            <RightsForm operator={operator} onClose={onClose} />
          </>
        )}
      </SingleAnswer>
    </SidePanel>
  );
};
