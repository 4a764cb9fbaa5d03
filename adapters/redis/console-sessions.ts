import type { ConsoleInvitation, ConsoleSession, ConsoleSessions } from '../../src/ports/console-sessions.ts';
import {
  checkInvitation,
  checkSession,
  checkSignedIn,
  idInUse,
  isConsoleId,
  maxOfAccount,
  type NewInvitation,
  type NewSession,
} from '../stores/console-session-rules.ts';
import type { RedisScript } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { consoleAdd } from './scripts/console-add.ts';
import { consoleFind } from './scripts/console-find.ts';
import { consoleInvitations } from './scripts/console-invitations.ts';
import { consoleRedeem } from './scripts/console-redeem.ts';
import { consoleRemove, consoleRemoveAll } from './scripts/console-remove.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Scripts that the connection must define. */
export const consoleScripts: readonly RedisScript[] = [
  consoleAdd,
  consoleFind,
  consoleInvitations,
  consoleRedeem,
  consoleRemove,
  consoleRemoveAll,
];

/** What the operator has in place of an account. */
const operator = '';

/** Sessions of the console in Redis. */
export class RedisConsoleSessions implements ConsoleSessions {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  /** The braces keep all keys in one cluster slot. */
  readonly #key: string;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#key = `{${dependencies.prefix}:console}`;
  }

  async invite(invitation: NewInvitation): Promise<ConsoleInvitation> {
    checkInvitation(invitation);
    const { id, account, validForMs } = invitation;
    return { id, account, ...(await this.#add('invitation', { id, validForMs }, account)) };
  }

  async redeem(invitationId: string, session: NewSession): Promise<ConsoleSession | undefined> {
    checkSession(session);
    if (!isConsoleId(invitationId)) return undefined;
    const { id, validForMs } = session;
    const reply = await this.#run(consoleRedeem, invitationId, id, String(validForMs), ...this.#limits());
    const [account, createdAt, expiresAt] = asList(reply);
    if (account === undefined) return undefined;
    if (createdAt === undefined) throw idInUse(id);
    return { id, account: asText(account), createdAt: asInteger(createdAt), expiresAt: asInteger(expiresAt) };
  }

  async begin(session: NewSession): Promise<ConsoleSession> {
    checkSession(session);
    return { id: session.id, account: null, ...(await this.#add('session', session, operator)) };
  }

  async find(id: string): Promise<ConsoleSession | undefined> {
    if (!isConsoleId(id)) return undefined;
    const [createdAt, expiresAt, account] = asList(await this.#run(consoleFind, id, this.#time.nowArgument));
    if (createdAt === undefined) return undefined;
    const name = asText(account);
    return {
      id,
      account: name === operator ? null : name,
      createdAt: asInteger(createdAt),
      expiresAt: asInteger(expiresAt),
    };
  }

  async end(id: string): Promise<boolean> {
    return this.#remove('session', id);
  }

  async endAll(account: string | null): Promise<number> {
    checkSignedIn(account);
    return asInteger(await this.#run(consoleRemoveAll, account ?? operator, this.#time.nowArgument));
  }

  async invitations(account: string): Promise<readonly ConsoleInvitation[]> {
    const flat = asList(await this.#run(consoleInvitations, account, this.#time.nowArgument));
    const found: ConsoleInvitation[] = [];
    for (let index = 0; index < flat.length; index += 3) {
      const [id, createdAt, expiresAt] = flat.slice(index, index + 3);
      found.push({
        id: asText(id),
        account,
        createdAt: asInteger(createdAt),
        expiresAt: asInteger(expiresAt),
      });
    }
    return found;
  }

  async withdraw(invitationId: string): Promise<boolean> {
    return this.#remove('invitation', invitationId);
  }

  async #add(
    kind: 'invitation' | 'session',
    { id, validForMs }: NewSession,
    account: string,
  ): Promise<{ readonly createdAt: number; readonly expiresAt: number }> {
    const reply = await this.#run(consoleAdd, kind, id, account, String(validForMs), ...this.#limits());
    const [createdAt, expiresAt] = asList(reply);
    if (createdAt === undefined) throw idInUse(id);
    return { createdAt: asInteger(createdAt), expiresAt: asInteger(expiresAt) };
  }

  async #remove(kind: 'invitation' | 'session', id: string): Promise<boolean> {
    if (!isConsoleId(id)) return false;
    return asInteger(await this.#run(consoleRemove, kind, id, this.#time.nowArgument)) === 1;
  }

  /** The last arguments of the scripts that add. */
  #limits(): readonly string[] {
    return [this.#time.nowArgument, this.#time.extraTtlArgument, String(maxOfAccount)];
  }

  #run(script: RedisScript, ...args: readonly string[]): Promise<unknown> {
    return this.#redis.run(script, this.#key, ...args);
  }
}
