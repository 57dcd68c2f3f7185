import type { Operation } from '@spool/contracts';
import { Link } from '@tanstack/react-router';

const actionWords = { restart: 'Restart', delete: 'Deletion' } as const;

/** Leads to an operation. */
export const OperationLink = ({ operation: { id, action } }: { readonly operation: Operation }) => (
  <Link to="/operations/$operationId" params={{ operationId: id }}>
    {actionWords[action]} <span className="stranger">{id}</span>
  </Link>
);
