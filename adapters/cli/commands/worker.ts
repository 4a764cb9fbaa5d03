import { once } from 'node:events';
import { exitCode } from '../exit-code.ts';
import type { ServiceFlags } from '../service/service.ts';
import { addLogLevelOption, bulkSettings, retentionSettings } from '../settings/engine-settings.ts';
import { addNetworkOptions } from '../settings/network.ts';
import { type MonitorFlags, monitorSettings, readMonitorSettings } from '../settings/server-settings.ts';
import { addSettingOptions } from '../settings/setting-value.ts';
import { addStoreOption, readWorkerStore, redactedLocation } from '../settings/stores.ts';
import { webhookSettings } from '../settings/webhook-settings.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface WorkerFlags extends ServiceFlags, MonitorFlags {}

const help = `
Any number of workers may share one Redis, on any number of machines. If one is killed, nothing is lost: the others
take over its work.

SIGTERM and SIGINT end it after its work is handed back; a second one ends it at once.

Exit codes:
  0    a signal ended it, and its work is handed back
  1    an unexpected error
  2    an option or a setting is wrong, or it cannot listen on the host and port
  3    the storage is out of reach`;

/** Adds `mailproof worker`. `finish` gets the exit code. */
export const addWorkerCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('worker')
    .description("work on a store's bulk jobs, without serving anything");
  addStoreOption(command);
  addSettingOptions(command, bulkSettings, retentionSettings, webhookSettings, monitorSettings);
  addLogLevelOption(
    command,
    'log from this level up: lines for people on a terminal, otherwise JSON lines, on stderr',
  );
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (flags: WorkerFlags) => finish(await work(flags, terminal)));
};

/** Work under way is aborted, and handed back to the store. */
const maxClosingMs = 60_000;

/**
 * Works on the jobs of a store until the terminal's signal fires and all work under way is handed back. Throws
 * InvalidArgument for a setting, StorageUnavailable where the storage is out of reach at the start.
 */
async function work(flags: WorkerFlags, terminal: Terminal): Promise<number> {
  // Only here, so that other commands start without loading the engine.
  const { withService } = await import('../service/service.ts');
  const { startMonitor } = await import('../service/listening.ts');
  const { listenForMetrics } = await import('../service/listening.ts');
  const { failureLog } = await import('../../http/observability/failure-log.ts');
  const { stdout, env, signal } = terminal;
  const location = readWorkerStore(flags, env);
  const { monitor: monitored, metrics: metricsPlace } = readMonitorSettings(flags, env);
  const options = { location, maxClosingMs };
  return withService(flags, terminal, options, async ({ engine, clock, metrics, logger }) => {
    const serveMetrics = metricsPlace === undefined;
    await using monitor =
      monitored && (await startMonitor(engine, { ...monitored, metrics, serveMetrics, logger }));
    await using metricsServer = await listenForMetrics(metrics, metricsPlace);
    if (monitor === undefined) {
      // With a monitor, its HTTP handler logs failures, counts what happens, and measures the queue.
      engine.observe(failureLog(logger, clock));
      engine.observe((event) => metrics.recordEvent(event));
      metrics.watchQueue(() => engine.jobs.queueDepth());
    }
    engine.jobs.work();
    stdout.write(`Working on the jobs of ${redactedLocation(location)}\n`);
    if (monitor !== undefined)
      stdout.write(`Health${serveMetrics ? ' and metrics are' : ' is'} at ${monitor.url}\n`);
    if (metricsServer !== undefined) stdout.write(`Metrics are at ${metricsServer.url}\n`);
    if (!signal.aborted) await once(signal, 'abort');
    logger.info({}, 'shutting down');
    return exitCode.done;
  });
}
