import { OwnDatabase, type ServerKind } from '@spool/test-bed/own-database.js';
import { inspect } from './installation/inspect.js';
import { Installation, type InstallationOptions } from './installation/installation.js';
import { noMendings, sumMendings, type Mendings } from './installation/mended.js';
import type { Finding, Stage, StageContext, StageResult } from './stage.js';

/** A stage that has run. */
export interface StageRun {
  readonly stage: Stage;
  readonly server: string;
  readonly seed: number;
  readonly seconds: number;
  readonly result: StageResult;
  readonly mendings: Mendings;
}

/** What a run is made of. */
export interface RunPlan {
  readonly stages: readonly Stage[];
  readonly kinds: readonly ServerKind[];
  readonly durationMs: number;
  readonly seed: number;
  readonly path: string | null;
  readonly say: (text: string) => void;
}

/** A longer run goes through its stages again and again, each time with another seed. */
const longestRoundMs = 600_000;
/** Less than this shows nothing. */
const leastStageMs = 8_000;

/** Database servers by kind: each is started when it is first needed and serves until the end. */
class Servers {
  private readonly started = new Map<ServerKind, OwnDatabase>();

  async get(kind: ServerKind): Promise<OwnDatabase> {
    const server = this.started.get(kind) ?? (await OwnDatabase.start(kind));
    this.started.set(kind, server);
    return server;
  }

  async close(): Promise<void> {
    await Promise.all([...this.started.values()].map((server) => server.close()));
  }
}

const runStage = async (
  stage: Stage,
  context: Omit<StageContext, 'open' | 'openBroken' | 'afterwards'>,
  server: OwnDatabase,
) => {
  const opened: Installation[] = [];
  const closers: (() => Promise<void> | void)[] = [];
  const openBroken = (options: InstallationOptions): Promise<Installation> =>
    Installation.start(options.rootUrl ?? server.rootUrl, options);
  const open = async (options: InstallationOptions = {}): Promise<Installation> => {
    const installation = await openBroken(options);
    opened.push(installation);
    return installation;
  };
  const findings: Finding[] = [];
  const mended: Mendings[] = [noMendings];
  try {
    const afterwards: StageContext['afterwards'] = (close) => void closers.unshift(close);
    const result = await stage.run({ ...context, open, openBroken, afterwards });
    for (const installation of opened) {
      const seen = await inspect(installation);
      findings.push(...seen.findings);
      mended.push(seen.mendings);
    }
    return {
      result: { ...result, findings: [...result.findings, ...findings] },
      mendings: sumMendings(mended),
    };
  } finally {
    await Promise.all(opened.map((installation) => installation.close()));
    for (const close of closers) await close();
  }
};

/** What the first of some stages gets of the time that is left for all of them, where others took longer as well. */
const shareOf = (stages: readonly Stage[], leftMs: number): number => {
  const weights = stages.reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(leastStageMs, (leftMs * (stages[0]?.weight ?? 0)) / weights);
};

/** A stage that would get less time than it needs is left out, unless it was asked for alone. */
const withTimeFor = (stages: readonly Stage[], roundMs: number): readonly Stage[] => {
  const weights = stages.reduce((sum, { weight }) => sum + weight, 0);
  const hasTime = ({ weight, leastMs = 0 }: Stage): boolean => (roundMs * weight) / weights >= leastMs;
  return stages.length === 1 ? stages : stages.filter(hasTime);
};

/** Runs the stages in turn, each for its share of the time, on each kind of server in turn. */
export const run = async ({ stages, kinds, durationMs, seed, path, say }: RunPlan): Promise<StageRun[]> => {
  const servers = new Servers();
  const runs: StageRun[] = [];
  const endMs = performance.now() + durationMs;
  try {
    for (let round = 0; round === 0 || performance.now() < endMs; round += 1) {
      const roundEndMs = Math.min(endMs, performance.now() + longestRoundMs);
      const chosen = withTimeFor(stages, roundEndMs - performance.now());
      const left = stages.filter((stage) => !chosen.includes(stage)).map(({ name }) => name);
      if (left.length > 0) say(`no time for ${left.join(', ')}`);
      for (const [index, stage] of chosen.entries()) {
        const kind = kinds[(index + round) % kinds.length];
        if (kind === undefined) throw new Error('There is no database server on this machine.');
        const server = await servers.get(kind);
        const startedAtMs = performance.now();
        const context = {
          seed: seed + round,
          deadlineMs: startedAtMs + shareOf(chosen.slice(index), roundEndMs - startedAtMs),
          server: server.name,
          path,
          kind,
          say,
        };
        say(`${stage.name} on ${server.name}, seed ${context.seed}`);
        const done = await runStage(stage, context, server).catch((error: unknown) => {
          const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
          return { result: { counts: {}, findings: [{ rule: 'error', text }] }, mendings: noMendings };
        });
        const seconds = (performance.now() - startedAtMs) / 1000;
        runs.push({ stage, server: server.name, seed: context.seed, seconds, ...done });
        for (const { rule, text } of done.result.findings) say(`  RED ${rule}: ${text}`);
      }
    }
    return runs;
  } finally {
    await servers.close();
  }
};
