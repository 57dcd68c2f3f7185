import { limits } from '@spool/contracts';
import { inTraces } from '../platform/tracing/trace-scope.js';
import type { Demand, Taking } from '../store/transitions/take-tasks.js';
import type { Ticket } from './ticket.js';

/** Takes tasks for several callers in one transaction; its `queue` is null when there is no such queue. */
export type TakeForAll = (demands: readonly Demand[]) => Promise<Pick<Taking, 'queue' | 'shares'>>;

/**
 * The callers of dequeue on one queue, first come first served. One transaction is under way at a time; whoever
 * comes meanwhile is served by the next, so that sixty callers cost about what one costs. Those who find nothing
 * wait here, at no cost, until the line is told to look again.
 */
export class QueueLine {
  /** The queue's id, once a transaction has seen it. */
  queueId: number | null = null;
  private readonly tickets = new Set<Ticket>();
  private batch: ReadonlySet<Ticket> = new Set();
  private isServing = false;
  private mustLook = false;
  private isClosing = false;

  /** `onWaiting` is called when somebody begins to wait for work to appear. */
  constructor(
    private readonly take: TakeForAll,
    private readonly onWaiting: () => void,
  ) {}

  /** Whether anybody waits for work to appear. */
  get hasWaiting(): boolean {
    return [...this.tickets].some((ticket) => ticket.hasFoundNothing);
  }

  /** How many callers are in the line. */
  get length(): number {
    return this.tickets.size;
  }

  get isEmpty(): boolean {
    return this.tickets.size === 0 && !this.isServing;
  }

  /** Takes a caller into the line. */
  join(ticket: Ticket): void {
    this.tickets.add(ticket);
    if (this.isClosing) ticket.loseInterest();
    ticket.whenPatienceEnds(() => this.sendHome(ticket));
    this.look();
  }

  /** Looks for work for everybody in the line: some may have appeared. */
  look(): void {
    this.mustLook = true;
    if (!this.isServing) void this.serve();
  }

  /** Answers everybody who waits, at once: the service stops. */
  close(): void {
    this.isClosing = true;
    for (const ticket of this.tickets) {
      ticket.loseInterest();
      this.sendHome(ticket);
    }
  }

  /** Answers a caller who no longer waits, unless it is being served or has not been served yet. */
  private sendHome(ticket: Ticket): void {
    if (this.tickets.has(ticket) && ticket.hasFoundNothing && !this.batch.has(ticket))
      this.leave(ticket).give([]);
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.mustLook && this.tickets.size > 0) {
      this.mustLook = false;
      const present = [...this.tickets];
      const batch = firstOf(present);
      this.batch = new Set(batch);
      try {
        this.hand(present, batch, await this.takeFor(batch));
      } catch (error) {
        for (const ticket of batch) this.leave(ticket).refuse(error);
        // Those behind them have not been served yet.
        this.mustLook = true;
      }
      this.batch = new Set();
    }
    this.isServing = false;
  }

  private takeFor(batch: readonly Ticket[]): ReturnType<TakeForAll> {
    return inTraces(
      batch.flatMap(({ traces }) => traces),
      () => this.take(batch.map(({ demand }) => demand)),
    );
  }

  private hand(
    present: readonly Ticket[],
    batch: readonly Ticket[],
    { queue, shares }: Pick<Taking, 'queue' | 'shares'>,
  ): void {
    this.queueId = queue?.id ?? null;
    const givenTo = batch.filter((ticket, index) => {
      const share = queue === null ? null : (shares[index] ?? []);
      if (share !== null && share.length === 0) return false;
      this.leave(ticket).give(share);
      return true;
    });
    if (givenTo.length > 0) this.mustLook = true;
    else for (const ticket of present) this.noteNothingFound(ticket);
  }

  private noteNothingFound(ticket: Ticket): void {
    ticket.hasFoundNothing = true;
    if (ticket.waitsOn) this.onWaiting();
    else this.leave(ticket).give([]);
  }

  private leave(ticket: Ticket): Ticket {
    this.tickets.delete(ticket);
    return ticket;
  }
}

/** As many callers as one transaction serves, in order; always at least one. */
const firstOf = (tickets: readonly Ticket[]): Ticket[] => {
  const batch: Ticket[] = [];
  let wanted = 0;
  for (const ticket of tickets) {
    if (wanted + ticket.demand.max > limits.dequeueTasks && batch.length > 0) break;
    batch.push(ticket);
    wanted += ticket.demand.max;
  }
  return batch;
};
