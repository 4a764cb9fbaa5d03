import { createAnswering } from '../http/answering.ts';
import { AnswersUnderWay } from '../http/answers/answers-under-way.ts';
import { BodyRoom } from '../http/body/body-room.ts';
import { FruitlessRequests } from '../http/fruitless-requests.ts';
import { type HttpHandler, hostHandler } from '../http/hosts/host-handler.ts';
import { jsonLogger } from '../http/observability/json-logger.ts';
import { redactError } from '../http/observability/redaction.ts';
import { type CompletedRequest, requestLog } from '../http/observability/request-log.ts';
import { createRouteTable } from '../http/route-table.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandom } from '../system-random.ts';
import { type ConsoleOptions, checkConsoleOptions } from './console-options.ts';
import type { ConsoleParts } from './endpoint.ts';
import { EventStreams } from './event-streams.ts';
import { FairReads } from './fair-reads.ts';
import { JobListing } from './job-listing.ts';
import { packageVersion } from './package-files.ts';
import { pageRoute } from './page-files.ts';
import { consoleEndpoints } from './resources/endpoints.ts';
import { sessionPath } from './resources/session.ts';
import { consoleRoutes } from './routes.ts';
import { ConsoleSessions } from './sign-in/console-sessions.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { StoreFindings } from './store-findings.ts';

/** The console, to be mounted like the handler of the HTTP interface. */
export interface Console extends HttpHandler {
  /** Where it is mounted, such as `/console`. */
  readonly basePath: string;
  /** Ends the streams of events, which last otherwise, and begins no more. Call it when the server begins to close. */
  close(): void;
}

const shortBodyBytes = 16 * 1024;
/** For the lists of all sessions together, until their jobs are stored. */
const maxBodyMemoryBytes = 32 * 1024 * 1024;

/**
 * Creates the console: the pages and their API, for accounts that sign in by a link and for the operator. Throws
 * InvalidArgument for an admin token that somebody could guess, or another wrong option.
 */
export function createConsole(options: ConsoleOptions): Console {
  const { engine, adminToken, clock = systemClock, random = systemRandom, logAddresses = false } = options;
  checkConsoleOptions(options);
  const sessions = new ConsoleSessions({ cache: options.cache, clock });
  const basePath = (options.basePath ?? '/console').replace(/\/+$/, '');
  const logger = options.logger ?? jsonLogger('warn');
  const answers = new AnswersUnderWay({ clock, engine });
  const streams = new EventStreams({
    answers,
    clock,
    isLive: async (id) => (await sessions.find(id)) !== undefined,
    onFailure: (cause) => logger.error({ error: redactError(cause, []) }, 'a stream of the console failed'),
  });
  const parts: ConsoleParts = {
    engine,
    sessions,
    signIn: createSignIn({
      sessions,
      adminToken,
      budgets: engine.budgets,
      onFailure: (cause) =>
        logger.error({ error: redactError(cause, []) }, 'the former session of a browser could not be ended'),
    }),
    streams,
    listing: new JobListing(engine.jobs, clock),
    answers,
    clock,
    server: {
      version: packageVersion(),
      sandbox: options.sandbox ?? false,
      store: options.store ?? null,
    },
    basePath,
    examine: options.examine,
    storeFindings: options.stores && new StoreFindings(options.stores, clock),
  };
  const { clientAddressHeader } = options;
  const fruitless = new FruitlessRequests({ budgets: engine.budgets, clock, clientAddressHeader });
  const routes = consoleRoutes({
    parts,
    keyReads: new FairReads({ clock, what: 'lists of keys', atOnce: 8, mostOfParty: 20, longestRestMs: 50 }),
    clientAddressHeader: clientAddressHeader?.toLowerCase(),
    fruitless,
    intake: {
      room: new BodyRoom({ maxBytes: maxBodyMemoryBytes, clock }),
      clock,
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    },
  });
  const findApi = createRouteTable(routes, basePath);
  const findPage = pageRoute(basePath, fruitless);
  const answer = createAnswering({
    find: (request) => findApi(request) ?? findPage(request),
    maxBodyBytes: shortBodyBytes,
    fruitless,
    logRequest: requestLog(logger, { logAddresses, clock, isNotable: notableRequests() }),
    // Those of the HTTP interface say how its clients are served.
    metrics: { recordRequest() {} },
    random,
  });
  return { ...hostHandler(answer), basePath, close: () => streams.close() };
}

/**
 * Returns whether a request belongs into the log of a usual day: a sign-in, a wrong secret, or a change by the operator. Other
 * refusals do not: strangers could fill the log.
 */
function notableRequests(): (request: CompletedRequest) => boolean {
  const changes = consoleEndpoints.filter(({ access, method }) => access === 'operator' && method !== 'GET');
  const routes = new Set(changes.map(({ method, path }) => `${method} ${path}`));
  return ({ method, route, status }) =>
    method === 'POST' && route === sessionPath
      ? status < 300 || status === 401
      : status < 300 && routes.has(`${method} ${route}`);
}
