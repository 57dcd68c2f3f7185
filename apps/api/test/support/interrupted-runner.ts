import type { QueryRunner } from 'typeorm';

/** What ends a migration in the middle. */
export class Interruption extends Error {}

/** A query runner that notes the statements that it runs, and fails after so many of them, as when a process is killed. */
export const watchedRunner = (
  runner: QueryRunner,
  { onStatement, endsAfter }: { readonly onStatement?: (text: string) => void; readonly endsAfter: number },
): QueryRunner => {
  let left = endsAfter;
  return new Proxy(runner, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver);
      return async (text: string, parameters?: unknown[]): Promise<unknown> => {
        const answer: unknown = await target.query(text, parameters);
        onStatement?.(text);
        left -= 1;
        if (left === 0) throw new Interruption();
        return answer;
      };
    },
  });
};
