import type { DoctorOptions } from '../../../src/doctor/doctor.ts';
import type { DoctorFinding } from '../../../src/doctor/finding.ts';
import { createEngine } from '../../../src/engine.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { createMetrics, type HttpLogger, type Metrics } from '../../http/index.ts';
import { jsonLogger } from '../../http/observability/json-logger.ts';
import { logDestination } from '../output/log-lines.ts';
import { type LogFlags, readEngineSettings, type WorkFlags } from '../settings/engine-settings.ts';
import { type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import { readVerificationOptions } from '../settings/network-settings.ts';
import { openEngineStores } from '../settings/sandbox-stores.ts';
import type { StoreFlags, StoreLocation } from '../settings/stores.ts';
import { readWebhook, type WebhookFlags } from '../settings/webhook-settings.ts';
import type { Terminal } from '../terminal.ts';
import { startHoldSweep } from './hold-sweep.ts';

export interface ServiceFlags extends StoreFlags, WorkFlags, WebhookFlags, LogFlags, NetworkCommandFlags {}

export interface ServiceOptions {
  readonly location: StoreLocation;
  /** How long the command may take to close everything after the signal that ends it. */
  readonly maxClosingMs: number;
}

/** What a command that runs until a signal ends it works with. */
export interface Service {
  readonly engine: Engine;
  readonly clock: Clock;
  /** The store with the accounts and keys, which commands on other terminals use too. */
  readonly accountStores: Stores;
  /** The stores of the engine. */
  readonly stores: Stores;
  readonly metrics: Metrics;
  readonly logger: HttpLogger;
  /** Examines what "mailproof doctor" does. */
  readonly examine: (
    options: Required<Pick<DoctorOptions, 'signal' | 'onFinding'>>,
  ) => Promise<readonly DoctorFinding[]>;
}

/**
 * Opens the network, the stores and an engine, sweeps expired holds while `run` runs, and closes all of them in
 * reverse order afterwards. Throws InvalidArgument for a setting, StorageUnavailable where the storage is out of reach.
 */
export async function withService<Result>(
  flags: ServiceFlags,
  terminal: Terminal,
  { location, maxClosingMs }: ServiceOptions,
  run: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { stderr, env } = terminal;
  const settings = { ...readEngineSettings(flags, env), ...readWebhook(flags, env) };
  const metrics = createMetrics({ processMetrics: true });
  const logger = jsonLogger(flags.logLevel, logDestination(stderr, env));
  await using network = await openNetwork(flags, env);
  const { clock } = network.ports;
  const { stores, accountStores } = await openEngineStores(location, flags);
  await using engine = createEngine({ ...stores, ...network.ports }, { trace: metrics.trace, ...settings });
  await engine.ping();
  terminal.allowClosing(maxClosingMs);
  await using _sweep = startHoldSweep(engine.accounts, { clock, logger });
  const examine: Service['examine'] = async (options) => {
    // Only here: it is seldom asked for.
    const { diagnose } = await import('../../../src/doctor/doctor.ts');
    const { canaries } = readVerificationOptions(flags, env);
    return diagnose(
      { ...network.ports, stores },
      { ...options, ...(canaries === undefined ? {} : { canaries }) },
    );
  };
  return await run({ engine, clock, accountStores, stores, metrics, logger, examine });
}
