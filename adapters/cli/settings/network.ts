import { type Command, Option } from 'commander';
import type { NetworkPorts } from '../../../src/ports.ts';
import type { Environment } from '../terminal.ts';
import {
  asSettingError,
  type NetworkFlags,
  type NetworkSettingName,
  networkSettings,
  readNetworkSettings,
} from './network-settings.ts';
import { addSettingOptions } from './setting-value.ts';

export interface NetworkCommandFlags extends NetworkFlags {
  readonly sandbox?: boolean;
}

/** The simulated internet brings its own. */
const internetSettings = [
  'dns',
  'smtpPort',
  'helo',
  'mailFrom',
  'allowPrivateHosts',
] satisfies NetworkSettingName[];

/** Adds the flags that `openNetwork` reads, and `--max-connections`. */
export function addNetworkOptions(command: Command): void {
  const about = 'ask a simulated internet on this machine (its addresses: mailproof demo)';
  command.addOption(new Option('--sandbox', about).conflicts(internetSettings));
  addSettingOptions(command, networkSettings);
}

export interface OpenNetwork extends AsyncDisposable {
  readonly ports: NetworkPorts;
}

/** The internet as it is set up, or a simulated one. The engine closes the ports; disposing ends the simulation. */
export async function openNetwork(flags: NetworkCommandFlags, env: Environment): Promise<OpenNetwork> {
  const { netPorts } = await import('../../net/index.ts');
  if (flags.sandbox) {
    const { demoWorld, startSandbox } = await import('../../sandbox/index.ts');
    const sandbox = await startSandbox(demoWorld().world);
    return { ports: netPorts(sandbox.network), [Symbol.asyncDispose]: () => sandbox.close() };
  }
  const settings = readNetworkSettings(flags, env);
  try {
    return { ports: netPorts(settings), [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    throw asSettingError(error, flags, env);
  }
}
