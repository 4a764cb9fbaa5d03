import { Conflict } from '../../../src/errors.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { checkInteger, checkName } from '../../stores/argument-checks.ts';

/** A link that signs somebody in to the console once. */
export interface ConsoleInvitation {
  readonly id: string;
  readonly account: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Somebody who is signed in to the console. */
export interface ConsoleSession {
  readonly id: string;
  /** Null for the operator. */
  readonly account: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What a new session or invitation needs. `validForMs`: an integer from 1 to a day. */
export interface NewSession {
  readonly id: string;
  readonly validForMs: number;
}

/** The invitations and sessions of an account, or the sessions of the operator, the oldest first. */
interface SignIns {
  readonly invitations: readonly Kept[];
  readonly sessions: readonly Kept[];
}
type Kept = Omit<ConsoleSession, 'account'>;
type Kind = keyof SignIns;

/** The most sessions, and the most pending invitations, of an account: together they take at most 6 kB. */
const maxOfAccount = 20;
const longestMs = 24 * 3_600_000;
/** The clocks of two machines may differ by this much. */
const clockDifferenceMs = 60_000;

/**
 * Who is signed in to the console, and who is invited to it, in the cache of the stores. Browsers and links
 * carry secrets; ids were derived from these and do not lead back to them, so that nobody who reads the
 * storage can sign in.
 *
 * One entry has all invitations and sessions of an account, and is replaced if unchanged: so an invitation is
 * redeemed or withdrawn once, and all that an account has ends in one step. An entry for each id says whose
 * it is. It is added first, once, and decides nothing else: what the account does not have is neither an
 * invitation nor a session, whatever was left when a process died.
 *
 * An invitation or a session has expired once `now >= expiresAt`. It is refused, too, while the clock is set
 * back by more than a minute to before `createdAt`. If the cache loses an entry, those who were signed in
 * have to sign in again.
 *
 * An id that is in use is rejected with `conflict`, and what is malformed with `invalid_argument`. All
 * methods reject with `storage_unavailable`.
 */
export class ConsoleSessions {
  readonly #cache: Cache;
  readonly #clock: Clock;

  constructor({ cache, clock }: { readonly cache: Cache; readonly clock: Clock }) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /**
   * Keeps an invitation of an account. At most 20 are pending (neither used, withdrawn nor expired): one more
   * ends the oldest.
   */
  async invite({
    id,
    account,
    validForMs,
  }: NewSession & { readonly account: string }): Promise<ConsoleInvitation> {
    checkName('account', account);
    const kept = await this.#reserve('invitations', { id, validForMs }, account);
    await this.#change(account, (signIns) => ({ signIns: withKept(signIns, 'invitations', kept) }));
    return { account, ...kept };
  }

  /**
   * Uses up an invitation and begins a session of its account under an id of its own, in one step: of
   * concurrent calls, one does. Undefined if the invitation is unknown, used, withdrawn or expired. Otherwise
   * as `begin`.
   */
  async redeem(invitationId: string, session: NewSession): Promise<ConsoleSession | undefined> {
    checkDuration(session);
    const account = await this.#accountOf('invitations', invitationId);
    // The operator has no invitations.
    if (typeof account !== 'string') return undefined;
    const isRedeemable = ({ invitations }: SignIns) =>
      invitations.some((kept) => kept.id === invitationId && this.#isCurrent(kept));
    if (!isRedeemable(await this.#read(account))) return undefined;
    const kept = await this.#reserve('sessions', session, account);
    const begun = await this.#change(account, (signIns) =>
      isRedeemable(signIns)
        ? { signIns: withKept(without(signIns, 'invitations', invitationId), 'sessions', kept), result: kept }
        : { signIns },
    );
    if (begun !== undefined) return { account, ...begun };
    await this.#release('sessions', [kept]);
    return undefined;
  }

  /**
   * Begins a session of the operator. An account has at most 20 sessions, and so has the operator: one more
   * ends the oldest.
   */
  async begin(session: NewSession): Promise<ConsoleSession> {
    const kept = await this.#reserve('sessions', session, null);
    await this.#change(null, (signIns) => ({ signIns: withKept(signIns, 'sessions', kept) }));
    return { account: null, ...kept };
  }

  /** Undefined if the session is unknown, ended or expired. Does not lengthen it. */
  async find(id: string): Promise<ConsoleSession | undefined> {
    const account = await this.#accountOf('sessions', id);
    if (account === undefined) return undefined;
    const kept = (await this.#read(account)).sessions.find((session) => session.id === id);
    return kept !== undefined && this.#isCurrent(kept) ? { account, ...kept } : undefined;
  }

  /**
   * Ends a session. True if this call ended it: of concurrent calls, one. False if it is unknown, ended or
   * expired. Every later `find` sees that, in all processes.
   */
  async end(id: string): Promise<boolean> {
    return this.#remove('sessions', id);
  }

  /**
   * Ends all sessions of an account (null: of the operator) and its pending invitations, in one step. Returns
   * how many there were of both.
   */
  async endAll(account: string | null): Promise<number> {
    if (account !== null) checkName('account', account);
    const ended = await this.#change(account, (signIns) => ({
      signIns: { invitations: [], sessions: [] },
      result: signIns.invitations.length + signIns.sessions.length,
    }));
    return ended ?? 0;
  }

