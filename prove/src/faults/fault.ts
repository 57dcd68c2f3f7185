import type { OwnDatabase } from '@spool/test-bed/own-database.js';
import type { TroubledWay } from '@spool/test-bed/troubled-way.js';
import type { Chance } from '../chance.js';
import type { Installation } from '../installation/installation.js';

/** Whom a fault strikes. */
export interface Stricken {
  readonly installation: Installation;
  readonly chance: Chance;
}

/** An installation over one server, and what a fault can get hold of there. */
export interface Scene extends Stricken {
  readonly server: OwnDatabase;
  /** Between all replicas and the server. */
  readonly way: TroubledWay;
}

/** Something that goes wrong while clients work. */
export interface Fault<Of extends Stricken = Scene> {
  readonly name: string;
  /** About how long it takes, its mending included. */
  readonly lastsMs: number;
  /** Brings it about and mends it. */
  bring(scene: Of): Promise<void>;
}
