import { readFileSync } from 'node:fs';
import { parseDomain } from '../../../src/address/domain.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { VerificationOptions } from '../../../src/verdict/wiring.ts';
import { isHostName } from '../../net/identity.ts';
import { errorCode } from '../error-code.ts';
import type { Environment } from '../terminal.ts';
import { asEgressError, type EgressSettings, egressSettings, readEgressSettings } from './egress-settings.ts';
import type { LevelFlags } from './level.ts';
import {
  type FlagsOf,
  invalidSetting,
  parseBoolean,
  parseWholeNumber,
  readSettings,
  readSettingValue,
  type SettingValue,
  setting,
} from './setting-value.ts';

const resolverSettings = {
  dns: setting('--dns <ip:port,...>', 'MAILPROOF_DNS', "resolvers to ask (default: the system's)", splitList),
  smtpPort: setting(
    '--smtp-port <port>',
    'MAILPROOF_SMTP_PORT',
    'port of the mail servers (default: 25)',
    (value) => parseWholeNumber(value, { expected: 'a TCP port', max: 65_535 }),
  ),
};
const hostSettings = {
  allowPrivateHosts: setting(
    '--allow-private-hosts',
    'MAILPROOF_ALLOW_PRIVATE_HOSTS',
    'dial private and loopback addresses too, for labs (default: false)',
    parseBoolean,
  ),
};
const verificationSettings = {
  maxConnections: setting(
    '--max-connections <number>',
    'MAILPROOF_MAX_CONNECTIONS',
    'connections to mail servers at a time (default: 256)',
    (value) => parseWholeNumber(value, { expected: 'a number of connections', max: 10_000 }),
  ),
  disposableAdd: setting(
    '--disposable-add <file>',
    'MAILPROOF_DISPOSABLE_ADD',
    'further disposable domains, and mail servers of such, one a line',
    readNames,
  ),
  disposableAllow: setting(
    '--disposable-allow <file>',
    'MAILPROOF_DISPOSABLE_ALLOW',
    'domains and mail servers that never count as disposable, one a line',
    readNames,
  ),
};
const canarySettings = {
  canaries: setting(
    '--canaries <host,...>',
    'MAILPROOF_CANARIES',
    'mail servers that show whether we can reach any, or none (default: those of Gmail, Outlook.com, Yahoo, iCloud)',
    hostNames('Set it to host names of mail servers, such as mx1.example.com,mx2.example.com, or to none.'),
  ),
};

/** In the order of the help. */
export const networkSettings = {
  ...resolverSettings,
  ...egressSettings,
  ...hostSettings,
  ...verificationSettings,
  ...canarySettings,
};

export type NetworkSettingName = keyof typeof networkSettings;

export type NetworkFlags = FlagsOf<typeof networkSettings>;

/** Options for `netPorts`. */
export type NetworkSettings = SharedNetworkSettings & EgressSettings;

interface SharedNetworkSettings {
  readonly dns?: readonly string[];
  readonly smtpPort?: number;
  readonly allowPrivateHosts: boolean;
}

/** Reads the options. Throws InvalidArgument that names the flag or the variable that is wrong or missing. */
export function readNetworkSettings(
  flags: NetworkFlags & Partial<LevelFlags>,
  env: Environment,
): NetworkSettings {
  const egresses = readEgressSettings(flags, env);
  const shared = readSettings({ ...resolverSettings, ...hostSettings }, flags, env);
  return { allowPrivateHosts: false, ...shared, ...egresses };
}

/**
 * Reads the engine options about mail servers; what is not set is left to the engine. A sandbox has canaries of its own.
 * Throws InvalidArgument that names the flag or the variable.
 */
export function readVerificationOptions(
  flags: NetworkFlags & { readonly sandbox?: boolean },
  env: Environment,
): Pick<VerificationOptions, 'maxConnections' | 'canaries' | 'disposable'> {
  const {
    disposableAdd: add,
    disposableAllow: allow,
    ...limits
  } = readSettings(verificationSettings, flags, env);
  return {
    ...limits,
    ...((add ?? allow) && { disposable: { ...(add && { add }), ...(allow && { allow }) } }),
    ...(flags.sandbox ? {} : readSettings(canarySettings, flags, env)),
  };
}

/** Reads a file with a name on each line; empty lines, and those that begin with #, are left out. */
function readNames(value: SettingValue): readonly string[] {
  let text: string;
  try {
    text = readFileSync(value.text, 'utf8');
  } catch (error) {
    throw invalidSetting(value, `Set it to a file that can be read (${errorCode(error)}).`);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = names.find((name) => parseDomain(name).kind === 'invalid');
  if (wrong === undefined) return names;
  throw invalidSetting(value, `"${wrong}" in it is no domain name.`);
}

/** Parses host names, or `none`. Throws InvalidArgument with the advice. */
export function hostNames(advice: string): (value: SettingValue) => readonly string[] {
  return (value) => {
    if (value.text.trim().toLowerCase() === 'none') return [];
    const hosts = splitList(value);
    if (hosts.every(isHostName)) return hosts;
    throw invalidSetting(value, advice);
  };
}

/** Parses a time-out in seconds, which may have decimals. Throws InvalidArgument. */
export function readTimeoutMs(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 1 && seconds <= 600) return Math.round(seconds * 1_000);
  throw invalidSetting({ text, source: '--timeout' }, 'Give a number of seconds from 1 to 600.');
}

/** Turns the network adapter's error about an option into one that names the setting; returns any other as it is. */
export function asSettingError(error: unknown, flags: NetworkFlags, env: Environment): unknown {
  if (!(error instanceof InvalidArgument)) return error;
  const egressError = asEgressError(error, flags, env);
  const name = settingOfParameter[error.parameter];
  if (egressError !== error && (name === undefined || name in egressSettings)) return egressError;
  const value = name && readSettingValue(networkSettings[name], flags[name], env);
  return value === undefined ? error : invalidSetting(value, error.message);
}

const settingOfParameter: Readonly<Record<string, NetworkSettingName>> = {
  helo: 'helo',
  mailFrom: 'mailFrom',
  localAddress: 'localAddress',
  servers: 'dns',
  dns: 'dns',
  smtpPort: 'smtpPort',
};

function splitList({ text }: SettingValue): readonly string[] {
  return text.split(',').map((part) => part.trim());
}
