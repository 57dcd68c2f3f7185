import type { ApiKeyRecord } from '../../store/api-key-store.js';
import type { Caller } from '../caller.js';
import { parseApiKey, secretMatches } from './api-key-format.js';

/** Reads API keys from where they are stored. */
export interface ApiKeySource {
  find(id: string): Promise<ApiKeyRecord | null>;
  /** Notes the use of a key; never throws. */
  noteUse(id: string): void;
}

interface Entry {
  readonly readAtMs: number;
  readonly record: Promise<ApiKeyRecord | null>;
  caller: Caller | null;
}

/** Below the second within which a revocation holds on every replica. */
const longestCachedMs = 900;
const mostEntries = 10_000;
const usePauseMs = 60_000;

const callerOf = (record: ApiKeyRecord): Caller => ({
  name: `key:${record.id}`,
  actor: { type: 'api-key', id: record.id, name: record.name },
  permissions: new Set(record.scopes),
  queuePatterns: record.queuePatterns,
});

/** Both secrets are compared, whichever matches: the time tells nothing. */
const hasSecret = ({ secretHash, previousSecretHash }: ApiKeyRecord, secret: string): boolean => {
  const isNew = secretMatches(secret, secretHash);
  const isOld = previousSecretHash !== null && secretMatches(secret, previousSecretHash);
  return isNew || isOld;
};

/** Tells who an API key belongs to. Keys are kept for less than a second, so that a revoked one soon ends. */
export class ApiKeyAccess {
  private readonly entries = new Map<string, Entry>();
  private readonly usedAtMs = new Map<string, number>();

  constructor(
    private readonly source: ApiKeySource,
    private readonly readClockMs: () => number = () => performance.now(),
  ) {}

  /** The caller that a key stands for; null when it is unknown, wrong, revoked or expired. Throws `unavailable`. */
  async callerOf(text: string): Promise<Caller | null> {
    const key = parseApiKey(text);
    if (key === null) return null;
    const entry = this.entryOf(key.id);
    const record = await entry.record;
    if (record === null || !this.opens(record, key.secret)) return null;
    entry.caller ??= callerOf(record);
    return entry.caller;
  }

  /** The caller that a key stands for whose record was read just now; null where it does not open it. */
  callerBy(record: ApiKeyRecord, secret: string): Caller | null {
    return this.opens(record, secret) ? callerOf(record) : null;
  }

  /** Forgets a key that was changed here. */
  forget(id: string): void {
    this.entries.delete(id);
  }

  private opens(record: ApiKeyRecord, secret: string): boolean {
    if (record.hasExpired || !hasSecret(record, secret)) return false;
    this.noteUse(record.id);
    return true;
  }

  private entryOf(id: string): Entry {
    const now = this.readClockMs();
    const known = this.entries.get(id);
    if (known !== undefined && now - known.readAtMs < longestCachedMs) return known;
    const entry: Entry = { readAtMs: now, record: this.source.find(id), caller: null };
    entry.record.catch(() => {
      if (this.entries.get(id) === entry) this.entries.delete(id);
    });
    this.entries.delete(id);
    this.entries.set(id, entry);
    this.dropOldest(this.entries);
    return entry;
  }

  private noteUse(id: string): void {
    const now = this.readClockMs();
    const before = this.usedAtMs.get(id);
    if (before !== undefined && now - before < usePauseMs) return;
    this.usedAtMs.set(id, now);
    this.dropOldest(this.usedAtMs);
    this.source.noteUse(id);
  }

  private dropOldest(map: Map<string, unknown>): void {
    if (map.size <= mostEntries) return;
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
}
