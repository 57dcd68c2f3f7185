import { UnstyledButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useLive } from '../live/live-context.js';
import type { LiveState } from '../live/live-source.js';
import { useNow } from '../time/use-now.js';
import { wordDuration } from '../time/words.js';

const words: Record<LiveState, string> = { live: 'Live', paused: 'Paused', reconnecting: 'Reconnecting' };
/** The service shows that it is alive every 10 s. */
const freshMs = 12_000;

/** Whether the data follows what happens, and how old it is once that matters. */
export const LiveBadge = () => {
  const { state, isPolling, confirmedAtMs, pause, resume } = useLive();
  const nowMs = useNow();
  const ageMs = confirmedAtMs === null ? 0 : nowMs - confirmedAtMs;
  const age = ageMs < freshMs ? '' : `, data ${wordDuration(ageMs)} old`;
  const isPaused = state === 'paused';
  const how = isPolling ? 'Read anew every 2 s' : 'Told of every change';
  return (
    <div className="live-badge" data-state={state} title={isPaused ? undefined : how}>
      <span className="live-dot" aria-hidden="true" />
      <output aria-live="off" aria-label="Live data">
        {words[state]}
        <span className="live-age">{age}</span>
      </output>
      <UnstyledButton
        className="live-switch"
        aria-label={isPaused ? 'Resume the refreshes' : 'Pause the refreshes'}
        onClick={isPaused ? resume : pause}
      >
        {isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
      </UnstyledButton>
    </div>
  );
};
