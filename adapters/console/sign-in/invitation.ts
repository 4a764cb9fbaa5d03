import { InvalidArgument } from '../../../src/errors.ts';
import type { ConsoleInvitation, ConsoleSessions } from '../../../src/ports/console-sessions.ts';
import { invitationIdOf, newInvitationSecret } from './secrets.ts';

/**
 * Invites an account to the console. The secret, which belongs in the link, is returned only here. Throws InvalidArgument as
 * `ConsoleSessions` does, and for stores that have none.
 */
export async function createInvitation(
  sessions: Pick<ConsoleSessions, 'invite'> | undefined,
  account: string,
  { validForMs }: { readonly validForMs: number },
): Promise<{ readonly secret: string; readonly invitation: ConsoleInvitation }> {
  if (sessions === undefined)
    throw new InvalidArgument(
      'stores.consoleSessions',
      'These stores keep no sessions of the console. Add `consoleSessions`, from an adapter or of your own.',
    );
  const secret = newInvitationSecret();
  const invitation = await sessions.invite({ id: invitationIdOf(secret), account, validForMs });
  return { secret, invitation };
}
