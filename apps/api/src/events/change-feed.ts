import type { ChangeKind } from '@spool/contracts';
import type { ChangeSnapshot } from '../store/change-store.js';
import { noQueue, type Changes } from './changes.js';

const partKey = (kind: ChangeKind, queueId: number): string => `${kind}:${queueId}`;

interface Seen {
  readonly kind: ChangeKind;
  readonly queueId: number;
  readonly version: string;
}

/** Compares each look at the installation with the one before. */
export class ChangeFeed {
  private seen: ReadonlyMap<string, Seen> | null = null;
  private names: ReadonlyMap<number, string> = new Map();

  /** Whether there is a look to compare with. */
  get hasBaseline(): boolean {
    return this.seen !== null;
  }

  /** What changed since the last look, also if that was long ago; nothing at the first. */
  advance({ versions, queueNames }: ChangeSnapshot): Changes {
    const now = new Map<string, Seen>();
    for (const part of versions) {
      const key = partKey(part.kind, part.queueId);
      const other = now.get(key);
      now.set(key, other === undefined ? part : { ...part, version: `${other.version}, ${part.version}` });
    }
    const before = this.seen;
    const namesBefore = this.names;
    this.seen = now;
    this.names = queueNames;
    if (before === null) return new Map();
    const changed = [...now.values()].filter(
      ({ kind, queueId, version }) => before.get(partKey(kind, queueId))?.version !== version,
    );
    const gone = [...before.values()].filter(({ kind, queueId }) => !now.has(partKey(kind, queueId)));
    const changes = new Map<ChangeKind, Set<string>>();
    for (const { kind, queueId } of [...changed, ...gone]) {
      const name = queueId === 0 ? noQueue : (queueNames.get(queueId) ?? namesBefore.get(queueId));
      if (name === undefined) continue;
      changes.set(kind, (changes.get(kind) ?? new Set()).add(name));
    }
    return changes;
  }
}
