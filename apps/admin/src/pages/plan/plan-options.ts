import { limits, type OperationPreview } from '@spool/contracts';
import { z } from 'zod';
import type { OperationOrder } from '../../api/operations.js';

const usualCanary = 5;

const wholeUpTo = (most: number) => {
  const message = `A whole number from 1 to ${most.toLocaleString('en-US')}, or nothing.`;
  return z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^[0-9]{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most),
      message,
    );
};

/** How an operation is to go about its tasks, as it is typed. */
export const planOptions = z.object({
  canary: wholeUpTo(limits.operationCanary),
  ratePerSecond: wholeUpTo(limits.operationRatePerSecond),
  reason: z.string().trim().max(limits.reasonCharacters, `At most ${limits.reasonCharacters} characters.`),
});
/** How an operation is to go about its tasks. */
export type PlanOptions = z.output<typeof planOptions>;

/** A few first, where there are more than a few. */
export const usualOptions = ({ action }: OperationOrder, { eligible }: OperationPreview): PlanOptions => ({
  canary: action === 'restart' && eligible > usualCanary ? String(usualCanary) : '',
  ratePerSecond: '',
  reason: '',
});

/** An order with the options that were chosen. */
export const orderWith = (order: OperationOrder, options: PlanOptions): OperationOrder => {
  const { canary, ratePerSecond, reason } = options;
  return {
    ...order,
    ...(canary === '' || order.action === 'delete' ? {} : { canary: Number(canary) }),
    ...(ratePerSecond === '' ? {} : { ratePerSecond: Number(ratePerSecond) }),
    ...(reason === '' ? {} : { reason }),
  };
};
