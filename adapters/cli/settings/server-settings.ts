import type { Environment } from '../terminal.ts';
import {
  type FlagsOf,
  parseWholeNumber,
  readSettingValue,
  type Setting,
  type SettingValue,
} from './setting-value.ts';

export const serverSettings = {
  host: {
    flag: '--host',
    variable: 'MAILPROOF_HOST',
    value: '<address>',
    description: 'address to listen on (default: 127.0.0.1)',
  },
  port: {
    flag: '--port',
    variable: 'MAILPROOF_PORT',
    value: '<port>',
    description: 'port to listen on, 0 for any free one (default: 8080)',
  },
} as const satisfies Record<string, Setting>;

export type ServerFlags = FlagsOf<typeof serverSettings>;

/** A worker has a port variable of its own, so that it serves nothing if only MAILPROOF_PORT is set. */
export const monitorSettings = {
  host: serverSettings.host,
  port: {
    flag: '--port',
    variable: 'MAILPROOF_WORKER_PORT',
    value: '<port>',
    description: 'port for /healthz, /readyz and /metrics, 0 for any free one (default: none)',
  },
} as const satisfies Record<string, Setting>;

export type MonitorFlags = FlagsOf<typeof monitorSettings>;

/** Reads where to listen. Throws InvalidArgument that names the flag or the variable. */
export function readServerSettings(flags: ServerFlags, env: Environment): { host: string; port: number } {
  const host = readSettingValue(serverSettings.host, flags.host, env);
  const port = readSettingValue(serverSettings.port, flags.port, env);
  return { host: host?.text ?? '127.0.0.1', port: port === undefined ? 8080 : parsePort(port) };
}

/** Reads where a worker serves health and metrics; undefined if no port is set. Throws as `readServerSettings` does. */
export function readMonitorSettings(
  flags: MonitorFlags,
  env: Environment,
): { host: string; port: number } | undefined {
  const host = readSettingValue(monitorSettings.host, flags.host, env);
  const port = readSettingValue(monitorSettings.port, flags.port, env);
  return port && { host: host?.text ?? '127.0.0.1', port: parsePort(port) };
}

function parsePort(port: SettingValue): number {
  return parseWholeNumber(port, { expected: 'a TCP port', min: 0, max: 65_535 });
}
