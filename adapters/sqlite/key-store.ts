import { boundedMap } from '../../src/bounded-map.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import { checkNewKey, hashOfKey, type KeyCreationOptions, newApiKey, newKeyId } from '../stores/api-keys.ts';
import type { DatabaseFile } from './database-file.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

const recordColumns = 'id, account, label, created_at AS createdAt, revoked_at AS revokedAt';

/** API keys in the SQLite file, with a map in memory for fast look-ups. */
export class SqliteKeyStore implements KeyStore {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;
  /** Live keys by hash. Valid until another connection commits. */
  readonly #live = boundedMap<string, KeyRecord>(10_000);
  #checkedThisTick = false;
  #cachedAt: { connection: symbol; version: number } | undefined;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    checkNewKey(options);
    const key = newApiKey();
    const record: KeyRecord = {
      id: newKeyId(),
      account: options.account,
      label: options.label ?? null,
      createdAt: Math.floor(this.#clock.now()),
      revokedAt: null,
    };
    const { id, account, label, createdAt } = record;
    await this.#writes.write((connection) =>
      connection.run(
        'INSERT INTO keys (id, hash, account, label, created_at) VALUES (?, ?, ?, ?, ?)',
        id,
        hashOfKey(key),
        account,
        label,
        createdAt,
      ),
    );
    return { key, record };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOfKey(key);
    const cached = this.#checkedThisTick ? this.#live.get(hash) : undefined;
    if (cached !== undefined) return cached;
    return this.#file.use((connection) => {
      this.#clearIfChanged({ id: connection.id, version: connection.dataVersion() });
      this.#skipChecksThisTick();
      const known = this.#live.get(hash);
      if (known !== undefined) return known;
      const row = connection.get(
        `SELECT ${recordColumns} FROM keys WHERE hash = ? AND revoked_at IS NULL`,
        hash,
      );
      if (row === undefined) return undefined;
      const record = Object.freeze(recordOf(row as KeyRecord));
      this.#live.set(hash, record);
      return record;
    });
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

  async revoke(keyOrId: string): Promise<boolean> {
    const hash = hashOfKey(keyOrId);
    const revoked = await this.#writes.write((connection) => {
      // Nothing runs between this and the commit, and a retry after a rollback clears the map again.
      this.#live.clear();
      return connection.run(
        'UPDATE keys SET revoked_at = ? WHERE (hash = ? OR id = ?) AND revoked_at IS NULL',
        Math.floor(this.#clock.now()),
        hash,
        keyOrId,
      );
    });
    return revoked > 0;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const rows = await this.#file.use((connection) =>
      connection.all(`SELECT ${recordColumns} FROM keys WHERE account = ? ORDER BY sequence`, account),
    );
    return rows.map((row) => recordOf(row as KeyRecord));
  }
}

function recordOf({ id, account, label, createdAt, revokedAt }: KeyRecord): KeyRecord {
  return { id, account, label, createdAt, revokedAt };
}
