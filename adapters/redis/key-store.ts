import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import { checkNewKey, hashOfKey, type KeyCreationOptions, newApiKey, newKeyId } from '../stores/api-keys.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { keyCreate } from './scripts/key-create.ts';
import { keyRevoke } from './scripts/key-revoke.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

const fields = ['id', 'account', 'label', 'createdAt', 'revokedAt'] as const;

/** API keys, stored by their SHA-256. The key itself is never sent to Redis. */
export class RedisKeyStore implements KeyStore {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #key: string;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#key = `{${dependencies.prefix}:keys}`;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    checkNewKey(options);
    const { account, label } = options;
    const key = newApiKey();
    const id = newKeyId();
    const args = [hashOfKey(key), id, hashOfKey(id), account, this.#time.nowArgument];
    if (label !== undefined) args.push(label);
    const createdAt = asInteger(await this.#redis.run(keyCreate, this.#key, ...args));
    return { key, record: { id, account, label: label ?? null, createdAt, revokedAt: null } };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOfKey(key);
    const record = await this.#record(hash);
    return record?.revokedAt === null ? record : undefined;
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const args = [hashOfKey(keyOrId), this.#time.nowArgument];
    return asInteger(await this.#redis.run(keyRevoke, this.#key, ...args)) === 1;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const hashes = asList(await this.#redis.command('LRANGE', `${this.#key}:account:${account}`, '0', '-1'));
    const records = await Promise.all(hashes.map((hash) => this.#record(asText(hash))));
    return records.filter((record) => record !== undefined);
  }

  async #record(hash: string): Promise<KeyRecord | undefined> {
    const values = asList(await this.#redis.command('HMGET', `${this.#key}:hash:${hash}`, ...fields));
    const [id, account, label, createdAt, revokedAt] = values;
    if (id === null) return undefined;
    return {
      id: asText(id),
      account: asText(account),
      label: label === null ? null : asText(label),
      createdAt: asInteger(createdAt),
      revokedAt: revokedAt === null ? null : asInteger(revokedAt),
    };
  }
}
