import type { Clock, KeyRecord, KeyStore } from '../../src/ports.ts';
import { checkNewKey, hashOfKey, type NewKey, newApiKey, newKeyId, sameHash } from '../api-key.ts';

interface StoredKey {
  readonly hash: string;
  readonly record: KeyRecord;
}

/** API keys of this process. */
export class MemoryKeyStore implements KeyStore {
  /** By id, in order of creation. */
  readonly #keys = new Map<string, StoredKey>();
  readonly #idByHash = new Map<string, string>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async create(options: NewKey): Promise<{ key: string; record: KeyRecord }> {
    checkNewKey(options);
    const key = newApiKey();
    const hash = hashOfKey(key);
    const record: KeyRecord = Object.freeze({
      id: newKeyId(),
      account: options.account,
      label: options.label ?? null,
      createdAt: this.#clock.now(),
      revokedAt: null,
    });
    this.#keys.set(record.id, { hash, record });
    this.#idByHash.set(hash, record.id);
    return { key, record };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOfKey(key);
    const stored = this.#keys.get(this.#idByHash.get(hash) ?? '');
    if (stored === undefined || !sameHash(stored.hash, hash)) return undefined;
    return stored.record.revokedAt === null ? stored.record : undefined;
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const id = this.#idByHash.get(hashOfKey(keyOrId)) ?? keyOrId;
    const stored = this.#keys.get(id);
    if (stored === undefined || stored.record.revokedAt !== null) return false;
    const revokedAt = this.#clock.now();
    this.#keys.set(id, { ...stored, record: Object.freeze({ ...stored.record, revokedAt }) });
    return true;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const records = Array.from(this.#keys.values(), ({ record }) => record);
    return records.filter((record) => record.account === account);
  }
}
