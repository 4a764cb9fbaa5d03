import { once } from 'node:events';
import { InvalidArgument } from '../../../src/errors.ts';
import { exitCode } from '../exit-code.ts';
import { createMemoryStoreKey, firstKeyHint } from '../service/first-key.ts';
import type { ServiceFlags } from '../service/service.ts';
import { consoleSettings, readAdminToken } from '../settings/console-settings.ts';
import {
  addLogLevelOption,
  budgetSettings,
  bulkSettings,
  retentionSettings,
} from '../settings/engine-settings.ts';
import { addNetworkOptions } from '../settings/network.ts';
import { readServerSettings, type ServerFlags, serverSettings } from '../settings/server-settings.ts';
import { addSettingOptions, type FlagsOf } from '../settings/setting-value.ts';
import { addStoreOption, readStoreLocation } from '../settings/stores.ts';
import { webhookSettings } from '../settings/webhook-settings.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface ServeFlags extends ServiceFlags, ServerFlags, FlagsOf<typeof consoleSettings> {
  readonly logAddresses?: boolean;
  /** False with --no-worker. */
  readonly worker: boolean;
  /** False with --no-docs. */
  readonly docs: boolean;
  /** False with --no-console. */
  readonly console: boolean;
}

const help = `
This process works on bulk jobs too, unless --no-worker is set.

SIGTERM and SIGINT end it after pending requests are answered and bulk work is handed back; a second one ends it at
once.

Exit codes:
  0    a signal ended it, and everything is settled
  1    an unexpected error
  2    an option or a setting is wrong, or it cannot listen on the host and port
  3    the storage is out of reach`;

/** Adds `mailproof serve`. `finish` gets the exit code. */
export const addServeCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('serve')
    .description('serve the HTTP interface under /v1, and the console at /console');
  addSettingOptions(command, serverSettings);
  addStoreOption(command);
  addSettingOptions(
    command,
    bulkSettings,
    retentionSettings,
    budgetSettings,
    webhookSettings,
    consoleSettings,
  );
  addLogLevelOption(
    command,
    'log from this level up: every request at debug, lines for people on a terminal, otherwise JSON lines, on stderr',
  );
  command
    .option('--log-addresses', 'show requested addresses in the log')
    .option('--no-docs', 'do not serve the page at /docs; /openapi.json stays')
    .option('--no-console', 'do not serve the console')
    .option('--no-worker', 'leave bulk jobs to other processes on the same store: mailproof worker');
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (flags: ServeFlags) => finish(await serve(flags, terminal)));
};

/** A closing server waits for pending requests for 130 seconds at most; then the holds have to be settled. */
const maxClosingMs = 150_000;

/**
 * Serves until the terminal's signal fires and all pending requests are answered and settled. Throws
 * InvalidArgument for a setting, StorageUnavailable where the storage is out of reach at the start.
 */
async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  // Only here, so that other commands start without loading a web server.
  const { withService } = await import('../service/service.ts');
  const { listen, listenForMetrics } = await import('../service/listening.ts');
  const { createConsole } = await import('../../console/index.ts');
  const { TestEngineOnDemand } = await import('../service/test-engine.ts');
  const { stdout, env, signal } = terminal;
  const { metrics: metricsPlace, ...served } = readServerSettings(flags, env);
  const location = readStoreLocation(flags, env);
  const adminToken = readAdminToken(flags, env);
  if (!flags.worker && location.kind === 'memory') throw noOtherWorker();
  const options = { location, maxClosingMs };
  return withService(flags, terminal, options, async (service) => {
    const { engine, clock, accountStores, stores, metrics, logger, examine } = service;
    const logAddresses = flags.logAddresses ?? false;
    const serveMetrics = metricsPlace === undefined;
    await using tests = new TestEngineOnDemand(location);
    const consoleOptions = {
      ...{ engine, cache: accountStores.cache, stores, clock, logger, examine, adminToken, logAddresses },
      ...{ sandbox: flags.sandbox ?? false, store: location.kind },
      clientAddressHeader: served.clientAddressHeader,
    };
    const mounted = flags.console ? [createConsole(consoleOptions)] : [];
    await using server = await listen({
      ...served,
      mounted,
      engine,
      testEngine: () => tests.engine(),
      logger,
      metrics,
      serveMetrics,
      serveDocs: flags.docs,
      logAddresses,
    });
    await using metricsServer = await listenForMetrics(metrics, metricsPlace);
    if (flags.worker) engine.jobs.work();
    stdout.write(`Listening on ${server.url}\n`);
    for (const { basePath } of mounted)
      logger.info({ url: `${server.url}${basePath}/` }, 'the console is open');
    if (metricsServer !== undefined) stdout.write(`Metrics are at ${metricsServer.url}\n`);
    stdout.write(
      await (location.kind === 'memory'
        ? createMemoryStoreKey(accountStores)
        : firstKeyHint(accountStores.cache, location)),
    );
    if (!signal.aborted) await once(signal, 'abort');
    return exitCode.done;
  });
}

function noOtherWorker(): InvalidArgument {
  return new InvalidArgument(
    '--no-worker',
    'No other process can work on the jobs of a store in memory. Leave --no-worker out, or set --store.',
  );
}
