import { playCommands } from '../commands/play-commands.js';
import { countEntries, latenciesOf } from '../history/summary.js';
import type { Stage } from '../stage.js';

/** One command after the other, each to any replica, compared with the oracle. */
export const randomCommands: Stage = {
  name: 'random-commands',
  description:
    'Random commands to replicas at random, answers and lists compared with the oracle after each.',
  weight: 2,
  async run(context) {
    const installation = await context.open();
    const { findings, histories, tooSlow } = await playCommands(installation, context);
    const { entries } = installation.recorder;
    return {
      counts: countEntries(entries),
      findings,
      latenciesMs: latenciesOf(entries),
      notes: [
        `${histories} random histories agreed with the oracle, ${tooSlow} were cut short because the machine was too slow to tell before from after.`,
      ],
    };
  },
};
