import { createSecureContext, type SecureContext } from 'node:tls';
import { checkNames, checkObject, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { defaultBlockListZones } from '../../src/doctor/block-lists.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { reverseLabels } from '../../src/ip-address.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Identity } from '../../src/ports/network-ports.ts';
import type { DialTable, DialTarget } from '../../src/smtp/dial-target.ts';
import { systemClock } from '../system-clock.ts';
import { type DnsServer, type DnsServerOptions, startDnsServer } from './dns/server.ts';
import type { Zone, ZoneChanges } from './dns/zone.ts';
import { selfSignedCertificate } from './smtp/certificate.ts';
import { usualClientAddress } from './smtp/client.ts';
import { RefusingPort, SilentPort } from './smtp/closed-ports.ts';
import { asciiDomain } from './smtp/command.ts';
import { RecipientDirectory } from './smtp/recipient-directory.ts';
import { replyTextsWith } from './smtp/reply-texts.ts';
import { SmtpServer } from './smtp/server.ts';
import type { ExchangeContext, SandboxLogEntry } from './smtp/session-context.ts';
import { SandboxCounters, type SandboxCounts, type SandboxStatistics } from './statistics.ts';
import type { SandboxWorld } from './world.ts';
import { checkWorld } from './world-checks.ts';
import { type PlannedExchange, planWorld, type WorldPlan } from './world-plan.ts';

/** Options of `startSandbox`; all have defaults. Times are in milliseconds. */
export interface SandboxOptions {
  /** Clock for greylisting, delays and timeouts. Default: real time. */
  readonly clock?: Clock | undefined;
  /** Latency of every DNS answer. Default 0. */
  readonly dnsReplyDelayMs?: number | undefined;
  /** Faults of the resolver itself; those of single names are in the zone. Default: none. */
  readonly dnsServer?: Pick<DnsServerOptions, 'edns' | 'tcp' | 'nxdomainAddress'> | undefined;
  /** `replyDelayMs` of exchanges that do not set it. Default 0. */
  readonly replyDelayMs?: number | undefined;
  /** `greetingDelayMs` of exchanges that do not set it. Default 0. */
  readonly greetingDelayMs?: number | undefined;
  /** Receives every line of every SMTP connection. */
  readonly log?: ((entry: SandboxLogEntry) => void) | undefined;
}

const optionNames = namesOf<SandboxOptions>()(
  'clock dnsReplyDelayMs dnsServer replyDelayMs greetingDelayMs log',
);

/** How to reach a sandbox instead of the internet: `netPorts({ ...sandbox.network })`. */
export interface SandboxNetwork extends Identity {
  /** Its resolver, as `127.0.0.1:port`. */
  readonly dns: readonly string[];
  /** Where to connect for each address in its DNS. */
  readonly dialTable: DialTable;
}

/** A SandboxNetwork as JSON, for another process. */
export interface SandboxDescription extends Identity {
  readonly dns: readonly string[];
  readonly dialTable: Readonly<Record<string, DialTarget>>;
}

/** A running simulated internet. */
export interface Sandbox extends AsyncDisposable {
  readonly network: SandboxNetwork;
  readonly statistics: SandboxStatistics;
  describe(): SandboxDescription;
  /** Returns where an exchange listens, for clients without DNS. Throws InvalidArgument for an unknown host. */
  endpointOf(host: string): DialTarget;
  /**
   * The traffic of one client with an exchange, or with the server that it shares with others, by the client's address as servers see it: 192.0.2.25 for 127.0.0.1, any
   * other for itself. The numbers change while the client is active. Throws InvalidArgument for an unknown host.
   */
  countsOf(host: string, client: string): SandboxCounts;
  /** Number of DNS questions about this name, of one type or of all: `questionCount('example.com', 'MX')`. */
  questionCount(name: string, type?: string): number;
  /** Adds, replaces and (with null) removes DNS entries. Throws InvalidArgument for one that cannot be served. */
  patchZone(changes: ZoneChanges): void;
  /** Closes all connections, frees all ports, and cancels all timers. */
  close(): Promise<void>;
}

const identity = { helo: 'verifier.example.net', mailFrom: 'probe@verifier.example.net' } as const;

/**
 * What DNS says of the sender, set up as it should be: names in both directions, a sender that can be answered, SPF, and
 * block lists that have their test entry (RFC 5782 §5) but not the client.
 */
const senderZone: Zone = {
  [identity.helo]: { a: [usualClientAddress], mx: [[10, identity.helo]], txt: ['v=spf1 a -all'] },
  [`${reverseLabels(usualClientAddress)}.in-addr.arpa`]: { ptr: [identity.helo] },
  ...Object.fromEntries(
    defaultBlockListZones.map((zone) => [`${reverseLabels('127.0.0.2')}.${zone}`, { a: ['127.0.0.2'] }]),
  ),
};

/**
 * Starts a simulated internet on 127.0.0.1: a DNS server, and an SMTP server for every exchange of the world. It needs
 * no privileges, and keeps no program alive that has nothing else to do. Servers tell their clients apart by address: connect from 127.0.0.2, 127.0.0.3 … to be several. DNS
 * returns addresses of the benchmark range 198.18.0.0/15 (RFC 2544); `network.dialTable` maps them to the real ones. Rejects with InvalidArgument if the world contradicts itself.
 */
