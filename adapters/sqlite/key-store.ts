import { boundedMap } from '../../src/bounded-map.ts';
import type { Clock, KeyRecord, KeyStore } from '../../src/ports.ts';
import { checkNewKey, hashOfKey, type KeyCreationOptions, newApiKey, newKeyId } from '../stores/api-keys.ts';
import type { DatabaseFile } from './database-file.ts';
import type { WriteBatch } from './write-batch.ts';

const recordColumns = 'id, account, label, created_at AS createdAt, revoked_at AS revokedAt';

export class SqliteKeyStore implements KeyStore {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;
  /** Live keys by hash, as this connection sees them while nobody else writes. */
  readonly #live = boundedMap<string, KeyRecord>(10_000);
  #lookedAtThisTurn = false;
  #seenThrough: { session: symbol; version: number } | undefined;

  constructor(options: { file: DatabaseFile; writes: WriteBatch; clock: Clock }) {
    this.#file = options.file;
    this.#writes = options.writes;
    this.#clock = options.clock;
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
    await this.#writes.write((session) =>
      session.run(
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
    const seen = this.#lookedAtThisTurn ? this.#live.get(hash) : undefined;
    if (seen !== undefined) return seen;
    return this.#file.use((session) => {
      this.#forgetOutdated({ id: session.id, version: session.dataVersion() });
      this.#trustThisTurn();
      const known = this.#live.get(hash);
      if (known !== undefined) return known;
      const row = session.get(
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
   * What came in together, in one turn of the event loop, is answered from one look at the file: whoever saw a
   * revocation done and then asks is heard in a later turn.
   */
  #trustThisTurn(): void {
    if (this.#lookedAtThisTurn) return;
    this.#lookedAtThisTurn = true;
    setImmediate(() => {
      this.#lookedAtThisTurn = false;
    });
  }

  /** A commit by anybody else may have been a revocation. Our own do not show, so that `revoke` sees to itself. */
  #forgetOutdated({ id, version }: { id: symbol; version: number }): void {
    if (this.#seenThrough?.session === id && this.#seenThrough.version === version) return;
    this.#live.clear();
    this.#seenThrough = { session: id, version };
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const hash = hashOfKey(keyOrId);
    const revoked = await this.#writes.write((session) => {
      // In here nothing can come between this and the commit; a repeat after a rollback forgets once more.
      this.#live.clear();
      return session.run(
        'UPDATE keys SET revoked_at = ? WHERE (hash = ? OR id = ?) AND revoked_at IS NULL',
        Math.floor(this.#clock.now()),
        hash,
        keyOrId,
      );
    });
    return revoked > 0;
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const rows = await this.#file.use((session) =>
      session.all(`SELECT ${recordColumns} FROM keys WHERE account = ? ORDER BY sequence`, account),
    );
    return rows.map((row) => recordOf(row as KeyRecord));
  }
}

function recordOf({ id, account, label, createdAt, revokedAt }: KeyRecord): KeyRecord {
  return { id, account, label, createdAt, revokedAt };
}
