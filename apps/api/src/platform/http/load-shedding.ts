import { routes, type Route } from '@spool/contracts';
import { unavailable } from '../spool-error.js';

/** What is shed when: settling a task last, a long poll on a budget of its own. */
export type LoadClass = 'settling' | 'waiting' | 'other';

/** How many requests may be open, and how many bytes of bodies held. */
export interface LoadLimits {
  readonly requests: number;
  readonly bodyBytes: number;
}

const defaultLimits: LoadLimits = { requests: 10_000, bodyBytes: 256 * 1024 * 1024 };
/** Settling frees what others wait for: it is refused only when twice the limit is reached. */
const settlingFactor = 2;

const settlingRoutes = new Set<Route>([
  routes.exchange,
  routes.keepaliveTask,
  routes.keepaliveTasks,
  routes.completeTask,
  routes.completeTasks,
  routes.failTask,
  routes.failTasks,
  routes.releaseTask,
  routes.releaseTasks,
]);

/** The class of a route; long polls and streams are counted apart, so that idle workers never crowd out producers. */
export const loadClassOf = (route: Route | undefined): LoadClass => {
  if (route === routes.dequeue || route === routes.streamEvents) return 'waiting';
  return route !== undefined && settlingRoutes.has(route) ? 'settling' : 'other';
};

/** One open request's part of the load. */
export interface LoadShare {
  /** Counts bytes of the request's body. Throws `unavailable` when there is no room for them. */
  addBytes(bytes: number): void;
  /** Gives everything back; further calls do nothing. */
  end(): void;
}

/** Refuses work before the process suffers: 503 above a number of open requests or of bytes in their bodies. */
export class LoadShedder {
  private readonly open: Record<LoadClass, number> = { settling: 0, waiting: 0, other: 0 };
  private bytes = 0;

  constructor(private readonly limits: LoadLimits = defaultLimits) {}

  /** How many requests are open. */
  get openRequests(): number {
    return this.open.settling + this.open.waiting + this.open.other;
  }

  /** How many bytes of bodies are held. */
  get heldBytes(): number {
    return this.bytes;
  }

  /** Admits a request, or throws `unavailable`. */
  admit(loadClass: LoadClass): LoadShare {
    const factor = loadClass === 'settling' ? settlingFactor : 1;
    if (this.open[loadClass] >= this.limits.requests * factor) throw this.refusal();
    this.open[loadClass] += 1;
    let held = 0;
    let ended = false;
    return {
      addBytes: (bytes) => {
        if (ended) return;
        if (this.bytes + bytes > this.limits.bodyBytes * factor) throw this.refusal();
        held += bytes;
        this.bytes += bytes;
      },
      end: () => {
        if (ended) return;
        ended = true;
        this.open[loadClass] -= 1;
        this.bytes -= held;
      },
    };
  }

  private refusal(): Error {
    return unavailable('The service has more requests than it can hold: try again shortly.');
  }
}
