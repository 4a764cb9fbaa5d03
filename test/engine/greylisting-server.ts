import { ConnectionError } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Egress } from '../../src/ports/network-ports.ts';
import { ScriptedExchange } from '../support/scripted-exchange.ts';

export interface GreylistedAttempt {
  readonly recipient: string;
  /** The client that asked. */
  readonly egress: string;
  readonly at: number;
}

/** A server in memory that puts every recipient off until its client has waited. Only `ann@…` and `ben@…` exist. */
export class GreylistingServer {
  readonly attempts: GreylistedAttempt[] = [];
  /** Clients that are told to come less often. */
  readonly limited = new Set<string>();
  /** Clients whose way out fails. */
  readonly failing = new Set<string>();
  readonly #clock: Clock;
  readonly #waitMs: number;
  /** When each client first asked about each recipient. */
  readonly #firstAt = new Map<string, number>();

  constructor(clock: Clock, waitMs = 300_000) {
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  /** The egress of this name, which the server tells from others. */
  egress(name: string): Egress {
    const smtp = new ScriptedExchange(this.#clock, {
      knows: (recipient) => /^(ann|ben)@/.test(recipient),
      answer: (recipient) => this.#answer(recipient, name),
    });
    const connect = async () => {
      if (this.failing.has(name)) throw new ConnectionError('egress_failed', 'The proxy is down.');
      return smtp.connect();
    };
    return {
      name,
      identity: { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' },
      smtp: { connect },
    };
  }

  #answer(recipient: string, egress: string): string | undefined {
    const at = this.#clock.now();
    if (this.limited.has(egress)) return '450 4.7.1 Error: too much mail from your address';
    const key = `${egress} ${recipient}`;
    this.attempts.push({ recipient, egress, at });
    const firstAt = this.#firstAt.get(key) ?? at;
    this.#firstAt.set(key, firstAt);
    return at - firstAt < this.#waitMs
      ? '450 4.2.0 Recipient address rejected: Greylisted, please try again later'
      : undefined;
  }
}