  /** Returns the pending invitations of an account in the order in which they were made. */
  async invitations(account: string): Promise<readonly ConsoleInvitation[]> {
    return (await this.#read(account)).invitations.map((kept) => ({ account, ...kept }));
  }

  /** Ends a pending invitation. True if this call ended it: of concurrent calls, one. */
  async withdraw(invitationId: string): Promise<boolean> {
    return this.#remove('invitations', invitationId);
  }

  async #remove(kind: Kind, id: string): Promise<boolean> {
    const account = await this.#accountOf(kind, id);
    if (account === undefined) return false;
    const ended = await this.#change(account, (signIns) =>
      signIns[kind].some((kept) => kept.id === id)
        ? { signIns: without(signIns, kind, id), result: true }
        : { signIns },
    );
    return ended ?? false;
  }

  /** Stores whose the id is. Rejects with Conflict if it is in use. */
  async #reserve(kind: Kind, session: NewSession, account: string | null): Promise<Kept> {
    checkDuration(session);
    const { id, validForMs } = session;
    const createdAt = this.#clock.now();
    const expiresAt = createdAt + validForMs;
    if (
      await this.#cache.replace(ownerKey(kind, id), undefined, { value: JSON.stringify(account), expiresAt })
    )
      return { id, createdAt, expiresAt };
    throw new Conflict(`The id "${id}" is in use already. Make a new one from a new secret.`);
  }

  /** Returns the account of an id, null for the operator, or undefined if the id is not in use. */
  async #accountOf(kind: Kind, id: string): Promise<string | null | undefined> {
    const entry = await this.#cache.get(ownerKey(kind, id));
    return entry && (JSON.parse(entry.value) as string | null);
  }

  /** Removes the entries that say whose the ids are. They would expire otherwise. */
  async #release(kind: Kind, gone: readonly Kept[]): Promise<void> {
    const remove = ({ id }: Kept) => this.#cache.set(ownerKey(kind, id), { value: '', expiresAt: 0 });
    await Promise.all(gone.map(remove)).catch(() => {});
  }

  async #read(account: string | null): Promise<SignIns> {
    return this.#parse((await this.#cache.get(accountKey(account)))?.value);
  }

  /** Leaves out what has expired. */
  #parse(value: string | undefined): SignIns {
    const { invitations, sessions }: SignIns =
      value === undefined ? { invitations: [], sessions: [] } : JSON.parse(value);
    const now = this.#clock.now();
    const isLasting = ({ expiresAt }: Kept) => now < expiresAt;
    return { invitations: invitations.filter(isLasting), sessions: sessions.filter(isLasting) };
  }

  /** Changes what is kept of an account, in one step. `decide` may be called again if others change it, too. */
  async #change<Result>(
    account: string | null,
    decide: (signIns: SignIns) => { readonly signIns: SignIns; readonly result?: Result },
  ): Promise<Result | undefined> {
    const key = accountKey(account);
    for (;;) {
      const found = (await this.#cache.get(key))?.value;
      const before = this.#parse(found);
      const { signIns, result } = decide(before);
      if (signIns === before) return result;
      const expiresAt = Math.max(0, ...[...signIns.invitations, ...signIns.sessions].map(endOf));
      if (!(await this.#cache.replace(key, found, { value: JSON.stringify(signIns), expiresAt }))) continue;
      for (const kind of ['invitations', 'sessions'] as const)
        await this.#release(
          kind,
          before[kind].filter(({ id }) => !signIns[kind].some((kept) => kept.id === id)),
        );
      return result;
    }
  }

  #isCurrent({ createdAt, expiresAt }: Kept): boolean {
    const now = this.#clock.now();
    return createdAt - clockDifferenceMs <= now && now < expiresAt;
  }
}

function withKept(signIns: SignIns, kind: Kind, kept: Kept): SignIns {
  return { ...signIns, [kind]: [...signIns[kind], kept].slice(-maxOfAccount) };
}

function without(signIns: SignIns, kind: Kind, id: string): SignIns {
  return { ...signIns, [kind]: signIns[kind].filter((kept) => kept.id !== id) };
}

function endOf({ expiresAt }: Kept): number {
  return expiresAt;
}

function checkDuration({ validForMs }: NewSession): void {
  checkInteger('validForMs', validForMs, 1, longestMs);
}

function ownerKey(kind: Kind, id: string): string {
  return `console-owner-of-${kind}:${id}`;
}

function accountKey(account: string | null): string {
  return account === null ? 'console-operator' : `console-account:${account}`;
}
