import type { KeyRecord, KeyStore } from '../../src/ports.ts';
import { checkNewKey, hashOfKey, type KeyCreationOptions, newApiKey, newKeyId } from '../stores/api-keys.ts';
import type { RedisConnection } from './connection.ts';
import { integerOf, listOf, textOf } from './reply.ts';
import type { ScriptTime } from './script-time.ts';
import { keyCreate } from './scripts/key-create.ts';
import { keyRevoke } from './scripts/key-revoke.ts';

const fields = ['id', 'account', 'label', 'createdAt', 'revokedAt'] as const;

/** Keys by their SHA-256, which is all of them that ever leaves the process. */
export class RedisKeyStore implements KeyStore {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #key: string;

  constructor(options: { redis: RedisConnection; time: ScriptTime; prefix: string }) {
    this.#redis = options.redis;
    this.#time = options.time;
    this.#key = `{${options.prefix}:keys}`;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    checkNewKey(options);
    const { account, label } = options;
    const key = newApiKey();
    const id = newKeyId();
    const words = [hashOfKey(key), id, hashOfKey(id), account, this.#time.argument];
    if (label !== undefined) words.push(label);
    const createdAt = integerOf(await this.#redis.run(keyCreate, this.#key, ...words));
    return { key, record: { id, account, label: label ?? null, createdAt, revokedAt: null } };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOfKey(key);
    const record = await this.#record(hash);
    return record?.revokedAt === null ? record : undefined;
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const words = [hashOfKey(keyOrId), this.#time.argument];
    return integerOf(await this.#redis.run(keyRevoke, this.#key, ...words)) === 1;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const hashes = listOf(await this.#redis.command('LRANGE', `${this.#key}:account:${account}`, '0', '-1'));
    const records = await Promise.all(hashes.map((hash) => this.#record(textOf(hash))));
    return records.filter((record) => record !== undefined);
  }

  async #record(hash: string): Promise<KeyRecord | undefined> {
    const values = listOf(await this.#redis.command('HMGET', `${this.#key}:hash:${hash}`, ...fields));
    const [id, account, label, createdAt, revokedAt] = values;
    if (id === null) return undefined;
    return {
      id: textOf(id),
      account: textOf(account),
      label: label === null ? null : textOf(label),
      createdAt: integerOf(createdAt),
      revokedAt: revokedAt === null ? null : integerOf(revokedAt),
    };
  }
}
