import type { Budgets } from '../../../src/budgets/budgets.ts';
import { countedNetwork } from '../../../src/ip-address.ts';
import { Problem } from '../../http/problem.ts';
import type { RequestView } from '../../http/request-view.ts';
import { checkAdminToken, isSameSecret } from './admin-token.ts';
import type { ConsoleInvitation, ConsoleSession, ConsoleSessions } from './console-sessions.ts';
import { isPlainLocal, isPlainRemote, refuseOtherOrigin } from './request-origin.ts';
import {
  accountSessionIdOf,
  createInvitation,
  csrfTokenOf,
  invitationIdOf,
  kindOfSession,
  newSessionSecret,
  operatorSessionIdOf,
} from './secrets.ts';

/** How long a session lasts. Nothing lengthens it. */
const sessionMs = 12 * 3_600_000;

export interface SignInOptions {
  readonly sessions: ConsoleSessions;
  /** Random, at least 24 characters. Undefined: no operator can sign in. */
  readonly adminToken: string | undefined;
  readonly budgets: Pick<Budgets, 'take'>;
  /** Receives why the former session of a browser that signs in could not be ended. */
  readonly onFailure: (cause: unknown) => void;
}

/** What is read of a request. */
type BrowserRequest = Pick<RequestView, 'method' | 'header'>;

/** A request to sign in. With a wrong secret, it counts against the limit of the client's network. */
export interface SignInAttempt extends BrowserRequest {
  /** IP address of the client. Undefined if it is not known: all such clients then share one limit. */
  readonly clientAddress: string | undefined;
}

/** What somebody signs in with: the secret of a link, or the admin token. */
export type SignInRequest =
  | { readonly kind: 'invitation'; readonly secret: string }
  | { readonly kind: 'operator'; readonly token: string };

export interface SignedIn {
  readonly session: ConsoleSession;
  /** What the page has to send with every change. It stays the same for as long as the session lasts. */
  readonly csrfToken: string;
}

/**
 * Who may use the console. A browser has the secret of its session in a cookie that no script can read; the
 * store has an id that was derived from it.
 */
export interface SignIn {
  /** Throws a Problem with status 403 for a page of another origin. Call it first for every request. */
  checkOrigin(request: BrowserRequest): void;
  /** Throws a Problem with status 401 if nobody is signed in. */
  authenticate(request: BrowserRequest): Promise<SignedIn>;
  /**
   * Throws a Problem: 401 if the token of the page is that of another session, so that a page does not show
   * one account what is another's after a sign-in beside it; 403 if a change lacks the token.
   */
  checkToken(request: BrowserRequest, signedIn: SignedIn): void;
  /**
   * Begins a session, and ends that of the request's cookie if there is one; if the store fails at that, the
   * former session lasts until it expires. Throws a Problem: 401 if the invitation is unknown, used or
   * expired, or the token is not the admin token; 403 if there is no admin token, or the browser would not
   * keep the cookie, which uses no invitation up. Throws BudgetExceeded after too many wrong secrets.
   */
  signIn(
    request: SignInAttempt,
    body: SignInRequest,
  ): Promise<{
    readonly signedIn: SignedIn;
    readonly setCookie: string;
    /** The id of the former session of the browser; undefined if there was none. */
    readonly formerId: string | undefined;
  }>;
  /** Ends the session of the request's cookie, if there is one. `setCookie` removes the cookie. */
  signOut(request: BrowserRequest): Promise<{ readonly setCookie: string }>;
  /** Invites an account. The secret, which belongs in the link, is returned only here. */
  invite(
    account: string,
    options: { readonly validForMs: number },
  ): Promise<{ readonly secret: string; readonly invitation: ConsoleInvitation }>;
}

