import { Skeleton } from '@mantine/core';
import './notices.css';

const rowCount = 8;
const cellWidths = [72, 120, 96, 240, 64];

/** The shape of a table that is on its way. */
export const RowSkeletons = () => (
  <output className="row-skeletons" aria-label="Loading">
    {Array.from({ length: rowCount }, (_, row) => (
      <div className="row-skeleton" key={row}>
        {cellWidths.map((width, cell) => (
          <Skeleton key={cell} height={10} width={width} radius="sm" />
        ))}
      </div>
    ))}
  </output>
);
