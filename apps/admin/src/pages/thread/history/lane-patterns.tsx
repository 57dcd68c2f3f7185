/** Hatches that tell outcomes apart without their hue. */
export const LanePatterns = () => (
  <defs>
    <pattern
      id="lane-failed"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="2" height="6" fill="var(--state-backoff)" />
    </pattern>
    <pattern id="lane-lapsed" width="6" height="6" patternUnits="userSpaceOnUse">
      <circle cx="3" cy="3" r="1.25" fill="var(--state-backoff)" />
    </pattern>
    <linearGradient id="lane-running">
      <stop offset="0" stopColor="var(--state-running)" stopOpacity="0.42" />
      <stop offset="1" stopColor="var(--state-running)" stopOpacity="0.12" />
    </linearGradient>
  </defs>
);