export async function startSandbox(world: SandboxWorld, options: SandboxOptions = {}): Promise<Sandbox> {
  checkWorld(world);
  checkOptions(options, 'startSandbox(world, { clock }).');
  checkNames(options, optionNames);
  const plan = planWorld(world);
  const clock = options.clock ?? systemClock;
  const sandbox = new LoopbackSandbox(clock, options);
  try {
    await sandbox.start(plan);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}

/** Returns the network of a sandbox that runs in another process. */
export function networkOf(description: SandboxDescription): SandboxNetwork {
  const advice = 'Pass `sandbox.description`, as the other process sent it.';
  checkObject('description', description, advice);
  checkObject('description.dialTable', description.dialTable, advice);
  return { ...description, dialTable: new Map(Object.entries(description.dialTable)) };
}

class LoopbackSandbox implements Sandbox {
  readonly #clock: Clock;
  readonly #options: SandboxOptions;
  readonly #counters = new SandboxCounters();
  /** Of exchanges whose connections are counted together. */
  readonly #servedToByName = new Map<string, Map<string, number>>();
  readonly #dialTable = new Map<string, DialTarget>();
  readonly #endpoints = new Map<string, DialTarget>();
  readonly #parts: { close(): Promise<void> }[] = [];
  #dns: DnsServer | undefined;
  #secureContext: SecureContext | undefined;
  #closed: Promise<void> | undefined;

  constructor(clock: Clock, options: SandboxOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  async start(plan: WorldPlan): Promise<void> {
    const zone = { ...senderZone, ...plan.zone };
    const { dnsReplyDelayMs: replyDelayMs = 0, dnsServer } = this.#options;
    this.#dns = this.#own(await startDnsServer(zone, { ...dnsServer, clock: this.#clock, replyDelayMs }));
    await this.#open(plan.exchanges);
  }

  get network(): SandboxNetwork {
    return {
      dns: this.#dns === undefined ? [] : [this.#dns.address],
      dialTable: this.#dialTable,
      ...identity,
    };
  }

  get statistics(): SandboxStatistics {
    const { totals, exchanges, addresses, recipients, violations } = this.#counters;
    const dns = this.#dns;
    return {
      totals,
      exchanges,
      addresses,
      recipients,
      violations,
      get dnsQuestions() {
        return dns?.questions ?? 0;
      },
    };
  }

  describe(): SandboxDescription {
    return { ...this.network, dialTable: Object.fromEntries(this.#dialTable) };
  }

  endpointOf(host: string): DialTarget {
    const endpoint = this.#endpoints.get(asciiDomain(host));
    if (endpoint !== undefined) return endpoint;
    throw new InvalidArgument('host', `Name one of the world's exchanges: "${host}" is none.`);
  }

  countsOf(host: string, client: string): SandboxCounts {
    this.endpointOf(host);
    return this.#counters.ensureClientCounter(asciiDomain(host), client);
  }

  questionCount(name: string, type?: string): number {
    return this.#dns?.questionCount(name, type) ?? 0;
  }

  patchZone(changes: ZoneChanges): void {
    this.#dns?.patch(changes);
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all(this.#parts.map((part) => part.close())).then(() => {});
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #open(exchanges: readonly PlannedExchange[]): Promise<void> {
    const refusing = exchanges.some((exchange) => exchange.deadAddresses.length > 0)
      ? this.#own(await RefusingPort.open())
      : undefined;
    const silent = exchanges.some((exchange) => exchange.silentAddresses.length > 0)
      ? this.#own(await SilentPort.open())
      : undefined;
    const open = async (exchange: PlannedExchange) => {
      this.#countFor(exchange);
      this.#dial(exchange.names, exchange.silentAddresses, silent?.port);
      this.#dial(exchange.names, exchange.deadAddresses, refusing?.port);
      if (exchange.liveAddresses.length === 0) return;
      const server = this.#own(await SmtpServer.start(this.#contextOf(exchange)));
      this.#dial(exchange.names, exchange.liveAddresses, server.port);
    };
    const opened = await Promise.allSettled(exchanges.map(open));
    for (const result of opened) if (result.status === 'rejected') throw result.reason;
  }

  #own<Part extends { close(): Promise<void> }>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  #countFor({ host, names, settings: { address } }: PlannedExchange): void {
    if (address === undefined) this.#counters.ensureCounter(host);
    else this.#counters.share(address, names);
  }

  #dial(hosts: readonly string[], addresses: readonly string[], port: number | undefined): void {
    if (addresses.length === 0 || port === undefined) return;
    const target = { address: '127.0.0.1', port };
    for (const host of hosts) this.#endpoints.set(host, target);
    for (const address of addresses) this.#dialTable.set(address, target);
  }

  #contextOf({ host, settings, domains }: PlannedExchange): ExchangeContext {
    const texts = replyTextsWith(settings.texts);
    return {
      exchange: {
        host,
        settings,
        texts,
        directory: new RecipientDirectory(domains, settings, texts, this.#clock),
      },
      replyDelayMs: settings.replyDelayMs ?? this.#options.replyDelayMs ?? 0,
      greetingDelayMs: settings.greetingDelayMs ?? this.#options.greetingDelayMs ?? 0,
      clock: this.#clock,
      counters: this.#counters,
      servedTo: this.#servedTo(settings.connectionsCountedAs),
      secureContext: () => this.#tls(),
      log: this.#options.log,
    };
  }

  #servedTo(countedAs: string | undefined): Map<string, number> {
    if (countedAs === undefined) return new Map();
    const known = this.#servedToByName.get(countedAs) ?? new Map<string, number>();
    this.#servedToByName.set(countedAs, known);
    return known;
  }

  /** One certificate for all exchanges; clients do not check it (RFC 7435). */
  #tls(): SecureContext {
    this.#secureContext ??= createSecureContext(selfSignedCertificate('mx.example.net'));
    return this.#secureContext;
  }
}
