import { queuePatterns, role, username } from '@spool/contracts';
import { z } from 'zod';

/** Reads names and patterns of queues, separated by commas or spaces. */
export const patternsIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((pattern) => pattern !== '');

/** What may be changed of an operator, as the form holds it. */
export const rightsForm = z.object({ role, queues: z.string().transform(patternsIn).pipe(queuePatterns) });

/** A new operator, as the form holds it; the contract's own schemas judge it. */
export const operatorForm = rightsForm.extend({ username });

/** The fields of an operator who may look at everything. */
export const firstOperatorFields: z.input<typeof operatorForm> = {
  username: '',
  role: 'viewer',
  queues: '*',
};
