import { createEngine } from '../../../src/engine.ts';
import { createMetrics } from '../../http/index.ts';
import { batchFailureLog } from '../../http/observability/batch-failure-log.ts';
import { jsonLogger } from '../../http/observability/json-logger.ts';
import { exitCode } from '../exit-code.ts';
import { fired } from '../service/fired.ts';

import type { LogFlags } from '../service/log-level.ts';
import { startMonitor } from '../service/monitor.ts';
import { regularSweep } from '../service/regular-sweep.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from '../settings/bulk-settings.ts';
import { type OpenNetworkFlags, openNetwork } from '../settings/network.ts';
import { readMaxConnections } from '../settings/network-settings.ts';
import { simulatedApart } from '../settings/sandbox-stores.ts';
import { type MonitorFlags, readMonitorSettings } from '../settings/server-settings.ts';
import { openStores, readWorkerStore, type StoreFlags, shownLocation } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

export interface WorkerFlags extends StoreFlags, BulkSettingFlags, MonitorFlags, LogFlags, OpenNetworkFlags {}

/** Work under way is aborted, and handed back to the store. */
const longestClosingMs = 60_000;

/**
 * Works on the jobs of a store until the terminal's signal fires and what it held then is handed back. Throws
 * InvalidArgument for a setting, StorageUnavailable where the storage is out of reach at the start.
 */
export async function work(flags: WorkerFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const location = readWorkerStore(flags, env);
  const monitored = readMonitorSettings(flags, env);
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const maxConnections = readMaxConnections(flags, env);
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
  await using monitor = monitored && (await startMonitor(engine, { ...monitored, metrics, logger }));
  if (monitor === undefined) {
    // Otherwise what serves health and metrics warns of it.
    const warn = batchFailureLog(logger, clock);
    engine.observe((event) => {
      if (event.kind === 'batch_failed') warn(event.cause);
    });
  }
  engine.jobs.work();
  stdout.write(`Working on the jobs of ${shownLocation(location)}\n`);
  if (monitor !== undefined) stdout.write(`Health and metrics are at ${monitor.url}\n`);
  await fired(signal);
  logger.info({}, 'shutting down');
  return exitCode.done;
}
