import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../src/auditor/auditor.js';
import type { Database } from '../../src/platform/database/database.js';

const lookEveryMs = 20;
const auditEveryLooks = 25;
const selectCrowded = `
  SELECT HEX(t.thread_key) AS thread_key, COUNT(*) AS holders
  FROM leases l JOIN tasks t ON t.id = l.task_id WHERE t.thread_key IS NOT NULL GROUP BY t.thread_key`;

/** What was seen while somebody watched. */
export interface Watched {
  readonly looks: number;
  /** Most threads that were seen in progress at one instant. */
  readonly mostInProgress: number;
  readonly violations: readonly string[];
}

/** Looks at the rows again and again, each time at one instant, until it is told to stop. */
export const watchSingleFlight = (database: Database): (() => Promise<Watched>) => {
  let isWatching = true;
  const violations: string[] = [];
  let mostInProgress = 0;
  let looks = 0;
  const watch = async (): Promise<void> => {
    for (; isWatching; looks += 1) {
      const held = await database.read((sql) =>
        sql.rows<{ thread_key: string; holders: number | string }>(selectCrowded),
      );
      mostInProgress = Math.max(mostInProgress, held.length);
      for (const { thread_key: key, holders } of held)
        if (Number(holders) !== 1) violations.push(`Thread ${key} has ${holders} members in progress.`);
      if (looks % auditEveryLooks === 0) violations.push(...(await audit(database)));
      await pause(lookEveryMs);
    }
  };
  const watching = watch();
  return async () => {
    isWatching = false;
    await watching;
    return { looks, mostInProgress, violations };
  };
};
