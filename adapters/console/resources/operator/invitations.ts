import * as z from 'zod';
import { isoTime } from '../../../../src/iso-time.ts';
import { Problem } from '../../../http/problem.ts';
import { mountPrefixOf, type RequestView } from '../../../http/request-view.ts';
import { emptyResponse, statusResponse } from '../../../http/response.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import type { ConsoleInvitation } from '../../sign-in/console-sessions.ts';
import { answerSchemas, bodySchemas, time } from '../named-schemas.ts';
import { accountPath, readAccount, requireAccount } from './account-fields.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

const invitationFields = z
  .object({ id: z.string(), account: z.string(), created_at: time, expires_at: time })
  .register(answerSchemas, { id: 'Invitation' });

const invitationList = z
  .object({ invitations: z.array(invitationFields).describe('Those that were neither used nor ended.') })
  .register(answerSchemas, { id: 'Invitations' });

const newInvitation = z
  .object({
    link: z.string().describe('Signs in as the account, once. It is shown this once.'),
    invitation: invitationFields,
  })
  .register(answerSchemas, { id: 'NewInvitation' });

const validRule = 'must be a whole number of minutes from 1 to 1440';

const invitationBody = z
  .object(
    {
      valid_for_minutes: z
        .int({ error: validRule })
        .min(1, validRule)
        .max(1_440, validRule)
        .default(1_440)
        .describe('How long the link is valid. A day if left out.'),
    },
    { error: 'must be an object' },
  )
  .register(bodySchemas, { id: 'InvitationRequest' });

const ended = z
  .object({ ended: z.int().min(0).describe('Sessions and invitations that were ended.') })
  .register(answerSchemas, { id: 'SignedOut' });

/** Who is invited to the console, and who is signed in, for the operator. */
export const invitationEndpoints: readonly ConsoleEndpoint[] = [
  {
    access: 'operator',
    method: 'GET',
    path: '/api/accounts/:account/invitations',
    operationId: 'listInvitations',
    summary: 'The links of an account that can still be used',
    parameters: accountPath,
    response: invitationList,
    errors: [400, 403],
    async respond({ parts, request }) {
      const invitations = await parts.sessions.invitations(readAccount(request));
      return statusResponse(200, { invitations: invitations.map(fieldsOf) });
    },
  },
  {
    access: 'operator',
    method: 'POST',
    path: '/api/accounts/:account/invitations',
    operationId: 'inviteAccount',
    summary: 'Make a link that signs an account in, once',
    parameters: accountPath,
    body: invitationBody,
    status: 201,
    response: newInvitation,
    errors: [400, 403, 404, 408, 413, 422],
    async respond({ parts, request, body }) {
      const account = readAccount(request);
      const { valid_for_minutes: minutes } = await body.json(invitationBody);
      await requireAccount(parts.engine, account);
      const validForMs = Math.min(dayMs, minutes * minuteMs);
      const { secret, invitation } = await parts.signIn.invite(account, { validForMs });
      const link = `${consoleUrl(request, parts.basePath)}#/sign-in/${secret}`;
      return statusResponse(201, { link, invitation: fieldsOf(invitation) } satisfies z.output<
        typeof newInvitation
      >);
    },
  },
  {
    access: 'operator',
    method: 'DELETE',
    path: '/api/accounts/:account/invitations/:id',
    operationId: 'withdrawInvitation',
    summary: 'End a link that was not used yet',
    parameters: accountPath.extend({ id: z.string().describe('The id of the invitation.') }),
    status: 204,
    errors: [400, 403, 404],
    async respond({ parts, request, pathParameters: { id = '' } }) {
      const pending = await parts.sessions.invitations(readAccount(request));
      const isOfAccount = pending.some((invitation) => invitation.id === id);
      if (!isOfAccount || !(await parts.sessions.withdraw(id)))
        throw new Problem(404, 'There is no such invitation: it was used, has expired or was ended.');
      return emptyResponse(204, { 'Cache-Control': 'no-store' });
    },
  },
  {
    access: 'operator',
    method: 'POST',
    path: '/api/accounts/:account/sign-out',
    operationId: 'signOutAccount',
    summary: 'End all sessions and links of an account',
    parameters: accountPath,
    response: ended,
    errors: [400, 403],
    async respond({ parts, request }) {
      const account = readAccount(request);
      const count = await parts.sessions.endAll(account);
      parts.streams.endAccount(account);
      return statusResponse(200, { ended: count } satisfies z.output<typeof ended>);
    },
  },
];

function fieldsOf({
  id,
  account,
  createdAt,
  expiresAt,
}: ConsoleInvitation): z.output<typeof invitationFields> {
  return { id, account, created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) };
}

/** Returns the URL of the console as the browser of the operator reaches it, which says so in Origin. */
function consoleUrl(request: RequestView, basePath: string): string {
  const origin = request.header('origin') ?? `https://${request.header('host') ?? 'localhost'}`;
  return `${origin}${mountPrefixOf(request)}${basePath}/`;
}