/** Throws InvalidArgument if the admin token could be guessed. */
export function createSignIn({ sessions, adminToken, budgets, onFailure }: SignInOptions): SignIn {
  if (adminToken !== undefined) checkAdminToken(adminToken);

  /** Returns the id of the session that has a secret; undefined if it can have none. */
  const sessionIdOf = (secret: string): string | undefined => {
    const kind = kindOfSession(secret);
    switch (kind) {
      case undefined:
        return undefined;
      case 'account':
        return accountSessionIdOf(secret);
      case 'operator':
        return adminToken === undefined ? undefined : operatorSessionIdOf(secret, adminToken);
    }
  };

  /** Returns the id of the session that a request's cookie may be for. */
  const idOfCookie = (request: BrowserRequest): string | undefined => {
    const secret = readSessionCookie(request);
    return secret === undefined ? undefined : sessionIdOf(secret);
  };

  /**
   * Counts a wrong secret. A right one is never refused: guesses from its owner's address must not keep the owner out.
   * So this bounds no guesses: the secret of a link has 256 random bits, and `checkAdminToken` refuses words.
   */
  const countWrongSecret = async (clientAddress: string | undefined): Promise<void> => {
    const network = clientAddress === undefined ? '' : countedNetwork(clientAddress);
    await budgets.take('console_sign_ins', network);
  };

  const redeemLink = async (
    invitationSecret: string,
  ): Promise<{ readonly secret: string; readonly session: ConsoleSession }> => {
    const secret = newSessionSecret('account');
    const options = { id: accountSessionIdOf(secret), validForMs: sessionMs };
    const session = await sessions.redeem(invitationIdOf(invitationSecret), options);
    if (session !== undefined) return { secret, session };
    throw new Problem(
      401,
      'This link is not valid: it was used, has expired, or is not complete. Ask the operator for another one.',
    );
  };

  const acceptAdminToken = async (
    token: string,
  ): Promise<{ readonly secret: string; readonly session: ConsoleSession }> => {
    if (adminToken === undefined)
      throw new Problem(403, 'No operator can sign in here: the server was started without an admin token.');
    if (!isSameSecret(token, adminToken)) throw new Problem(401, 'This is not the admin token.');
    const secret = newSessionSecret('operator');
    const id = operatorSessionIdOf(secret, adminToken);
    return { secret, session: await sessions.begin({ id, validForMs: sessionMs }) };
  };

  return {
    checkOrigin: refuseOtherOrigin,
    async authenticate(request) {
      const secret = readSessionCookie(request);
      const id = secret === undefined ? undefined : sessionIdOf(secret);
      const session = id === undefined ? undefined : await sessions.find(id);
      if (secret === undefined || session === undefined)
        throw new Problem(401, 'Nobody is signed in, or the sign-in has ended: sign in again.');
      return { session, csrfToken: csrfTokenOf(secret) };
    },
    checkToken(request, { csrfToken }) {
      const token = request.header('x-csrf-token') ?? '';
      if (token === '') {
        if (request.method === 'GET' || request.method === 'HEAD') return;
        throw new Problem(403, 'The token of the page is missing: load the page again.');
      }
      if (isSameSecret(token, csrfToken)) return;
      throw new Problem(
        401,
        'This is not the token of the page that belongs to this sign-in: load the page again. Perhaps another tab has signed in.',
      );
    },
    async signIn(request, body) {
      // Before anything is used up.
      refuseIfCookieIsLost(request);
      const entering = body.kind === 'invitation' ? redeemLink(body.secret) : acceptAdminToken(body.token);
      const { secret, session } = await entering.catch(async (error: unknown) => {
        if (error instanceof Problem) await countWrongSecret(request.clientAddress);
        throw error;
      });
      const formerId = idOfCookie(request);
      // The invitation is used: what fails from here on must not keep the cookie back.
      if (formerId !== undefined) await sessions.end(formerId).catch(onFailure);
      return {
        signedIn: { session, csrfToken: csrfTokenOf(secret) },
        setCookie: setSessionCookie(request, secret, sessionMs),
        formerId,
      };
    },
    async signOut(request) {
      const id = idOfCookie(request);
      if (id !== undefined) await sessions.end(id);
      return { setCookie: removeSessionCookie(request) };
    },
    invite: (account, options) => createInvitation(sessions, account, options),
  };
}

/** Throws a Problem with status 403 if the browser would not keep the cookie. */
function refuseIfCookieIsLost(request: BrowserRequest): void {
  if (!isPlainRemote(request)) return;
  throw new Problem(
    403,
    'Browsers keep a sign-in only over https, or on the machine of the server: open the console as https://…, or there as ' +
      'http://localhost:…. The link stays valid.',
  );
}

/** Browsers accept it only with Secure, for this host alone, so that no other host can plant one (RFC 6265bis §4.1.3.2). */
const secureName = '__Host-mailproof-console';
const localName = 'mailproof-console';

type CookieRequest = Pick<RequestView, 'method' | 'header'>;

/**
 * Returns the secret in the cookie of a request; undefined if there is none, or there are two, one of which somebody else must
 * have planted.
 */
export function readSessionCookie(request: CookieRequest): string | undefined {
  const [secret, ...others] = valuesOf(request, nameFor(request));
  return others.length > 0 ? undefined : secret;
}

/** Returns the value of Set-Cookie that keeps a secret. The cookie is Secure off localhost. */
export function setSessionCookie(request: CookieRequest, secret: string, maxAgeMs: number): string {
  return cookie(nameFor(request), secret, Math.floor(maxAgeMs / 1_000));
}

/** Returns the value of Set-Cookie that removes the cookie of a request. */
export function removeSessionCookie(request: CookieRequest): string {
  return cookie(nameFor(request), '', 0);
}

/** The one that others cannot plant decides wherever there is one. */
function nameFor(request: CookieRequest): string {
  return valuesOf(request, secureName).length === 0 && isPlainLocal(request) ? localName : secureName;
}

function cookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

function valuesOf(request: CookieRequest, name: string): readonly string[] {
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
