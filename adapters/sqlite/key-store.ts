import { boundedMap } from '../../src/bounded-map.ts';
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
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

const recordColumns =
  'id, account, label, test, created_at AS createdAt, rotated_at AS rotatedAt, previous_valid_until AS previousValidUntil, revoked_at AS revokedAt, last_used_at AS lastUsedAt';

/** The columns of a record as they are stored. */
type KeyRow = Omit<KeyRecord, 'test'> & { readonly test: 0 | 1 };

/** A valid secret: the record of its key and, if the secret was replaced, until when it is valid. */
interface FoundSecret {
  readonly record: KeyRecord;
  readonly replaced: ReplacedSecret | undefined;
}

/** API keys in the SQLite file, with a map in memory for fast look-ups. */
export class SqliteKeyStore implements KeyStore {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;
  /** Secrets of live keys by hash. Valid until another connection commits. */
  readonly #live = boundedMap<string, FoundSecret>(10_000);
  #checkedThisTick = false;
  #cachedAt: { connection: symbol; version: number } | undefined;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    const { key, hash, record } = newKey(options, Math.floor(this.#clock.now()));
    const { id, account, label, test, createdAt } = record;
    await this.#writes.write((connection) =>
      connection.run(
        'INSERT INTO keys (id, hash, account, label, test, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        hash,
        account,
        label,
        test ? 1 : 0,
        createdAt,
      ),
    );
    return { key, record };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOfKey(key);
    const cached = this.#checkedThisTick ? this.#live.get(hash) : undefined;
    const found = cached ?? (await this.#file.use((connection) => this.#read(connection, hash)));
    if (found === undefined) return undefined;
    const { record, replaced } = found;
    return replaced === undefined || isStillValid(replaced, this.#clock.now()) ? record : undefined;
  }

  #read(connection: SqliteConnection, hash: string): FoundSecret | undefined {
    this.#clearIfChanged({ id: connection.id, version: connection.dataVersion() });
    this.#skipChecksThisTick();
    const known = this.#live.get(hash);
    if (known !== undefined) return known;
    const found = readSecret(connection, hash);
    if (found !== undefined) this.#live.set(hash, found);
    return found;
  }

  /**
   * Checks the file for changes once per iteration of the event loop. A caller that has seen a revocation succeed can
   * only call `find` in a later iteration.
   */
  #skipChecksThisTick(): void {
    if (this.#checkedThisTick) return;
    this.#checkedThisTick = true;
    setImmediate(() => {
      this.#checkedThisTick = false;
    });
  }

  /** Another connection's commit may be a revocation. Our own commits are not seen here: `revoke` clears the map. */
  #clearIfChanged({ id, version }: { id: symbol; version: number }): void {
    if (this.#cachedAt?.connection === id && this.#cachedAt.version === version) return;
    this.#live.clear();
    this.#cachedAt = { connection: id, version };
  }

  async rotate(
    keyOrId: string,
    options: KeyRotationOptions = {},
  ): Promise<{ key: string; record: KeyRecord } | undefined> {
    const oldValidForMs = oldValidForMsOf(options);
    return this.#writes.write((connection) => {
      this.#live.clear();
      const now = Math.floor(this.#clock.now());
      const live = readLiveKey(connection, keyOrId, now);
      if (live === undefined) return undefined;
      const key = newApiKey(live);
      const secret = { hash: hashOfKey(key), now, validUntil: now + oldValidForMs };
      return { key, record: replaceSecret(connection, live.id, secret) };
    });
  }

  async revoke(keyOrId: string): Promise<boolean> {
    return this.#writes.write((connection) => {
      // Nothing runs between this and the commit, and a retry after a rollback clears the map again.
      this.#live.clear();
      const now = Math.floor(this.#clock.now());
      const id = readLiveKey(connection, keyOrId, now)?.id;
      if (id === undefined) return false;
      connection.run('UPDATE keys SET revoked_at = ? WHERE id = ?', now, id);
      connection.run('DELETE FROM replaced_secrets WHERE key_id = ?', id);
      return true;
    });
  }

  async markUsed(id: string): Promise<void> {
    // What find has in memory stays: nobody decides anything by this time.
    await this.#writes.write((connection) =>
      connection.run(
        `UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ? AND revoked_at IS NULL`,
        Math.floor(this.#clock.now()),
        id,
      ),
    );
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const rows = await this.#file.use((connection) =>
      connection.all(`SELECT ${recordColumns} FROM keys WHERE account = ? ORDER BY sequence`, account),
    );
    return rows.map((row) => recordOf(row as KeyRow));
  }
}

/** Returns the secret of a live key, which may have ended. */
function readSecret(connection: SqliteConnection, hash: string): FoundSecret | undefined {
  const current = connection.get(
    `SELECT ${recordColumns} FROM keys WHERE hash = ? AND revoked_at IS NULL`,
    hash,
  ) as KeyRow | undefined;
  if (current !== undefined) return { record: Object.freeze(recordOf(current)), replaced: undefined };
  const row = connection.get(
    `SELECT ${recordColumns}, replaced_at AS replacedAt, valid_until AS validUntil
       FROM replaced_secrets JOIN keys ON id = key_id
       WHERE replaced_secrets.hash = ? AND revoked_at IS NULL`,
    hash,
  ) as (KeyRow & ReplacedSecret) | undefined;
  if (row === undefined) return undefined;
  const { replacedAt, validUntil } = row;
  return { record: Object.freeze(recordOf(row)), replaced: { replacedAt, validUntil } };
}

/** Returns the key that is not revoked and has this id or this valid secret. */
function readLiveKey(connection: SqliteConnection, keyOrId: string, now: number): KeyRecord | undefined {
  const found = readSecret(connection, hashOfKey(keyOrId));
  if (found !== undefined) {
    const { record, replaced } = found;
    return replaced === undefined || isStillValid(replaced, now) ? record : undefined;
  }
  const row = connection.get(
    `SELECT ${recordColumns} FROM keys WHERE id = ? AND revoked_at IS NULL`,
    keyOrId,
  );
  return row === undefined ? undefined : recordOf(row as KeyRow);
}

/** Replaces the secret of a key by another of this hash. Deletes secrets that have ended. */
function replaceSecret(
  connection: SqliteConnection,
  id: string,
  { hash, now, validUntil }: { hash: string; now: number; validUntil: number },
): KeyRecord {
  connection.run(
    'INSERT INTO replaced_secrets SELECT hash, id, ?, ? FROM keys WHERE id = ?',
    now,
    validUntil,
    id,
  );
  connection.run(
    'UPDATE replaced_secrets SET valid_until = ? WHERE key_id = ? AND valid_until > ?',
    validUntil,
    id,
    validUntil,
  );
  connection.run('DELETE FROM replaced_secrets WHERE key_id = ? AND valid_until <= ?', id, now);
  connection.run(
    'UPDATE keys SET hash = ?, rotated_at = ?, previous_valid_until = ? WHERE id = ?',
    hash,
    now,
    validUntil,
    id,
  );
  return recordOf(connection.get(`SELECT ${recordColumns} FROM keys WHERE id = ?`, id) as KeyRow);
}

function recordOf(row: KeyRow): KeyRecord {
  const { id, account, label, createdAt, rotatedAt, previousValidUntil, revokedAt, lastUsedAt } = row;
  const test = row.test === 1;
  return { id, account, label, test, createdAt, rotatedAt, previousValidUntil, revokedAt, lastUsedAt };
}
