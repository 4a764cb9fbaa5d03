import type { RandomStream } from '../randomness/random-stream.ts';
import type { ConnectionView } from '../story/happening.ts';
import type { ExchangeSpec } from '../world/exchange-spec.ts';

/** Greylisted recipients are forgotten after this time without a try. */
const greylistMemoryMs = 4 * 3_600_000;

/** A connection that a server counts. */
export interface CountedConnection {
  readonly view: ConnectionView;
  /**
   * True if the service cannot know that the server still counts it: our reset is on its way, our end has died with its
   * machine, or the network loses everything.
   */
  readonly orphaned: boolean;
}

/** A mail server in operation: what it remembers of its clients. */
export class RunningExchange {
  readonly spec: ExchangeSpec;
  readonly random: RandomStream;
  /** Connections that the server counts. */
  readonly connections = new Set<CountedConnection>();
  /** When each client, sender and recipient was first seen, and last. */
  readonly #greylist = new Map<string, { readonly firstAt: number; lastAt: number }>();
  /** When the callout about each recipient ends. */
  readonly #callouts = new Map<string, number>();

  constructor(spec: ExchangeSpec, random: RandomStream) {
    this.spec = spec;
    this.random = random;
  }

  countFrom(clientAddress: string): number {
    let count = 0;
    for (const { view } of this.connections) if (view.clientAddress === clientAddress) count += 1;
    return count;
  }

  /** Returns true if the recipient is put off, and remembers the try. */
  putsOff(clientAddress: string, sender: string, recipient: string, now: number): boolean {
    const { greylist } = this.spec;
    if (greylist === undefined) return false;
    const network = greylist.network === 24 ? clientAddress.replace(/[.:][^.:]*$/, '') : clientAddress;
    const key = `${network} ${sender} ${recipient}`;
    const known = this.#greylist.get(key);
    if (known === undefined || now - known.lastAt > greylistMemoryMs) {
      this.#greylist.set(key, { firstAt: now, lastAt: now });
      return true;
    }
    known.lastAt = now;
    return now - known.firstAt < greylist.delayMs;
  }

  /** Returns true while the server still verifies the recipient at another server. Begins that if necessary. */
  verifies(recipient: string, now: number): boolean {
    const { calloutMs } = this.spec;
    if (calloutMs === undefined) return false;
    const endsAt = this.#callouts.get(recipient);
    if (endsAt === undefined) this.#callouts.set(recipient, now + calloutMs);
    return endsAt === undefined || now < endsAt;
  }
}
