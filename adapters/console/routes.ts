import { partyOf } from '../http/answers/party.ts';
import { type BodyIntake, IncomingBody } from '../http/body/incoming-body.ts';
import type { FruitlessRequests } from '../http/fruitless-requests.ts';
import { clientAddressOf } from '../http/hosts/client-address.ts';
import { Problem, problemOf } from '../http/problem.ts';
import type { RequestView } from '../http/request-view.ts';
import type { HttpResponse } from '../http/response.ts';
import type { RequestHandler, RouteMethod } from '../http/route-table.ts';
import type { ConsoleEndpoint, ConsoleParts, OpenContext, SessionContext } from './endpoint.ts';
import type { FairReads } from './fair-reads.ts';
import { consoleEndpoints } from './resources/endpoints.ts';
import type { SignedIn } from './sign-in/sign-in.ts';

/** Longer than anything short that an endpoint takes. */
const shortBodyBytes = 16 * 1024;

export interface RoutesOptions {
  readonly parts: ConsoleParts;
  /** By which accounts read their keys: one may have hundreds. */
  readonly keyReads: FairReads;
  readonly intake: BodyIntake;
  /** Header in which our own proxy names the client, in lower case. */
  readonly clientAddressHeader: string | undefined;
  readonly fruitless: FruitlessRequests;
}

/** Returns the routes of the API, below where the console is mounted. */
export function consoleRoutes(options: RoutesOptions): readonly RouteMethod[] {
  return consoleEndpoints.map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path,
    maxBodyBytes: maxBytesOf(endpoint),
    handler: endpointHandler(endpoint, options),
  }));
}

/** Finds out who asks, and whether they may, before anything of the body is read. */
function endpointHandler(endpoint: ConsoleEndpoint, options: RoutesOptions): RequestHandler {
  const { intake, clientAddressHeader, fruitless } = options;
  return async (request, pathParameters, details) => {
    await countRefusal(request, fruitless, () => options.parts.signIn.checkOrigin(request));
    const signedIn = endpoint.access === 'anybody' ? undefined : await admit(request, endpoint, options);
    const account = signedIn?.session.account ?? undefined;
    const parts = account === undefined ? options.parts : readingKeysFairly(account, request, options);
    const body = new IncomingBody(request, {
      account: account ?? '',
      onFruitless(items) {
        if (account !== undefined) parts.engine.budgets.count('fruitless_items', account, items);
      },
      maxBytes: maxBytesOf(endpoint),
      intake,
    });
    const context: OpenContext = {
      parts,
      request,
      pathParameters,
      body,
      clientAddress: clientAddressOf(request, clientAddressHeader),
      recordSubject(subject) {
        details.subject = subject;
      },
    };
    try {
      const response = await respondTo(endpoint, context, signedIn);
      if (signedIn === undefined) return response;
      return parts.answers.count(response, () => partyOf(signedIn.session.account));
    } catch (error) {
      // Whoever has the right secret is not kept out by those who guess it at the same address.
      if (signedIn === undefined && problemOf(error).status < 500) await fruitless.countStranger(request);
      throw error;
    } finally {
      body.release();
    }
  };
}

/** The operator is not kept waiting by an account. */
function readingKeysFairly(
  account: string,
  request: RequestView,
  { parts, keyReads }: Pick<RoutesOptions, 'parts' | 'keyReads'>,
): ConsoleParts {
  const { engine } = parts;
  const list = (of: string) => keyReads.run(account, () => engine.keys.list(of), request.signal);
  return { ...parts, engine: { ...engine, keys: { ...engine.keys, list } } };
}

/** Counts a request that is refused before it is known who asks. */
async function countRefusal<Result>(
  request: RequestView,
  fruitless: FruitlessRequests,
  check: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Problem) await fruitless.countStranger(request);
    throw error;
  }
}

/** Returns who is signed in. Throws a Problem, 401 or 403, or BudgetExceeded. */
async function admit(
  request: RequestView,
  { access }: ConsoleEndpoint,
  { parts: { signIn }, fruitless }: Pick<RoutesOptions, 'parts' | 'fruitless'>,
): Promise<SignedIn> {
  const signedIn = await countRefusal(request, fruitless, () => signIn.authenticate(request));
  const { session } = signedIn;
  await fruitless.takeRate('console_requests', partyOf(session.account).name, request);
  signIn.checkToken(request, signedIn);
  if (access === 'account' && session.account === null)
    throw new Problem(403, 'This is for accounts: the operator has none.');
  if (access === 'operator' && session.account !== null) throw new Problem(403, 'This is for the operator.');
  return signedIn;
}

function respondTo(
  endpoint: ConsoleEndpoint,
  context: OpenContext,
  signedIn: SignedIn | undefined,
): Promise<HttpResponse> {
  if (endpoint.access === 'anybody') return endpoint.respond(context);
  if (signedIn === undefined) throw new Problem(401, 'Nobody is signed in.');
  const { account } = signedIn.session;
  const session: SessionContext = { ...context, signedIn, account };
  if (endpoint.access !== 'account') return endpoint.respond(session);
  if (account === null) throw new Problem(403, 'This is for accounts: the operator has none.');
  return endpoint.respond({ ...session, account });
}

function maxBytesOf({ maxBodyBytes = shortBodyBytes }: ConsoleEndpoint): number {
  return maxBodyBytes;
}
