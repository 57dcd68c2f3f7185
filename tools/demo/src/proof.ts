import type { Delivery } from './receiver.js';

/** Something that must hold of a run, and whether it does. */
export interface Finding {
  readonly statement: string;
  readonly holds: boolean;
  readonly detail: string;
}

/** What a run was to come to. */
export interface Expected {
  readonly orders: number;
  /** The orders that the receiver refused until it was repaired. */
  readonly refusedOrders: ReadonlySet<number>;
  /** How many dead tasks the DLQ listed before they were restarted. */
  readonly deadListed: number;
}

const byCustomer = (deliveries: readonly Delivery[]): Map<string, Delivery[]> => {
  const customers = new Map<string, Delivery[]>();
  for (const delivery of deliveries.toSorted((left, right) => left.startedMs - right.startedMs)) {
    const known = customers.get(delivery.customer);
    if (known === undefined) customers.set(delivery.customer, [delivery]);
    else known.push(delivery);
  }
  return customers;
};

/** Deliveries to a customer that began before an earlier one had ended. */
export const countOverlaps = (deliveries: readonly Delivery[]): number => {
  let overlaps = 0;
  for (const known of byCustomer(deliveries).values()) {
    let busyUntilMs = Number.NEGATIVE_INFINITY;
    for (const { startedMs, endedMs } of known) {
      if (startedMs < busyUntilMs) overlaps += 1;
      busyUntilMs = Math.max(busyUntilMs, endedMs);
    }
  }
  return overlaps;
};

/** First attempts of a customer's orders that came after one of a later order; retries may come later (R5). */
export const countOutOfOrder = (deliveries: readonly Delivery[]): number => {
  let outOfOrder = 0;
  for (const known of byCustomer(deliveries).values()) {
    const attempted = new Set<number>();
    let latest = -1;
    for (const { order } of known) {
      if (attempted.has(order)) continue;
      attempted.add(order);
      if (order < latest) outOfOrder += 1;
      latest = Math.max(latest, order);
    }
  }
  return outOfOrder;
};

const timesAccepted = (deliveries: readonly Delivery[]): Map<number, number> => {
  const times = new Map<number, number>();
  for (const { order, accepted } of deliveries) if (accepted) times.set(order, (times.get(order) ?? 0) + 1);
  return times;
};

/** Holds what the receiver wrote down against what was to be. */
export const prove = (deliveries: readonly Delivery[], expected: Expected): Finding[] => {
  const accepted = timesAccepted(deliveries);
  const missing = expected.orders - accepted.size;
  const twice = [...accepted.values()].filter((times) => times > 1).length;
  const overlaps = countOverlaps(deliveries);
  const outOfOrder = countOutOfOrder(deliveries);
  const { refusedOrders, deadListed } = expected;
  return [
    {
      statement: 'no two deliveries to one customer overlapped',
      holds: overlaps === 0,
      detail: `${overlaps} overlaps in ${deliveries.length} deliveries to ${byCustomer(deliveries).size} customers`,
    },
    {
      statement: 'each customer’s orders were first tried in order',
      holds: outOfOrder === 0,
      detail: `${outOfOrder} out of order`,
    },
    {
      statement: 'every order was delivered',
      holds: missing === 0,
      detail: `${missing} of ${expected.orders} missing`,
    },
    { statement: 'none was accepted twice', holds: twice === 0, detail: `${twice} accepted twice` },
    {
      statement: 'the refused orders died, were listed, restarted and delivered',
      holds: deadListed === refusedOrders.size && [...refusedOrders].every((order) => accepted.has(order)),
      detail: `${deadListed} dead of ${refusedOrders.size} refused`,
    },
  ];
};
