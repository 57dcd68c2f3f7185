/** Counters of a replica that tell what had to be mended or done again. */
export interface Mendings {
  readonly repairs: number;
  readonly refusedLeases: number;
  /** Transactions that were tried again, by what the database said. */
  readonly retries: Readonly<Record<string, number>>;
}

export const noMendings: Mendings = { repairs: 0, refusedLeases: 0, retries: {} };

const line = /^(\w+)(?:\{([^}]*)\})? ([0-9.e+]+)$/;

/** Reads the counters from a replica's metrics in the text format of Prometheus. */
export const readMendings = (metrics: string): Mendings => {
  let { repairs, refusedLeases } = noMendings;
  const retries: Record<string, number> = {};
  for (const text of metrics.split('\n')) {
    const [, name, labels = '', value = '0'] = line.exec(text) ?? [];
    if (name === 'spool_reconciliation_repairs_total') repairs += Number(value);
    if (name === 'spool_refused_leases_total') refusedLeases += Number(value);
    const trouble = /trouble="([^"]*)"/.exec(labels)?.[1];
    if (name === 'spool_transaction_retries_total' && trouble !== undefined)
      retries[trouble] = (retries[trouble] ?? 0) + Number(value);
  }
  return { repairs, refusedLeases, retries };
};

/** Adds up the counters of several replicas. */
export const sumMendings = (all: readonly Mendings[]): Mendings => {
  const retries: Record<string, number> = {};
  for (const one of all)
    for (const [trouble, times] of Object.entries(one.retries))
      retries[trouble] = (retries[trouble] ?? 0) + times;
  return {
    repairs: all.reduce((sum, one) => sum + one.repairs, 0),
    refusedLeases: all.reduce((sum, one) => sum + one.refusedLeases, 0),
    retries,
  };
};
