import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import {
  hashOfKey,
  isStillValid,
  type KeyCreationOptions,
  type KeyRotationOptions,
  newApiKey,
  newKey,
  oldValidForMsOf,
} from '../stores/api-keys.ts';
import type { PostgresStoreDependencies } from './database.ts';
import { digest, givenNow, nowOr, type Row, type Run } from './statements.ts';

/** API keys, found by the SHA-256 of their secrets. */
export class PostgresKeyStore implements KeyStore {
  readonly #dependencies: PostgresStoreDependencies;

  constructor(dependencies: PostgresStoreDependencies) {
    this.#dependencies = dependencies;
  }

  async create(options: KeyCreationOptions): Promise<{ key: string; record: KeyRecord }> {
    const { key, hash, record } = newKey(options, 0);
    const { id, account, label, test } = record;
    const [row] = await this.#dependencies.database.query(
      `INSERT INTO mailproof.keys (id, hash, account, account_key, label, test, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, floor(${nowOr('$7')})::bigint) RETURNING *`,
      [id, hash, account, digest(account), label, test, givenNow(this.#dependencies.clock)],
    );
    return { key, record: recordOf(row) };
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    return (await this.#readLive(this.#dependencies.database.query, key, { byId: false }))?.record;
  }

  async rotate(
    keyOrId: string,
    options: KeyRotationOptions = {},
  ): Promise<{ key: string; record: KeyRecord } | undefined> {
    const oldValidForMs = oldValidForMsOf(options);
    return this.#changeLive(keyOrId, async (run, { record, now }) => {
      const { id } = record;
      const until = now + oldValidForMs;
      await run(
        'INSERT INTO mailproof.replaced_secrets SELECT hash, id, $2, $3 FROM mailproof.keys WHERE id = $1',
        [id, now, until],
      );
      await run(
        'UPDATE mailproof.replaced_secrets SET valid_until = $2 WHERE key_id = $1 AND valid_until > $2',
        [id, until],
      );
      await run('DELETE FROM mailproof.replaced_secrets WHERE key_id = $1 AND valid_until <= $2', [id, now]);
      const key = newApiKey(record);
      const [row] = await run(
        'UPDATE mailproof.keys SET hash = $2, rotated_at = $3, previous_valid_until = $4 WHERE id = $1 RETURNING *',
        [id, hashOfKey(key), now, until],
      );
      return { key, record: recordOf(row) };
    });
  }

  async revoke(keyOrId: string): Promise<boolean> {
    const revoked = await this.#changeLive(keyOrId, async (run, { record: { id }, now }) => {
      await run('UPDATE mailproof.keys SET revoked_at = $2 WHERE id = $1', [id, now]);
      await run('DELETE FROM mailproof.replaced_secrets WHERE key_id = $1', [id]);
      return true;
    });
    return revoked ?? false;
  }

  async markUsed(id: string): Promise<void> {
    if (!isId(id)) return;
    await this.#dependencies.database.query(
      `UPDATE mailproof.keys SET last_used_at = greatest(last_used_at, floor(${nowOr('$2')})::bigint)
         WHERE id = $1 AND revoked_at IS NULL`,
      [id, givenNow(this.#dependencies.clock)],
    );
  }

  async list(account: string): Promise<readonly KeyRecord[]> {
    const rows = await this.#dependencies.database.query(
      'SELECT * FROM mailproof.keys WHERE account_key = $1 ORDER BY sequence',
      [digest(account)],
    );
    // A digest does not tell apart all texts that are not well-formed.
    return rows.map(recordOf).filter((record) => record.account === account);
  }

  /** Changes the key that is not revoked and has this id or this valid secret, while nobody else does. */
  #changeLive<Result>(
    keyOrId: string,
    change: (run: Run, found: { record: KeyRecord; now: number }) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.#dependencies.database.transact(async (run) => {
      await this.#readLive(run, keyOrId, { byId: true, lock: 'FOR UPDATE OF keys' });
      // Read again: another change may have come first.
      const found = await this.#readLive(run, keyOrId, { byId: true });
      return found && change(run, found);
    });
  }

  async #readLive(
    run: Run,
    key: string,
    { byId, lock = '' }: { byId: boolean; lock?: string },
  ): Promise<{ record: KeyRecord; now: number } | undefined> {
    const [row] = await run(
      `SELECT keys.*, replaced_at, valid_until, floor(${nowOr('$3')})::bigint AS now
         FROM mailproof.keys AS keys LEFT JOIN mailproof.replaced_secrets AS secrets ON secrets.hash = $1
         WHERE revoked_at IS NULL AND id = coalesce((SELECT id FROM mailproof.keys WHERE hash = $1),
           (SELECT key_id FROM mailproof.replaced_secrets WHERE hash = $1), $2) ${lock}`,
      [hashOfKey(key), byId && isId(key) ? key : null, givenNow(this.#dependencies.clock)],
    );
    if (row === undefined) return undefined;
    const { replaced_at: replacedAt, valid_until: validUntil, now } = row;
    if (replacedAt !== null && !isStillValid({ replacedAt, validUntil }, now)) return undefined;
    return { record: recordOf(row), now };
  }
}

/** Other texts, which may have NUL, are not looked for. */
function isId(text: string): boolean {
  return /^key_[0-9a-f]+$/.test(text);
}

function recordOf(row: Row): KeyRecord {
  const { id, account, label, test } = row;
  return {
    ...{ id, account, label, test },
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    previousValidUntil: row.previous_valid_until,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
