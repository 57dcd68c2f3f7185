import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { OwnDatabase } from '@spool/test-bed/own-database.js';
import { TroubledWay } from '@spool/test-bed/troubled-way.js';
import { Chance } from '../chance.js';
import { nowMs } from '../history/recorder.js';
import type { Installation, InstallationOptions } from '../installation/installation.js';
import type { Finding, StageContext, StageResult } from '../stage.js';
import { judgeTraffic } from '../traffic/judge-traffic.js';
import { denseTraffic } from '../traffic/plan.js';
import { Traffic } from '../traffic/traffic.js';
import type { Fault, Stricken } from './fault.js';
import { outagesOf, type FaultTimes } from './outages.js';

/** Clients work undisturbed for so long before each fault. */
const quietMs = 2_000;
const recoveryMs = 30_000;

/** Waits until every replica says that it can work. */
export const untilReady = async (installation: Installation): Promise<void> => {
  const deadlineMs = performance.now() + recoveryMs;
  for (let index = 0; index < installation.size;) {
    const answer = await fetch(`${installation.urlOf(index)}/health/ready`).catch(() => null);
    if (answer?.status === 200) index += 1;
    else if (performance.now() > deadlineMs)
      throw new Error(`Replica ${index + 1} did not recover within 30 s.`);
    else await pause(50);
  }
};

/** Brings one fault after another about: each once, and again while there is time. */
const bringAll = async <Of extends Stricken>(
  faults: readonly Fault<Of>[],
  scene: Of,
  deadlineMs: number,
): Promise<FaultTimes[]> => {
  const begun: { fault: string; fromMs: number }[] = [];
  const hasTimeFor = ({ lastsMs }: Fault<Of>): boolean => performance.now() + quietMs + lastsMs < deadlineMs;
  for (let turn = 0; ; turn += 1) {
    const fault = faults[turn % faults.length];
    if (fault === undefined || (turn >= faults.length && !hasTimeFor(fault))) break;
    await pause(quietMs);
    begun.push({ fault: fault.name, fromMs: nowMs() });
    await fault.bring(scene);
    await untilReady(scene.installation);
  }
  return begun.map((one, index) => ({ ...one, untilMs: begun[index + 1]?.fromMs ?? nowMs() }));
};

const privileges = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES';

/** An account with no more rights than Spool needs: root may write to a read-only server. Returns its address. */
const makeAccount = async (rootUrl: string): Promise<string> => {
  const connection = await createConnection({ uri: rootUrl });
  try {
    await connection.query("CREATE USER 'spool'@'127.0.0.1' IDENTIFIED BY 'spool'");
    await connection.query(`GRANT ${privileges} ON *.* TO 'spool'@'127.0.0.1'`);
  } finally {
    await connection.end();
  }
  const url = new URL(rootUrl);
  url.username = 'spool';
  url.password = 'spool';
  return url.href;
};

/** What else a stage needs. */
export interface FaultOptions {
  readonly installation?: InstallationOptions;
  /** The folder of the server's data. */
  readonly directory?: string;
}

/** Lets clients work while one fault follows another, over a server of its own, and judges their history. */
export const runUnderFaults = async (
  context: StageContext,
  faults: readonly Fault[],
  options: FaultOptions = {},
): Promise<StageResult> => {
  const { open, afterwards, seed, kind } = context;
  const chance = new Chance(seed);
  const server = await OwnDatabase.start(kind, options.directory);
  afterwards(() => server.close());
  const way = await TroubledWay.to(await makeAccount(server.rootUrl));
  afterwards(() => way.close());
  const installation = await open({ ...options.installation, rootUrl: way.url, withProxies: true });
  const scene = { installation, server, way, chance: chance.fork() };
  return await workUnderFaults(scene, faults, context);
};

/** Trouble with the database is told as 503: a 500 is a fault of the service's own. */
const internalErrors = ({ recorder }: Installation): Finding[] => {
  const count = recorder.entries.filter(({ reason }) => reason?.startsWith('500') === true).length;
  return count === 0 ? [] : [{ rule: '500', text: `${count} calls were answered 500` }];
};

/** Lets clients of an installation work while one fault follows another, and judges their history. */
export const workUnderFaults = async <Of extends Stricken>(
  scene: Of,
  faults: readonly Fault<Of>[],
  { deadlineMs, say }: Pick<StageContext, 'deadlineMs' | 'say'>,
): Promise<StageResult> => {
  const { installation, chance } = scene;
  const traffic = new Traffic(installation, chance.fork(), denseTraffic);
  await traffic.prepare();
  let isOver = false;
  const bringing = bringAll(faults, scene, deadlineMs).finally(() => (isOver = true));
  const [times] = await Promise.all([bringing, traffic.runWhile(() => !isOver)]);
  await untilReady(installation);
  const judged = await judgeTraffic(installation, await traffic.drain());
  const outages = outagesOf(installation.recorder.entries, times);
  for (const { fault, unavailableMs, untilPromotedMs } of outages)
    say(`  ${fault}: nobody answered for ${unavailableMs} ms, no thread moved on for ${untilPromotedMs} ms`);
  return { ...judged, findings: [...judged.findings, ...internalErrors(installation)], outages };
};
