import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import type { Fault, Scene } from './fault.js';

/** The server's death, and its return a second later. */
export const killedDatabase: Fault = {
  name: 'SIGKILL of the database',
  lastsMs: 5_000,
  bring: async ({ server }) => {
    await server.kill();
    await pause(1_000);
    await server.comeBack();
  },
};

/** Sets a global variable of the server, and sets it back after something was done. */
const whileItIs = async (
  { server }: Scene,
  [name, value, usually]: readonly [name: string, value: number, usually: number],
  work: () => Promise<void>,
): Promise<void> => {
  const byHand = await createConnection({ uri: server.rootUrl });
  try {
    await byHand.query(`SET GLOBAL ${name} = ${value}`);
    await work();
    await byHand.query(`SET GLOBAL ${name} = ${usually}`);
  } finally {
    byHand.destroy();
  }
};

/** Takes every connection that the server still has to give. */
const takeEveryConnection = async ({ server }: Scene): Promise<Connection[]> => {
  const taken: Connection[] = [];
  try {
    for (;;) taken.push(await createConnection({ uri: server.rootUrl }));
  } catch {
    return taken;
  }
};

/** What can happen to the database. */
export const databaseFaults: readonly Fault[] = [
  killedDatabase,
  {
    name: 'the database stalled for 12 s (SIGSTOP)',
    lastsMs: 13_000,
    bring: async ({ server }) => {
      server.signal('SIGSTOP');
      await pause(12_000);
      server.signal('SIGCONT');
    },
  },
  {
    name: 'SIGKILL of everything',
    lastsMs: 8_000,
    bring: async ({ server, installation }) => {
      const replicas = Array.from({ length: installation.size }, (_, index) => index);
      await Promise.all([server.kill(), ...replicas.map((index) => installation.killReplica(index))]);
      await server.comeBack();
      await Promise.all(replicas.map((index) => installation.startReplica(index)));
    },
  },
  {
    name: 'no connection left (max_connections), and every one lost',
    lastsMs: 5_000,
    bring: (scene) =>
      whileItIs(scene, ['max_connections', 60, 300], async () => {
        scene.way.reset();
        const taken = await takeEveryConnection(scene);
        await pause(3_000);
        for (const connection of taken) connection.destroy();
      }),
  },
  {
    name: 'the database read-only for 3 s',
    lastsMs: 4_000,
    bring: (scene) => whileItIs(scene, ['read_only', 1, 0], () => pause(3_000)),
  },
];
