/** Traffic of one exchange, or of all. */
export interface SandboxCounts {
  /** Accepted connections, including those beyond `maxConnections`. */
  readonly connections: number;
  /** Connections that neither side has ended. */
  readonly open: number;
  /** The highest number of connections open at the same time. */
  readonly peakConnections: number;
  readonly commands: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** RCPT commands answered with 4yz or 5yz. */
  readonly refused: number;
  /** MAIL commands answered with 250. */
  readonly transactions: number;
  /** How often clients had to wait for the server: greetings, and groups of commands sent together. */
  readonly roundTrips: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
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
  /** By host name. */
  readonly exchanges: ReadonlyMap<string, SandboxCounts>;
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

  opened(): void {
    this.connections += 1;
    this.open += 1;
    this.peakConnections = Math.max(this.peakConnections, this.open);
    this.#sum?.opened();
  }

  closed(): void {
    this.open -= 1;
    this.#sum?.closed();
  }

  violated(): void {
    this.violations += 1;
    this.#sum?.violated();
  }
}

const violationsKept = 1_000;

/** Everything that a sandbox counts. */
export class SandboxRecord {
  readonly totals = new TrafficCounter();
  readonly exchanges = new Map<string, TrafficCounter>();
  readonly recipients = new Map<string, number>();
  readonly violations: SandboxViolation[] = [];

  exchange(host: string): TrafficCounter {
    const counter = this.exchanges.get(host) ?? new TrafficCounter(this.totals);
    this.exchanges.set(host, counter);
    return counter;
  }

  recipient(address: string): void {
    this.recipients.set(address, (this.recipients.get(address) ?? 0) + 1);
  }

  violation(violation: SandboxViolation): void {
    this.exchange(violation.exchange).violated();
    if (this.violations.length < violationsKept) {
      this.violations.push({ ...violation, line: violation.line.slice(0, 200) });
    }
  }
}
