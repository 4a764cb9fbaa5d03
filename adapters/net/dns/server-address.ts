import { isIP } from 'node:net';
import { InvalidArgument } from '../../../src/errors.ts';

/** The address of a resolver, for UDP and TCP. */
export interface DnsServerAddress {
  readonly ip: string;
  readonly family: 4 | 6;
  readonly port: number;
  /** `ip:port` or `[ip]:port`, for messages. */
  readonly label: string;
}

const defaultPort = 53;
const withPort = {
  4: /^(?<ip>[^:]+):(?<port>\d{1,5})$/,
  6: /^\[(?<ip>[^\]]+)\](?::(?<port>\d{1,5}))?$/,
} as const;

/** Parses `ip`, `ip:port` or `[ipv6]:port`. Throws InvalidArgument for anything else, including host names. */
export function parseDnsServerAddress(text: string): DnsServerAddress {
  for (const family of [4, 6] as const) {
    const { ip = text, port = defaultPort } = withPort[family].exec(text)?.groups ?? {};
    if (isIP(ip) === family && isPort(Number(port))) {
      return { ip, family, port: Number(port), label: family === 6 ? `[${ip}]:${port}` : `${ip}:${port}` };
    }
  }
  throw new InvalidArgument('servers', `Write the DNS server "${text}" as ip, ip:port or [ipv6]:port.`);
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}
