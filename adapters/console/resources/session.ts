import * as z from 'zod';
import { maxEmails, maxRows } from '../../../src/bulk/jobs.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { isoTime } from '../../../src/iso-time.ts';
import { emptyResponse, type HttpResponse, statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint, ConsoleParts } from '../endpoint.ts';
import type { SignedIn, SignInRequest } from '../sign-in/sign-in.ts';
import { answerSchemas, bodySchemas, credits, time } from './named-schemas.ts';

/** Longer ones are neither a link's secret nor an admin token. */
const secretText = z.string({ error: 'must be a string' }).max(1_000, 'is too long');

const signInBody = z
  .union(
    [
      z.object({ invitation: secretText.describe('The secret in the link.') }),
      z.object({ admin_token: secretText.describe('That of the server, for the operator.') }),
    ],
    { error: 'must be an object with the field invitation or admin_token' },
  )
  .register(bodySchemas, { id: 'SignIn' });

const session = z
  .object({
    kind: z.enum(['account', 'operator']),
    account: z.string().nullable().describe('null for the operator.'),
    csrf_token: z
      .string()
      .describe(
        'What every change has to have in the header X-CSRF-Token. Other requests may have it, and are then refused after a sign-in in another tab.',
      ),
    expires_at: time,
    server: z.object({
      version: z.string(),
      sandbox: z.boolean().describe('Whether it works on a simulated internet.'),
      prices: z
        .object({
          verification: credits,
          dns_verification: credits,
          syntax_verification: credits,
          lookup: credits,
        })
        .describe('What one fresh result costs.'),
      limits: z.object({
        max_body_bytes: z.int().describe('Of a list of addresses.'),
        max_list_rows: z.int().describe('Addresses of one job.'),
        max_list_people: z.int().describe('People of one job.'),
      }),
    }),
  })
  .register(answerSchemas, { id: 'Session' });

/** The longest body of a list of addresses. */
export const maxListBytes = maxEmails * 1_000;

/** Where people sign in and out. */
export const sessionPath = '/api/session';

export const signInEndpoint: ConsoleEndpoint = {
  access: 'anybody',
  method: 'POST',
  path: sessionPath,
  operationId: 'signIn',
  summary:
    'Sign in with the secret of a link, or with the admin token, over https or on localhost; sets a cookie',
  body: signInBody,
  response: session,
  errors: [401, 403, 408, 413, 422],
  async respond({ parts, request, clientAddress, body }) {
    const given = await body.json(signInBody);
    const asked: SignInRequest =
      'invitation' in given
        ? { kind: 'invitation', secret: given.invitation }
        : { kind: 'operator', token: given.admin_token };
    const attempt = { method: request.method, header: request.header.bind(request), clientAddress };
    const { signedIn, setCookie, formerId } = await parts.signIn.signIn(attempt, asked);
    if (formerId !== undefined) parts.streams.endSession(formerId);
    return sessionResponse(parts, signedIn, { 'Set-Cookie': setCookie });
  },
};

export const sessionEndpoint: ConsoleEndpoint = {
  access: 'session',
  method: 'GET',
  path: sessionPath,
  operationId: 'getSession',
  summary: 'Who is signed in',
  response: session,
  errors: [],
  async respond({ parts, signedIn }) {
    return sessionResponse(parts, signedIn);
  },
};

export const signOutEndpoint: ConsoleEndpoint = {
  access: 'session',
  method: 'DELETE',
  path: sessionPath,
  operationId: 'signOut',
  summary: 'Sign out; removes the cookie, and ends the streams of the session',
  status: 204,
  errors: [],
  async respond({ parts, request, signedIn }) {
    const { setCookie } = await parts.signIn.signOut(request);
    parts.streams.endSession(signedIn.session.id);
    return emptyResponse(204, { 'Set-Cookie': setCookie, 'Cache-Control': 'no-store' });
  },
};

function sessionResponse(
  { engine, server }: ConsoleParts,
  { session: { account, expiresAt }, csrfToken }: SignedIn,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const { verify, verifyDns, verifySyntax, lookup } = engine.prices;
  const { version, sandbox } = server;
  return statusResponse(
    200,
    {
      kind: account === null ? 'operator' : 'account',
      account,
      csrf_token: csrfToken,
      expires_at: isoTime(expiresAt),
      server: {
        version,
        sandbox,
        prices: {
          verification: toCredits(verify),
          dns_verification: toCredits(verifyDns),
          syntax_verification: toCredits(verifySyntax),
          lookup: toCredits(lookup),
        },
        limits: { max_body_bytes: maxListBytes, max_list_rows: maxEmails, max_list_people: maxRows },
      },
    } satisfies z.output<typeof session>,
    headers,
  );
}
