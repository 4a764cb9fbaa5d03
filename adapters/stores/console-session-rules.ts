/** Checks what a ConsoleSessions is given, and decides what is still valid, the same way in every store. */
import { Conflict, InvalidArgument } from '../../src/errors.ts';
import type { ConsoleSessions } from '../../src/ports/console-sessions.ts';
import { checkInteger, checkName } from './argument-checks.ts';

export type NewInvitation = Parameters<ConsoleSessions['invite']>[0];
export type NewSession = Parameters<ConsoleSessions['begin']>[0];

/** Most sessions, and most pending invitations, of an account. */
export const maxOfAccount = 20;

const longestMs = 24 * 3_600_000;

export function checkInvitation({ id, account, validForMs }: NewInvitation): void {
  checkSession({ id, validForMs });
  checkName('account', account);
}

export function checkSession({ id, validForMs }: NewSession): void {
  if (!isConsoleId(id))
    throw new InvalidArgument('id', 'id must have 16 to 100 letters, digits, "-" and "_".');
  checkInteger('validForMs', validForMs, 1, longestMs);
}

/** Accepts an account, and null for the operator. */
export function checkSignedIn(account: string | null): void {
  if (account !== null) checkName('account', account);
}

/** Returns whether there can be an invitation or a session with this id. */
export function isConsoleId(id: string): boolean {
  return typeof id === 'string' && /^[\w-]{16,100}$/.test(id);
}

/** False before it was made, too: a clock that is set back must not make it valid for longer. */
export function isCurrent(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number },
  now: number,
): boolean {
  return createdAt <= now && now < expiresAt;
}

export function idInUse(id: string): Conflict {
  return new Conflict(`The id "${id}" is in use already. Make a new one from a new secret.`);
}
