import type { Clock } from '../../src/ports/clock.ts';
import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import {
  hashOfKey,
  isStillValid,
  type KeyCreationOptions,
  type KeyRotationOptions,
  newApiKey,
  newKey,
  oldValidForMsOf,
  type ReplacedSecret,
} from '../stores/api-keys.ts';

interface StoredKey {
  readonly record: KeyRecord;
  /** Of the current secret. */
  readonly hash: string;
  readonly replaced: ReadonlyMap<string, ReplacedSecret>;
}

/** API keys in the memory of this process. */
export class MemoryKeyStore implements KeyStore {
  /** By id, in order of creation. */
  readonly #keys = new Map<string, StoredKey>();
  /** The ids of live keys by the hash of a secret, current or replaced. */
  readonly #idByHash = new Map<string, string>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    const { key, hash, record } = newKey(options, this.#clock.now());
    Object.freeze(record);
    this.#keys.set(record.id, { record, hash, replaced: new Map() });
    this.#idByHash.set(hash, record.id);
    return { key, record };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    return this.#keyWith(hashOfKey(key))?.record;
  }

  async rotate(
    keyOrId: string,
    options: KeyRotationOptions = {},
  ): Promise<{ key: string; record: KeyRecord } | undefined> {
    const oldValidForMs = oldValidForMsOf(options);
    const stored = this.#liveKey(keyOrId);
    if (stored === undefined) return undefined;
    const now = this.#clock.now();
    const validUntil = now + oldValidForMs;
    const replaced = new Map<string, ReplacedSecret>();
    for (const [hash, secret] of [
      ...stored.replaced,
      [stored.hash, { replacedAt: now, validUntil }] as const,
    ]) {
      const ending = { ...secret, validUntil: Math.min(secret.validUntil, validUntil) };
      if (ending.validUntil > now) replaced.set(hash, ending);
      else this.#idByHash.delete(hash);
    }
    const key = newApiKey(stored.record);
    const hash = hashOfKey(key);
    const record = Object.freeze({ ...stored.record, rotatedAt: now, previousValidUntil: validUntil });
    this.#keys.set(record.id, { record, hash, replaced });
    this.#idByHash.set(hash, record.id);
    return { key, record };
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const stored = this.#liveKey(keyOrId);
    if (stored === undefined) return false;
    const { record, hash, replaced } = stored;
    for (const secret of [hash, ...replaced.keys()]) this.#idByHash.delete(secret);
    const revoked = Object.freeze({ ...record, revokedAt: this.#clock.now() });
    this.#keys.set(record.id, { record: revoked, hash, replaced: new Map() });
    return true;
  }

  async markUsed(id: string): Promise<void> {
    const stored = this.#keys.get(id);
    if (stored === undefined || stored.record.revokedAt !== null) return;
    const lastUsedAt = Math.max(stored.record.lastUsedAt ?? 0, this.#clock.now());
    this.#keys.set(id, { ...stored, record: Object.freeze({ ...stored.record, lastUsedAt }) });
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const records = Array.from(this.#keys.values(), ({ record }) => record);
    return records.filter((record) => record.account === account);
  }

  /** Returns the key that is not revoked and has this id or this valid secret. */
  #liveKey(keyOrId: string): StoredKey | undefined {
    const stored = this.#keyWith(hashOfKey(keyOrId)) ?? this.#keys.get(keyOrId);
    return stored?.record.revokedAt === null ? stored : undefined;
  }

  /** Returns the live key for which the secret of this hash is valid. */
  #keyWith(hash: string): StoredKey | undefined {
    const id = this.#idByHash.get(hash);
    const stored = id === undefined ? undefined : this.#keys.get(id);
    if (stored === undefined || stored.hash === hash) return stored;
    const secret = stored.replaced.get(hash);
    return secret !== undefined && isStillValid(secret, this.#clock.now()) ? stored : undefined;
  }
}
