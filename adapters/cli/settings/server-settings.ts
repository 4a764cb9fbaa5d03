import { isIP } from 'node:net';
import { isHeaderName } from '../../http/hosts/client-address.ts';
import type { Environment } from '../terminal.ts';
import {
  type FlagsOf,
  invalidSetting,
  parseBoolean,
  parseWholeNumber,
  readSettings,
  type SettingValue,
  setting,
} from './setting-value.ts';

const metricsPort = setting(
  '--metrics-port <[address:]port>',
  'MAILPROOF_METRICS_PORT',
  'serve /metrics there, and 404 on the other port; without an address, on that of --host (default: none)',
  (value) => value,
);

export const serverSettings = {
  host: setting('--host <address>', 'MAILPROOF_HOST', 'address to listen on (default: 127.0.0.1)'),
  port: setting(
    '--port <port>',
    'MAILPROOF_PORT',
    'port to listen on, 0 for any free one (default: 8080)',
    parsePort,
  ),
  metricsPort,
  exactHeaderName: setting(
    '--exact-header-name <boolean>',
    'MAILPROOF_EXACT_HEADER_NAME',
    'compare the name of the X-API-Key header letter by letter; false behind a proxy that rewrites header names (default: true)',
    parseBoolean,
  ),
  maxConnectionsPerAddress: setting(
    '--max-connections-per-address <number>',
    'MAILPROOF_MAX_CONNECTIONS_PER_ADDRESS',
    'connections that one client may have open, or requests under way with --client-address-header (default: 1000, for loopback no limit)',
    (value) => parseWholeNumber(value, { expected: 'a number of connections', max: 1_000_000 }),
  ),
  clientAddressHeader: setting(
    '--client-address-header <name>',
    'MAILPROOF_CLIENT_ADDRESS_HEADER',
    'header to which our proxy appends the address of the client, as in X-Forwarded-For; trusted, so set it only behind such a proxy (default: none)',
    parseHeaderName,
  ),
};

export type ServerFlags = FlagsOf<typeof serverSettings>;

/** A worker has a port variable of its own, so that it serves nothing if only MAILPROOF_PORT is set. */
export const monitorSettings = {
  host: serverSettings.host,
  port: setting(
    '--port <port>',
    'MAILPROOF_WORKER_PORT',
    'port for /healthz, /readyz and /metrics, 0 for any free one (default: none)',
    parsePort,
  ),
  metricsPort,
};

export type MonitorFlags = FlagsOf<typeof monitorSettings>;

/** Where to listen. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

export interface ServerPlaces extends ListeningPlace {
  /** Where /metrics is served instead. */
  readonly metrics: ListeningPlace | undefined;
  readonly exactHeaderName?: boolean;
  readonly maxConnectionsPerAddress?: number;
  readonly clientAddressHeader?: string;
}

/** Reads where to listen, and what a client may take. Throws InvalidArgument that names the flag or the variable. */
export function readServerSettings(flags: ServerFlags, env: Environment): ServerPlaces {
  const {
    host = '127.0.0.1',
    port = 8080,
    metricsPort,
    ...others
  } = readSettings(serverSettings, flags, env);
  return { host, port, metrics: metricsPort && parseListeningPlace(metricsPort, host), ...others };
}

/** Reads where a worker serves health and metrics. Throws as `readServerSettings` does. */
export function readMonitorSettings(
  flags: MonitorFlags,
  env: Environment,
): { readonly monitor: ListeningPlace | undefined; readonly metrics: ListeningPlace | undefined } {
  const { host = '127.0.0.1', port, metricsPort } = readSettings(monitorSettings, flags, env);
  return {
    monitor: port === undefined ? undefined : { host, port },
    metrics: metricsPort && parseListeningPlace(metricsPort, host),
  };
}

function parseHeaderName(value: SettingValue): string {
  if (isHeaderName(value.text)) return value.text;
  throw invalidSetting(value, 'Set it to the name of a header, such as X-Forwarded-For.');
}

/** Accepts 9090, 127.0.0.1:9090 and [::1]:9090. `host`: that of a port alone. Throws InvalidArgument. */
export function parseListeningPlace(setting: SettingValue, host: string): ListeningPlace {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]:|([^:]*):)?(\d+)$/.exec(setting.text) ?? [];
  const address = bracketed ?? plain;
  if (port === undefined || (address !== undefined && isIP(address) === 0))
    throw invalidSetting(setting, 'Set it to a TCP port, or to address:port.');
  return { host: address ?? host, port: parsePort({ ...setting, text: port }) };
}

function parsePort(port: SettingValue): number {
  return parseWholeNumber(port, { expected: 'a TCP port', min: 0, max: 65_535 });
}
