import { passwordChange } from '@spool/contracts';
import { z } from 'zod';

/** A change of one's own password as the form holds it: typed twice, so that it is what was meant. */
export const passwordForm = z
  .object({ currentPassword: z.string(), newPassword: z.string(), again: z.string() })
  .refine(({ newPassword, again }) => newPassword === again, {
    path: ['again'],
    message: 'This is not the same.',
  })
  .transform(({ currentPassword, newPassword }) => ({ currentPassword, newPassword }))
  .pipe(passwordChange);
