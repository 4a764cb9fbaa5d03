import type { Clock } from '../../src/ports/clock.ts';
import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import { checkNewKey, hashOfKey, type KeyCreationOptions, newApiKey, newKeyId } from '../stores/api-keys.ts';

/** API keys in the memory of this process. */
export class MemoryKeyStore implements KeyStore {
  /** By id, in order of creation. */
  readonly #keys = new Map<string, { readonly hash: string; readonly record: KeyRecord }>();
  readonly #liveByHash = new Map<string, KeyRecord>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
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
    this.#liveByHash.set(hash, record);
    return { key, record };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    return this.#liveByHash.get(hashOfKey(key));
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const id = this.#liveByHash.get(hashOfKey(keyOrId))?.id ?? keyOrId;
    const key = this.#keys.get(id);
    if (key === undefined || key.record.revokedAt !== null) return false;
    const { hash, record } = key;
    this.#liveByHash.delete(hash);
    this.#keys.set(id, { hash, record: Object.freeze({ ...record, revokedAt: this.#clock.now() }) });
    return true;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const records = Array.from(this.#keys.values(), ({ record }) => record);
    return records.filter((record) => record.account === account);
  }
}
