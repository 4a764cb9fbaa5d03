import { onTestFinished } from 'vitest';
import { createDns, type DnsOptions } from '../../adapters/net/dns/dns.ts';
import { type DnsServer, type DnsServerOptions, startDnsServer } from '../../adapters/sandbox/dns/server.ts';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import { ManualClock } from './manual-clock.ts';

/** Starts a DNS server with this zone, for the duration of the test. */
export async function serveZone(zone: Zone, options: DnsServerOptions = {}): Promise<DnsServer> {
  const server = await startDnsServer(zone, options);
  onTestFinished(() => server.close());
  return server;
}

/** Creates the DNS client with these servers and a manual clock, for the duration of the test. */
export function dnsOver(servers: readonly string[], options: DnsOptions = {}) {
  const clock = new ManualClock();
  const dns = createDns({ servers, clock, ...options });
  onTestFinished(() => dns.close());
  return { dns, clock };
}

export const workingZone: Zone = { 'example.com': { a: ['192.0.2.1'] }, 'example.org': { a: ['192.0.2.2'] } };
/** What `workingZone` has for example.com. */
export const found = { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 300 };

export const zoneAnswering = (answer: 'server-failure' | 'refused' | 'malformed' | 'silent'): Zone => ({
  'example.com': { answer },
  'example.org': { answer },
});
