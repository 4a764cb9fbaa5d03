import {
  checkMethods,
  checkNames,
  checkObject,
  checkOptionalFunction,
  checkOptionalString,
  namesOf,
} from '../../src/argument-checks.ts';
import type { DoctorFinding } from '../../src/doctor/finding.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { ConsoleSessions } from '../../src/ports/console-sessions.ts';
import type { Random } from '../../src/ports/random.ts';
import { createAnswering } from '../http/answering.ts';
import { BodyRoom } from '../http/body/body-room.ts';
import { LoopShare } from '../http/body/loop-share.ts';
import { isHeaderName } from '../http/hosts/client-address.ts';
import { type HttpHandler, hostHandler } from '../http/hosts/host-handler.ts';
import { jsonLogger } from '../http/observability/json-logger.ts';
import { redactError } from '../http/observability/redaction.ts';
import { type HttpLogger, requestLog } from '../http/observability/request-log.ts';
import { createRouteTable } from '../http/route-table.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandom } from '../system-random.ts';
import type { ConsoleEngine } from './console-engine.ts';
import type { ConsoleParts } from './endpoint.ts';
import { JobListing } from './jobs/job-listing.ts';
import { packageVersion } from './package-files.ts';
import { pageRoute } from './page-files/page-route.ts';
import { consoleRoutes } from './routes.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { EventStreams } from './streams/event-streams.ts';

export interface ConsoleOptions {
  /** The engine, as `createEngine` returns it. The caller keeps and closes it. */
  engine: ConsoleEngine;
  /** Who is signed in: `consoleSessions` of the stores of the engine. */
  sessions: ConsoleSessions | undefined;
  /** What the operator signs in with, at least 24 characters. Default: no operator can sign in. */
  adminToken?: string;
  /** Where the console is mounted, for hosts that leave it in the URL. Default `/console`; empty for hosts that remove it. */
  basePath?: string;
  /** Header in which our own proxy names the client, as `startServer` has it. Default: the address of the connection counts. */
  clientAddressHeader?: string;
  /** Shown to everybody who is signed in: whether the engine works on a simulated internet. Default false. */
  sandbox?: boolean;
  /** Shown to the operator: what keeps the data, such as `sqlite`. */
  store?: string;
  /** Examines what `diagnose` does, for the operator. Default: the console cannot. */
  examine?: (signal: AbortSignal) => Promise<readonly DoctorFinding[]>;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger;
  /** Shows addresses in the log. Default false. */
  logAddresses?: boolean;
  /** Time limit in milliseconds for the arrival of a body. Default 30,000. */
  bodyTimeoutMs?: number;
  /** Default: those of the system. */
  clock?: Clock;
  /** Makes the ids of requests. Default: that of the system. */
  random?: Pick<Random, 'uuid'>;
}

/** The console, to be mounted like the handler of the HTTP interface. */
export interface Console extends HttpHandler {
  /** Where it is mounted, such as `/console`. */
  readonly basePath: string;
  /** Ends the streams of events, which last otherwise, and begins no more. Call it when the server begins to close. */
  close(): void;
}

const optionNames = namesOf<ConsoleOptions>({
  engine: true,
  sessions: true,
  adminToken: true,
  basePath: true,
  clientAddressHeader: true,
  sandbox: true,
  store: true,
  examine: true,
  logger: true,
  logAddresses: true,
  bodyTimeoutMs: true,
  clock: true,
  random: true,
});

const shortBodyBytes = 16 * 1024;
/** For the lists of all sessions together, until their jobs are stored. */
const maxBodyMemoryBytes = 32 * 1024 * 1024;

/**
 * Creates the console: the pages and their API, for accounts that sign in by a link and for the operator. Throws
 * InvalidArgument for stores that keep no sessions, an admin token that somebody could guess, or another wrong option.
 */
export function createConsole(options: ConsoleOptions): Console {
  checkConsoleOptions(options);
  const { engine, adminToken, clock = systemClock, random = systemRandom, logAddresses = false } = options;
  const sessions = sessionsOf(options);
  const basePath = (options.basePath ?? '/console').replace(/\/+$/, '');
  const logger = options.logger ?? jsonLogger('warn');
  const streams = new EventStreams({
    clock,
    isLive: async (id) => (await sessions.find(id)) !== undefined,
    onFailure: (cause) => logger.error({ error: redactError(cause, []) }, 'a stream of the console failed'),
  });
  const parts: ConsoleParts = {
    engine,
    sessions,
    signIn: createSignIn({ sessions, adminToken, rateLimits: engine.rateLimits }),
    streams,
    listing: new JobListing(engine.jobs),
    clock,
    server: {
      version: packageVersion(),
      sandbox: options.sandbox ?? false,
      store: options.store ?? null,
    },
    basePath,
    examine: options.examine,
  };
  const routes = consoleRoutes({
    parts,
    clientAddressHeader: options.clientAddressHeader?.toLowerCase(),
    intake: {
      room: new BodyRoom({ maxBytes: maxBodyMemoryBytes, clock }),
      loop: new LoopShare(),
      clock,
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    },
  });
  const findApi = createRouteTable(routes, basePath);
  const findPage = pageRoute(basePath);
  const answer = createAnswering({
    find: (request) => findApi(request) ?? findPage(request),
    maxBodyBytes: shortBodyBytes,
    logRequest: requestLog(logger, { logAddresses }),
    // Those of the HTTP interface say how its clients are served.
    metrics: { recordRequest() {} },
    random,
  });
  return { ...hostHandler(answer), basePath, close: () => streams.close() };
}

function checkConsoleOptions(options: ConsoleOptions): void {
  const advice = 'Pass createConsole({ engine, sessions: stores.consoleSessions }).';
  checkObject('options', options, advice);
  checkNames(options, optionNames);
  checkMethods('engine', options.engine, ['verify', 'lookup'], advice);
  checkOptionalString('adminToken', options.adminToken, 'Leave it out if no operator is to sign in.');
  checkOptionalString('basePath', options.basePath, "Such as '/console'.");
  checkOptionalString('store', options.store, "Such as 'sqlite'.");
  checkOptionalFunction('examine', options.examine, 'Leave it out otherwise.');
  const { clientAddressHeader: name } = options;
  if (name !== undefined && !isHeaderName(name))
    throw new InvalidArgument(
      'clientAddressHeader',
      `clientAddressHeader is "${name}", which is no header name.`,
    );
}

function sessionsOf({ sessions }: ConsoleOptions): ConsoleSessions {
  if (sessions !== undefined) return sessions;
  throw new InvalidArgument(
    'sessions',
    'These stores keep no sessions of the console. Pass `consoleSessions` of an adapter, or of your own.',
  );
}
