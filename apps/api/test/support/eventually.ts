import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 60_000;
const lookEveryMs = 20;

/** Looks again and again until there is something; throws, naming what was awaited, when patience ends. */
export const eventually = async <Found>(
  awaited: string,
  look: () => Promise<Found | null> | Found | null,
): Promise<Found> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`Awaited in vain for ${patienceMs} ms: ${awaited}.`);
    await pause(lookEveryMs);
  }
};
