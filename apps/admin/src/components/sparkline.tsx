const widthPx = 84;
const heightPx = 18;
const gapPx = 1;

interface SparklineProps {
  readonly values: readonly number[];
  /** What the picture says, for who cannot see it. */
  readonly label: string;
}

/** Counts over time as small bars; the highest fills the height. */
export const Sparkline = ({ values, label }: SparklineProps) => {
  const most = Math.max(1, ...values);
  const stepPx = widthPx / Math.max(1, values.length);
  return (
    <svg className="sparkline" width={widthPx} height={heightPx} role="img" aria-label={label}>
      {values.map((value, index) => {
        const barPx = value === 0 ? 1 : Math.max(2, (value / most) * heightPx);
        return (
          <rect
            key={index}
            data-empty={value === 0}
            x={index * stepPx}
            y={heightPx - barPx}
            width={Math.max(1, stepPx - gapPx)}
            height={barPx}
          />
        );
      })}
    </svg>
  );
};
