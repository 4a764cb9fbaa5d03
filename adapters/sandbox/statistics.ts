/** The traffic of one exchange, of one client with an exchange, or of all exchanges together. */
export interface SandboxCounts {
  /** Accepted connections, including those beyond `maxConnections`. */
  readonly connections: number;
  /** Connections that the server has not ended, and the client has not reset. */
  readonly open: number;
  /** The highest number of connections open at the same time. */
  readonly peakConnections: number;
  /** Command lines received. */
  readonly commands: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** RCPT commands answered with 4yz or 5yz. */
  readonly refused: number;
  /** MAIL commands answered with 250. */
  readonly transactions: number;
  /** RSET commands. */
  readonly resets: number;
  /** Connections that the server has ended although the client had neither said QUIT nor closed its side. */
  readonly drops: number;
  /** How often clients had to wait for the server: greetings, and groups of commands sent together. */
  readonly roundTrips: number;
  /** Bytes received from clients. */
  readonly bytesIn: number;
  /** Bytes sent to clients. */
  readonly bytesOut: number;
  /** Violations, of any kind. */
  readonly violations: number;
}

/**
 * Things that a prober must not do. `early-command`: sent before the greeting was complete. `pipelining`: sent before
 * the reply to the previous command, although PIPELINING was not offered or RFC 2920 §3.1 does not allow it.
 */
export type ViolationKind =
  | 'data'
  | 'vrfy'
  | 'early-command'
  | 'pipelining'
  | 'too-many-connections'
  | 'bare-line-feed'
  | 'line-too-long'
  | 'plaintext-after-starttls';

/** A violation, with the line that shows it. */
export interface SandboxViolation {
  readonly kind: ViolationKind;
  readonly exchange: string;
  /** 1 for the exchange's first connection. */
  readonly connection: number;
  /** The offending line, truncated to 200 characters. */
  readonly line: string;
}

/** Live statistics: the numbers change while clients are active. */
export interface SandboxStatistics {
  readonly totals: SandboxCounts;
  /** By host name. Exchanges at one `address` all have the counts of their server. */
  readonly exchanges: ReadonlyMap<string, SandboxCounts>;
  /** By the `address` of exchanges that have one. */
  readonly addresses: ReadonlyMap<string, SandboxCounts>;
  /** RCPT commands by address, which is in lower case with an unquoted local part and A-labels. */
  readonly recipients: ReadonlyMap<string, number>;
  /** The first 1,000 violations; `totals.violations` counts all. */
  readonly violations: readonly SandboxViolation[];
  /** DNS questions received, answered or not. */
  readonly dnsQuestions: number;
}

type Count = Exclude<keyof SandboxCounts, 'connections' | 'open' | 'peakConnections' | 'violations'>;

/** The counters of one exchange. Everything it counts is added to the totals too. */
export class TrafficCounter implements SandboxCounts {
  connections = 0;
  open = 0;
  peakConnections = 0;
  commands = 0;
  recipients = 0;
  refused = 0;
  transactions = 0;
  resets = 0;
  drops = 0;
  roundTrips = 0;
  bytesIn = 0;
  bytesOut = 0;
  violations = 0;
  readonly #sum: TrafficCounter | undefined;

  constructor(sum?: TrafficCounter) {
    this.#sum = sum;
  }

  add(count: Count, amount = 1): void {
    this[count] += amount;
    this.#sum?.add(count, amount);
  }

  countOpened(): void {
    this.connections += 1;
    this.open += 1;
    this.peakConnections = Math.max(this.peakConnections, this.open);
    this.#sum?.countOpened();
  }

  countClosed(): void {
    this.open -= 1;
    this.#sum?.countClosed();
  }

  countViolation(): void {
    this.violations += 1;
    this.#sum?.countViolation();
  }
}

const violationsKept = 1_000;

/** The counters of a sandbox. */
export class SandboxCounters {
  readonly totals = new TrafficCounter();
  readonly exchanges = new Map<string, TrafficCounter>();
  readonly addresses = new Map<string, TrafficCounter>();
  readonly recipients = new Map<string, number>();
  readonly #clients = new Map<string, TrafficCounter>();
  /** Of servers that have several, by each. */
  readonly #firstNames = new Map<string, string>();
  readonly violations: SandboxViolation[] = [];

  /** Returns the counter of an exchange, which it creates at the first call. */
  ensureCounter(host: string): TrafficCounter {
    const counter = this.exchanges.get(host) ?? new TrafficCounter(this.totals);
    this.exchanges.set(host, counter);
    return counter;
  }

  /** Counts what happens at an address as that of the server there, whichever of its names is asked for. */
  share(address: string, hosts: readonly string[]): void {
    const [first = ''] = hosts;
    const counter = this.ensureCounter(first);
    this.addresses.set(address, counter);
    for (const host of hosts) {
      this.exchanges.set(host, counter);
      this.#firstNames.set(host, first);
    }
  }

  /** Returns the counter of one client of an exchange. What it counts is added to that of the exchange. */
  ensureClientCounter(host: string, client: string): TrafficCounter {
    const key = `${this.#firstNames.get(host) ?? host} ${client}`;
    const counter = this.#clients.get(key) ?? new TrafficCounter(this.ensureCounter(host));
    this.#clients.set(key, counter);
    return counter;
  }

  /** Counts a RCPT command. */
  countRecipient(address: string): void {
    this.recipients.set(address, (this.recipients.get(address) ?? 0) + 1);
  }

  /** Counts a violation, and keeps it if it is one of the first. */
  recordViolation(violation: SandboxViolation): void {
    this.ensureCounter(violation.exchange).countViolation();
    if (this.violations.length < violationsKept) {
      this.violations.push({ ...violation, line: violation.line.slice(0, 200) });
    }
  }
}
