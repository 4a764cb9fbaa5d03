import {
  checkMethods,
  checkNames,
  checkObject,
  checkOptionalBoolean,
  checkOptionalFunction,
  checkOptionalString,
  namesOf,
} from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Random } from '../../src/ports/random.ts';
import { checkBasePath } from '../http/base-path.ts';
import { parseHeaderName } from '../http/hosts/client-address.ts';
import type { HttpLogger } from '../http/observability/request-log.ts';
import { checkLoggerAndClock } from '../http/observability/request-log.ts';
import type { ConsoleEngine } from './console-engine.ts';
import type { Examine } from './endpoint.ts';
import type { ExaminedStores } from './store-findings.ts';

export interface ConsoleOptions {
  /** The engine, as `createEngine` returns it. The caller keeps and closes it. */
  engine: ConsoleEngine;
  /** Keeps who is invited and who is signed in: `cache` of the stores of the engine. */
  cache: Cache;
  /** What the operator signs in with, at least 24 characters. Default: no operator can sign in. */
  adminToken?: string | undefined;
  /** Where the console is mounted, for hosts that leave it in the URL. Default `/console`; empty for hosts that remove it. */
  basePath?: string | undefined;
  /** Header in which our own proxy names the client, as `startServer` has it. Default: the address of the connection counts. */
  clientAddressHeader?: string | undefined;
  /** Shown to everybody who is signed in: whether the engine works on a simulated internet. Default false. */
  sandbox?: boolean | undefined;
  /** Shown to the operator: what keeps the data, such as `sqlite`. */
  store?: string | undefined;
  /** Shown to the operator: how these stores, those of the engine, are set up. Default: it is not shown. */
  stores?: ExaminedStores | undefined;
  /** Examines for the operator: `(options) => diagnose(ports, options)`. Default: the console cannot. */
  examine?: Examine | undefined;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger | undefined;
  /** Shows addresses in the log. Default false. */
  logAddresses?: boolean | undefined;
  /** Time limit in milliseconds for the arrival of a body. Default 30,000. */
  bodyTimeoutMs?: number | undefined;
  /** Default: those of the system. */
  clock?: Clock | undefined;
  /** Makes the ids of requests. Default: that of the system. */
  random?: Pick<Random, 'uuid'> | undefined;
}

const optionNames = namesOf<ConsoleOptions>()(`
  engine cache adminToken basePath clientAddressHeader sandbox store stores examine logger
  logAddresses bodyTimeoutMs clock random
`);

const engineParts = ['jobs', 'accounts', 'keys', 'prices', 'budgets', 'replies', 'egresses'] as const;
const mostTimeoutMs = 2_147_483_647;
const engineAdvice = 'Pass createConsole({ engine, cache: stores.cache }).';

/** Throws InvalidArgument for what TypeScript would have refused, and for values that cannot work. */
export function checkConsoleOptions(options: ConsoleOptions): void {
  checkObject('options', options, engineAdvice);
  checkNames(options, optionNames);
  checkEngine(options.engine);
  checkBasePath(options.basePath);
  checkTexts(options);
  checkPorts(options);
  checkMethods('cache', options.cache, ['get', 'replace'], engineAdvice);
}

function checkEngine(engine: ConsoleEngine): void {
  checkMethods('engine', engine, ['verify', 'lookup'], engineAdvice);
  for (const part of engineParts) checkMethods(`engine.${part}`, engine[part], [], engineAdvice);
}

function checkTexts({ adminToken, store, clientAddressHeader }: ConsoleOptions): void {
  checkOptionalString('adminToken', adminToken, 'Leave it out if no operator is to sign in.');
  checkOptionalString('store', store, "Such as 'sqlite'.");
  parseHeaderName(clientAddressHeader);
}

function checkPorts({
  stores,
  examine,
  logger,
  clock,
  random,
  sandbox,
  logAddresses,
  bodyTimeoutMs,
}: ConsoleOptions): void {
  if (stores !== undefined) checkMethods('stores', stores, ['ping'], 'Pass the stores of the engine.');
  checkOptionalFunction('examine', examine, 'Leave it out otherwise.');
  checkLoggerAndClock({ logger, clock });
  if (random !== undefined) checkMethods('random', random, ['uuid'], 'Leave it out for that of the system.');
  checkOptionalBoolean('sandbox', sandbox);
  checkOptionalBoolean('logAddresses', logAddresses);
  if (bodyTimeoutMs === undefined) return;
  if (typeof bodyTimeoutMs === 'number' && bodyTimeoutMs >= 1 && bodyTimeoutMs <= mostTimeoutMs) return;
  throw new InvalidArgument(
    'bodyTimeoutMs',
    `bodyTimeoutMs must be from 1 to ${mostTimeoutMs} milliseconds.`,
  );
}
