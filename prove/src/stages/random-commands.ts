import * as fc from 'fast-check';
import { Chance } from '../chance.js';
import { commands } from '../commands/intentions.js';
import { Play, type Outcome } from '../commands/play.js';
import { Reading } from '../history/reading.js';
import { RecordingClient } from '../history/recording-client.js';
import { countEntries, latenciesOf } from '../history/summary.js';
import type { Installation } from '../installation/installation.js';
import type { Finding, Stage, StageContext } from '../stage.js';

/** Histories that run side by side: what one waits for, the others use. */
const lanes = 4;
const linesTold = 12;

class Different extends Error {
  override readonly name = 'Different';

  constructor({ told, differences }: Extract<Outcome, { kind: 'different' }>) {
    super([...told.slice(-linesTold), ...differences].join('\n    '));
  }
}

/** Plays random histories until the deadline, each in queues of its own. */
class Lane {
  histories = 0;
  tooSlow = 0;
  private playing: Promise<void> = Promise.resolve();

  constructor(
    private readonly installation: Installation,
    private readonly seed: number,
  ) {}

  async run({ deadlineMs, path }: StageContext): Promise<Finding[]> {
    const checked = await fc.check(
      fc.asyncProperty(commands, (intentions) => (this.playing = this.play(intentions))),
      {
        seed: this.seed,
        numRuns: path === null ? 100_000 : 1,
        ...(path === null
          ? { interruptAfterTimeLimit: Math.max(1, deadlineMs - performance.now()) }
          : { path }),
      },
    );
    // The one that the deadline cut short goes on to its end.
    await Promise.allSettled([this.playing]);
    if (!checked.failed || checked.counterexamplePath === null) return [];
    const shrunk = checked.counterexample?.[0].map(({ name }) => name).join(', ');
    const again = `npm run prove -- --only random-commands --seed ${this.seed} --path ${checked.counterexamplePath}`;
    const reason = checked.errorInstance instanceof Error ? checked.errorInstance.message : 'it threw';
    return [{ rule: 'model', text: `${shrunk}\n    ${reason}\n    to see it again: ${again}` }];
  }

  private async play(intentions: Parameters<Play['run']>[0]): Promise<void> {
    this.histories += 1;
    const prefix = `s${this.seed}-${this.histories}`;
    const client = new RecordingClient(prefix, this.installation, new Chance(this.seed + this.histories));
    const play = new Play(prefix, client, new Reading(this.installation));
    const outcome = await play.run(intentions);
    this.installation.recorder.noteDiscarded(play.discardedIds);
    this.installation.recorder.notePerhapsDiscarded(play.heldIds);
    if (outcome.kind === 'different') throw new Different(outcome);
    if (outcome.kind === 'too-slow') this.tooSlow += 1;
  }
}

/** One command after the other, each to any replica, compared with the oracle. */
export const randomCommands: Stage = {
  name: 'random-commands',
  description:
    'Random commands to replicas at random, answers and lists compared with the oracle after each.',
  weight: 2,
  async run(context) {
    const installation = await context.open();
    const count = context.path === null ? lanes : 1;
    const all = Array.from(
      { length: count },
      (_, lane) => new Lane(installation, context.seed + lane * 7_919),
    );
    const findings = (await Promise.all(all.map((lane) => lane.run(context)))).flat();
    const { entries } = installation.recorder;
    const sum = (of: (lane: Lane) => number): number => all.reduce((total, lane) => total + of(lane), 0);
    return {
      counts: countEntries(entries),
      findings,
      latenciesMs: latenciesOf(entries),
      notes: [
        `${sum(({ histories }) => histories)} random histories agreed with the oracle, ${sum(({ tooSlow }) => tooSlow)} were cut short because the machine was too slow to tell before from after.`,
      ],
    };
  },
};
