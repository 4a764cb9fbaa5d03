/**
 * Secrets of invitations and browsers, and what is derived from them. Each has 256 random bits. Whatever is stored or shown
 * of one is an HMAC-SHA256 with the secret as its key (RFC 2104), from which nobody gets back to the secret.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ConsoleInvitation, ConsoleSessions } from './console-sessions.ts';

export type SessionKind = 'account' | 'operator';

const sessionPrefixes = { account: 'ca_', operator: 'co_' } as const;

function newInvitationSecret(): string {
  return newSecret('inv_');
}

export function newSessionSecret(kind: SessionKind): string {
  return newSecret(sessionPrefixes[kind]);
}

/** Returns whose session a secret is for; undefined if it cannot be one of ours. */
export function kindOfSession(secret: string): SessionKind | undefined {
  const prefix = /^(c[ao]_)[\w-]{43}$/.exec(secret)?.[1];
  if (prefix === undefined) return undefined;
  return prefix === sessionPrefixes.operator ? 'operator' : 'account';
}

export function invitationIdOf(secret: string): string {
  return `ci_${derive(secret, 'invitation').toString('hex', 0, 16)}`;
}

export function accountSessionIdOf(secret: string): string {
  return `cs_${derive(secret, 'session').toString('hex', 0, 16)}`;
}

/** Also depends on the admin token, so that no session of the operator is found once the token has been replaced. */
export function operatorSessionIdOf(secret: string, adminToken: string): string {
  return `cs_${derive(secret, `session of the operator: ${adminToken}`).toString('hex', 0, 16)}`;
}

/** Returns what the page sends with every request, and must send with a change. Pages of other origins cannot read it, or guess it. */
export function csrfTokenOf(secret: string): string {
  return derive(secret, 'csrf').toString('base64url');
}

function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

function derive(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`mailproof console ${purpose}`).digest();
}

/** Invites an account to the console. The secret, which belongs in the link, is returned only here. Rejects as `ConsoleSessions` does. */
export async function createInvitation(
  sessions: Pick<ConsoleSessions, 'invite'>,
  account: string,
  { validForMs }: { readonly validForMs: number },
): Promise<{ readonly secret: string; readonly invitation: ConsoleInvitation }> {
  const secret = newInvitationSecret();
  const invitation = await sessions.invite({ id: invitationIdOf(secret), account, validForMs });
  return { secret, invitation };
}
