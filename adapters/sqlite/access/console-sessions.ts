import type { Clock } from '../../../src/ports/clock.ts';
import type {
  ConsoleInvitation,
  ConsoleSession,
  ConsoleSessions,
} from '../../../src/ports/console-sessions.ts';
import {
  checkInvitation,
  checkSession,
  checkSignedIn,
  idInUse,
  isConsoleId,
  maxOfAccount,
  type NewInvitation,
  type NewSession,
} from '../../stores/console-session-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';

type Table = 'console_invitations' | 'console_sessions';

/** Expired rows of other accounts that are removed with each one that is added, so that they become fewer again. */
const removedPerAddition = 10;

const columns = 'id, account, created_at AS createdAt, expires_at AS expiresAt';
/** The account of the operator's sessions: no other has this name, and some drivers take a lone null for an object of values. */
const operator = '';

/** Sessions of the console in the SQLite file. */
export class SqliteConsoleSessions implements ConsoleSessions {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async invite(invitation: NewInvitation): Promise<ConsoleInvitation> {
    checkInvitation(invitation);
    const { id, account, validForMs } = invitation;
    return this.#writes.write((connection) => {
      const createdAt = this.#now();
      const added = { id, account, createdAt, expiresAt: createdAt + validForMs };
      add(connection, 'console_invitations', added);
      return added;
    });
  }

  async redeem(invitationId: string, session: NewSession): Promise<ConsoleSession | undefined> {
    checkSession(session);
    if (!isConsoleId(invitationId)) return undefined;
    return this.#writes.write((connection) => {
      const invitation = find(connection, 'console_invitations', invitationId, this.#now());
      if (invitation === undefined) return undefined;
      connection.run('DELETE FROM console_invitations WHERE id = ?', invitationId);
      return this.#begin(connection, session, invitation.account);
    });
  }

  async begin(session: NewSession): Promise<ConsoleSession> {
    checkSession(session);
    return this.#writes.write((connection) => this.#begin(connection, session, operator));
  }

  #begin(connection: SqliteConnection, { id, validForMs }: NewSession, account: string): ConsoleSession {
    const createdAt = this.#now();
    const session = { id, account, createdAt, expiresAt: createdAt + validForMs };
    add(connection, 'console_sessions', session);
    return sessionOf(session);
  }

  async find(id: string): Promise<ConsoleSession | undefined> {
    if (!isConsoleId(id)) return undefined;
    return this.#file.use((connection) => {
      const row = find(connection, 'console_sessions', id, this.#now());
      return row && sessionOf(row);
    });
  }

  async end(id: string): Promise<boolean> {
    return this.#remove('console_sessions', id);
  }

  async endAll(account: string | null): Promise<number> {
    checkSignedIn(account);
    return this.#writes.write((connection) => {
      const now = this.#now();
      const removeAll = (table: Table) => {
        removeExpired(connection, table, account ?? operator, now);
        return connection.run(`DELETE FROM ${table} WHERE account = ?`, account ?? operator);
      };
      return removeAll('console_invitations') + removeAll('console_sessions');
    });
  }

  async invitations(account: string): Promise<readonly ConsoleInvitation[]> {
    const sql = `SELECT ${columns} FROM console_invitations WHERE account = ? AND expires_at > ? ORDER BY number`;
    const rows = await this.#file.use((connection) => connection.all(sql, account, this.#now()));
    return rows.map((row) => invitationOf(row as ConsoleInvitation));
  }

  async withdraw(invitationId: string): Promise<boolean> {
    return this.#remove('console_invitations', invitationId);
  }

  async #remove(table: Table, id: string): Promise<boolean> {
    if (!isConsoleId(id)) return false;
    const sql = `DELETE FROM ${table} WHERE id = ? AND expires_at > ?`;
    return this.#writes.write((connection) => connection.run(sql, id, this.#now()) > 0);
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}

/** Leaves out what drivers add to a row. */
function invitationOf({ id, account, createdAt, expiresAt }: ConsoleInvitation): ConsoleInvitation {
  return { id, account, createdAt, expiresAt };
}

function sessionOf(row: ConsoleInvitation): ConsoleSession {
  return row.account === operator ? { ...row, account: null } : row;
}

function find(
  connection: SqliteConnection,
  table: Table,
  id: string,
  now: number,
): ConsoleInvitation | undefined {
  const sql = `SELECT ${columns} FROM ${table} WHERE id = ? AND created_at <= ? AND expires_at > ?`;
  const row = connection.get(sql, id, now, now);
  return row === undefined ? undefined : invitationOf(row as ConsoleInvitation);
}

/** Throws Conflict if the id is in use. Removes what has expired, and the oldest ones that the account has too many of. */
function add(
  connection: SqliteConnection,
  table: Table,
  { id, account, createdAt, expiresAt }: ConsoleInvitation,
): void {
  connection.run(
    `DELETE FROM ${table} WHERE number IN
       (SELECT number FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    createdAt,
    removedPerAddition,
  );
  removeExpired(connection, table, account, createdAt);
  if (connection.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined) throw idInUse(id);
  connection.run(
    `DELETE FROM ${table} WHERE account = ? AND number NOT IN
       (SELECT number FROM ${table} WHERE account = ? ORDER BY number DESC LIMIT ?)`,
    account,
    account,
    maxOfAccount - 1,
  );
  connection.run(
    `INSERT INTO ${table} (id, account, created_at, expires_at) VALUES (?, ?, ?, ?)`,
    id,
    account,
    createdAt,
    expiresAt,
  );
}

function removeExpired(connection: SqliteConnection, table: Table, account: string, now: number): void {
  connection.run(`DELETE FROM ${table} WHERE account = ? AND expires_at <= ?`, account, now);
}
