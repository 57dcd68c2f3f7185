import { Skeleton } from '@mantine/core';

const factCount = 8;

/** The shape of a page about one thing that is on its way. */
export const FactSkeletons = () => (
  <output className="facts" aria-label="Loading">
    {Array.from({ length: factCount }, (_, fact) => (
      <span key={fact}>
        <Skeleton height={10} width="40%" my={3} />
        <Skeleton height={12} width="80%" my={4} />
      </span>
    ))}
  </output>
);
