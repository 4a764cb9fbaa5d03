import { type Command, Option } from 'commander';
import { words } from '../../../src/argument-checks.ts';
import type { NetPorts } from '../../net/index.ts';
import type { Environment } from '../terminal.ts';
import type { LevelFlags } from './level.ts';
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

/** Settings of the real internet, which --sandbox excludes. */
export const internetSettings: readonly NetworkSettingName[] = words(
  'dns smtpPort helo mailFrom localAddress egress allowPrivateHosts canaries',
);

/** Adds the flags that `openNetwork` and `readVerificationOptions` read. */
export function addNetworkOptions(command: Command): void {
  const description = 'ask a simulated internet on this machine (its addresses: mailproof demo)';
  command.addOption(new Option('--sandbox', description).conflicts([...internetSettings]));
  addSettingOptions(command, networkSettings);
}

export interface OpenNetwork extends AsyncDisposable {
  readonly ports: NetPorts;
}

/** Opens the internet as configured, or a simulated one. The engine closes the ports; disposing ends the simulation. */
export async function openNetwork(
  flags: NetworkCommandFlags & Partial<LevelFlags>,
  env: Environment,
): Promise<OpenNetwork> {
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
