import type { Unit } from '../workloads/workload.js';

/** A figure as people read it: no more digits than it has meaning. */
export const numberText = (value: number, unit: Unit): string => {
  switch (unit) {
    case 'tasks/s':
      return Number(value.toPrecision(3)).toLocaleString('en');
    case 'ms':
      return value.toFixed(value < 10 ? 2 : 0);
    case 'MB':
      return value.toFixed(0);
  }
};
