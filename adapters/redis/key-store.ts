import { words } from '../../src/argument-checks.ts';
import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import {
  hashOfKey,
  type KeyCreationOptions,
  type KeyRotationOptions,
  newApiKey,
  newKey,
  oldValidForMsOf,
} from '../stores/api-keys.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { keyCreate, keyFind, keyList, keyMarkUsed, keyRevoke, keyRotate } from './scripts/keys.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

const fields = words('id account label test createdAt rotatedAt previousValidUntil revokedAt lastUsedAt');

const keysPerScript = 500;

/** API keys, stored by the SHA-256 of their secrets, which are never sent to Redis themselves. */
export class RedisKeyStore implements KeyStore {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #key: string;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#key = `{${dependencies.prefix}:keys}`;
    this.#redis.define(keyCreate, keyFind, keyList, keyMarkUsed, keyRevoke, keyRotate);
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    const { key, hash, record } = newKey(options, 0);
    const { id, account, label, test } = record;
    const args = [hash, id, hashOfKey(id), account, this.#time.nowArgument, test ? '1' : ''];
    if (label !== null) args.push(label);
    const createdAt = asInteger(await this.#redis.run(keyCreate, this.#key, ...args));
    return { key, record: { ...record, createdAt } };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const args = [hashOfKey(key), this.#time.nowArgument, ...fields];
    const record = recordOf(asList(await this.#redis.run(keyFind, this.#key, ...args)));
    return record?.revokedAt === null ? record : undefined;
  }

  async rotate(
    keyOrId: string,
    options: KeyRotationOptions = {},
  ): Promise<{ key: string; record: KeyRecord } | undefined> {
    const oldValidForMs = oldValidForMsOf(options);
    // Which of the two it will be is known only where the key is.
    const live = newApiKey({ test: false });
    const test = newApiKey({ test: true });
    const secrets = [hashOfKey(live), hashOfKey(test)];
    const args = [hashOfKey(keyOrId), ...secrets, String(oldValidForMs), this.#time.nowArgument];
    const record = recordOf(asList(await this.#redis.run(keyRotate, this.#key, ...args, ...fields)));
    return record && { key: record.test ? test : live, record };
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const args = [hashOfKey(keyOrId), this.#time.nowArgument];
    return asInteger(await this.#redis.run(keyRevoke, this.#key, ...args)) === 1;
  }

  async markUsed(id: string): Promise<void> {
    await this.#redis.run(keyMarkUsed, this.#key, hashOfKey(id), this.#time.nowArgument);
  }

  /** A script that reads all would keep Redis from others; a command for each key would keep this process. */
  async list(account: string): Promise<readonly KeyRecord[]> {
    const records: KeyRecord[] = [];
    for (let from = 0; ; from += keysPerScript) {
      const slice = [String(from), String(from + keysPerScript - 1)];
      const keys = asList(await this.#redis.run(keyList, this.#key, account, ...slice, ...fields));
      records.push(...keys.flatMap((values) => recordOf(asList(values)) ?? []));
      if (keys.length < keysPerScript) return records;
    }
  }
}

/** Reads the values of `fields`; undefined if there are none. */
function recordOf(values: readonly unknown[]): KeyRecord | undefined {
  const [id, account, label, test, createdAt, rotatedAt, previousValidUntil, revokedAt, lastUsedAt] = values;
  if (id === null || id === undefined) return undefined;
  return {
    id: asText(id),
    account: asText(account),
    label: label === null ? null : asText(label),
    test: test !== null,
    createdAt: asInteger(createdAt),
    rotatedAt: timeOf(rotatedAt),
    previousValidUntil: timeOf(previousValidUntil),
    revokedAt: timeOf(revokedAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
}

function timeOf(value: unknown): number | null {
  return value === null ? null : asInteger(value);
}
