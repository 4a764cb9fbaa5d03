import type { Clock } from '../../src/ports/clock.ts';
import type { ConsoleInvitation, ConsoleSession, ConsoleSessions } from '../../src/ports/console-sessions.ts';
import {
  checkInvitation,
  checkSession,
  checkSignedIn,
  idInUse,
  isCurrent,
  maxOfAccount,
  type NewInvitation,
  type NewSession,
} from '../stores/console-session-rules.ts';

/** Sessions of an account are like its invitations; those of the operator have no account. */
type Entry<Account extends string | null> = Omit<ConsoleSession, 'account'> & { readonly account: Account };

/** Sessions of the console in the memory of this process. */
export class MemoryConsoleSessions implements ConsoleSessions {
  /** By id, in order of creation, as the sessions are. Expired ones are removed with the next that is added. */
  readonly #invitations = new Map<string, ConsoleInvitation>();
  readonly #sessions = new Map<string, ConsoleSession>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async invite(invitation: NewInvitation): Promise<ConsoleInvitation> {
    checkInvitation(invitation);
    return this.#add(this.#invitations, invitation, invitation.account);
  }

  async redeem(invitationId: string, session: NewSession): Promise<ConsoleSession | undefined> {
    checkSession(session);
    const invitation = this.#invitations.get(invitationId);
    if (invitation === undefined || !isCurrent(invitation, this.#clock.now())) return undefined;
    const begun = this.#add(this.#sessions, session, invitation.account);
    this.#invitations.delete(invitationId);
    return begun;
  }

  async begin(session: NewSession): Promise<ConsoleSession> {
    checkSession(session);
    return this.#add(this.#sessions, session, null);
  }

  async find(id: string): Promise<ConsoleSession | undefined> {
    const session = this.#sessions.get(id);
    return session !== undefined && isCurrent(session, this.#clock.now()) ? session : undefined;
  }

  async end(id: string): Promise<boolean> {
    return this.#remove(this.#sessions, id);
  }

  async endAll(account: string | null): Promise<number> {
    checkSignedIn(account);
    const removeAllOf = (entries: Map<string, Entry<string | null>>) =>
      entriesOf(entries, account).filter(({ id }) => this.#remove(entries, id)).length;
    return removeAllOf(this.#invitations) + removeAllOf(this.#sessions);
  }

  async invitations(account: string): Promise<readonly ConsoleInvitation[]> {
    const now = this.#clock.now();
    return entriesOf(this.#invitations, account).filter(({ expiresAt }) => now < expiresAt);
  }

  async withdraw(invitationId: string): Promise<boolean> {
    return this.#remove(this.#invitations, invitationId);
  }

  #add<Account extends string | null>(
    entries: Map<string, Entry<Account>>,
    { id, validForMs }: NewSession,
    account: Account,
  ): Entry<Account> {
    const now = this.#clock.now();
    for (const { id, expiresAt } of entries.values()) if (expiresAt <= now) entries.delete(id);
    if (entries.has(id)) throw idInUse(id);
    for (const { id } of entriesOf(entries, account).slice(0, 1 - maxOfAccount)) entries.delete(id);
    const entry = Object.freeze({ id, account, createdAt: now, expiresAt: now + validForMs });
    entries.set(id, entry);
    return entry;
  }

  /** Returns whether there was one that had not expired. */
  #remove(entries: Map<string, Pick<ConsoleSession, 'expiresAt'>>, id: string): boolean {
    const entry = entries.get(id);
    entries.delete(id);
    return entry !== undefined && this.#clock.now() < entry.expiresAt;
  }
}

function entriesOf<Account extends string | null>(
  entries: ReadonlyMap<string, Entry<Account>>,
  account: string | null,
): Entry<Account>[] {
  return Array.from(entries.values()).filter((entry) => entry.account === account);
}
