import { Inject, Injectable } from '@nestjs/common';
import { routes, type Route } from '@spool/contracts';
import type { Caller } from '../caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { addressGroupOf } from './address-group.js';
import { loadClassOf } from './load-shedding.js';
import { RateLimit } from './rate-limit.js';

/** What asks whether the service lives must not be told to come back later. */
const probes = new Set<Route | undefined>([routes.live, routes.ready]);

/** The limits of requests a second: by address before anybody is known, by key or operator after. */
@Injectable()
export class RateLimits {
  private readonly byAddress: RateLimit;
  private readonly byCaller: RateLimit;

  constructor(@Inject(CONFIG) config: Config) {
    this.byAddress = new RateLimit(config.addressRequestsPerSecond, 'address');
    this.byCaller = new RateLimit(config.callerRequestsPerSecond, 'API key or operator');
  }

  /** Counts a request from an address. Throws `rate_limited`. */
  admitAddress(address: string, route: Route | undefined): void {
    if (!probes.has(route)) this.byAddress.take(addressGroupOf(address), loadClassOf(route));
  }

  /** Counts a request of a caller who is known. Throws `rate_limited`. */
  admitCaller({ name }: Caller, route: Route): void {
    this.byCaller.take(name, loadClassOf(route));
  }
}
