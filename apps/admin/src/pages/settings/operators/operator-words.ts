import type { Operator, OperatorSource, Role } from '@spool/contracts';

/** How operators sign in. */
export const sourceWords: Readonly<Record<OperatorSource, string>> = {
  local: 'password',
  oidc: 'OpenID Connect',
};

/** What the roles may do. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'viewer: looks at everything',
  operator: 'operator: also pauses, restarts, deletes',
  admin: 'admin: also configures queues, keys and operators',
};

const isAdministrator = ({ role, enabled, queues }: Operator): boolean =>
  role === 'admin' && enabled && queues.includes('*');

/** Why an operator must stay as it is; null when it need not. The server decides again. */
export const lastAdministratorRefusal = (operator: Operator, all: readonly Operator[]): string | null =>
  isAdministrator(operator) && all.filter(isAdministrator).length === 1
    ? 'This is the last administrator of every queue: make another one first.'
    : null;
