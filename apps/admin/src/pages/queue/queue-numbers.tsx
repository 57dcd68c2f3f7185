import type { Queue, QueueCounts } from '@spool/contracts';
import type { Situation } from '../../components/situation.js';
import { CountTile, Tile, Tiles } from '../../components/tiles.js';
import { useNow } from '../../time/use-now.js';
import { wordDuration } from '../../time/words.js';

const shown: readonly (readonly [count: keyof QueueCounts, label: string, situation: Situation])[] = [
  ['ready', 'Ready', 'ready'],
  ['inProgress', 'Running', 'running'],
  ['waiting', 'Waiting', 'waiting'],
  ['scheduled', 'Scheduled', 'scheduled'],
  ['backoff', 'Backoff', 'backoff'],
  ['dead', 'Dead', 'dead'],
  ['completed', 'Completed', 'done'],
];

/** A queue's counts; each leads to the tasks that it counts. */
export const QueueNumbers = ({ queue }: { readonly queue: Queue }) => {
  const nowMs = useNow();
  const { name, counts, oldestReadyAt } = queue;
  return (
    <Tiles label="Tasks now">
      {shown.map(([count, label, situation]) => (
        <CountTile
          key={count}
          label={label}
          situation={situation}
          count={counts[count]}
          link={
            count === 'dead'
              ? { to: '/dlq', search: { queue: name } }
              : { to: '/tasks', search: { q: `queue:${name} state:${situation}` } }
          }
        />
      ))}
      <Tile
        label="Oldest ready"
        value={oldestReadyAt === null ? '–' : wordDuration(nowMs - Date.parse(oldestReadyAt))}
        isQuiet={oldestReadyAt === null}
      />
    </Tiles>
  );
};
