import { createEngine } from '../../../src/engine.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { createMetrics } from '../../http/index.ts';
import { jsonLogger } from '../../http/observability/json-logger.ts';
import { exitCode } from '../exit-code.ts';
import { fired } from '../service/fired.ts';

import { listen } from '../service/listening.ts';
import type { LogFlags } from '../service/log-level.ts';
import { regularSweep } from '../service/regular-sweep.ts';
import { ownKey, setupHint } from '../service/setup-hint.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from '../settings/bulk-settings.ts';
import { type OpenNetworkFlags, openNetwork } from '../settings/network.ts';
import { readMaxConnections } from '../settings/network-settings.ts';
import { simulatedApart } from '../settings/sandbox-stores.ts';
import { readServerSettings, type ServerFlags } from '../settings/server-settings.ts';
import { openStores, readStoreLocation, type StoreFlags } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

export interface ServeFlags extends ServerFlags, StoreFlags, BulkSettingFlags, LogFlags, OpenNetworkFlags {
  readonly logAddresses?: boolean;
  /** False with --no-worker. */
  readonly worker: boolean;
}

/** A closing server waits for answers under way for 130 seconds at most; then there are holds to settle. */
const longestClosingMs = 150_000;

/**
 * Serves until the terminal's signal fires and what was under way then is answered and settled. Throws
 * InvalidArgument for a setting, StorageUnavailable where the storage is out of reach at the start.
 */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const { host, port } = readServerSettings(flags, env);
  const location = readStoreLocation(flags, env);
  const maxConnections = readMaxConnections(flags, env);
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  if (!flags.worker && location.kind === 'memory') throw noOtherWorker();
  const metrics = createMetrics();
  const logger = jsonLogger(flags.logLevel, stderr);

  await using network = await openNetwork(flags, env);
  const { clock } = network.ports;
  const opened = await openStores(location);
  const stores = flags.sandbox ? await simulatedApart(opened, location) : opened;
  await using engine = createEngine(
    { ...stores, ...network.ports },
    {
      trace: metrics.trace,
      ...(maxConnections === undefined ? {} : { maxConnections }),
      bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
    },
  );
  await engine.ping();
  terminal.allowClosing(longestClosingMs);
  await using _sweep = regularSweep(engine.accounts, { clock, logger });
  await using server = await listen({
    engine,
    host,
    port,
    logger,
    metrics,
    logAddresses: flags.logAddresses ?? false,
  });
  if (flags.worker) engine.jobs.work();
  stdout.write(`Listening on ${server.url}\n`);
  stdout.write(await (location.kind === 'memory' ? ownKey(stores) : setupHint(opened.cache, location)));
  await fired(signal);
  return exitCode.done;
}

function noOtherWorker(): InvalidArgument {
  return new InvalidArgument(
    '--no-worker',
    'No other process can work on the jobs of a store in memory. Leave --no-worker out, or set --store.',
  );
}
