import type { ConsoleInvitation, ConsoleSessions } from './console-sessions.ts';
import { invitationIdOf, newInvitationSecret } from './secrets.ts';

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
