import type { RandomStream } from '../randomness/random-stream.ts';
import type { DomainSpec } from '../world/domain-spec.ts';
import type { ExchangeSpec } from '../world/exchange-spec.ts';
import type { ClientCounts, CountedConnection } from './client-counts.ts';

/** Greylisted recipients are forgotten after this time without a try. */
const greylistMemoryMs = 4 * 3_600_000;

/** A mail server in operation: what it remembers of its clients. */
export class RunningExchange {
  readonly spec: ExchangeSpec;
  readonly random: RandomStream;
  /** Connections that the server counts. */
  readonly connections = new Set<CountedConnection>();
  /** What it counts of its clients, with others of its operator. */
  readonly #counts: ClientCounts;
  readonly #startedAt: number;
  /** When each client, sender and recipient was first seen, and last. */
  readonly #greylist = new Map<string, { readonly firstAt: number; lastAt: number }>();
  /** How many recipients of each domain with a policy of its own were asked about. */
  readonly #ofPolicy = new Map<string, number>();
  /** When the callout about each recipient ends. */
  readonly #callouts = new Map<string, number>();

  constructor(
    spec: ExchangeSpec,
    { random, counts, startedAt }: { random: RandomStream; counts: ClientCounts; startedAt: number },
  ) {
    this.spec = spec;
    this.random = random;
    this.#counts = counts;
    this.#startedAt = startedAt;
  }

  /** Counts a connection from now on. */
  open(connection: CountedConnection): void {
    this.connections.add(connection);
    this.#counts.open(connection);
  }

  close(connection: CountedConnection): void {
    this.connections.delete(connection);
    this.#counts.close(connection);
  }

  /** Returns true if a client has more connections than allowed, the new one included. */
  hasTooMany(clientAddress: string, now: number): boolean {
    const { connectionLimit } = this.spec;
    if (connectionLimit === undefined) return false;
    const allowed = Math.max(1, Math.floor(connectionLimit.perClient * this.#partOfLimits(now)));
    return this.#counts.refusesConnection(clientAddress, allowed);
  }

  /** Returns the words with which it refuses any recipient of a client for now, if it does. `now`: when it comes to it. */
  refusalOfRecipient(clientAddress: string, now: number): string | undefined {
    const { recipientLimits } = this.spec;
    if (recipientLimits === undefined) return undefined;
    return this.#counts.refusalOfRecipient(clientAddress, recipientLimits, this.#partOfLimits(now), now);
  }

  /** Notes that a recipient of a client does not exist. */
  recordMissing(clientAddress: string, now: number): void {
    const { recipientLimits } = this.spec;
    if (recipientLimits !== undefined)
      this.#counts.recordMissing(clientAddress, recipientLimits, this.#partOfLimits(now), now);
  }

  #partOfLimits(now: number): number {
    const { halvedAfterMs } = this.spec;
    return halvedAfterMs !== undefined && now - this.#startedAt >= halvedAfterMs ? 0.5 : 1;
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

  /** Returns what the owner of a domain has it say about a recipient, if he does. */
  policyReply(localPart: string, { name, ownPolicy }: DomainSpec): string | undefined {
    if (ownPolicy === undefined || (ownPolicy.only ?? localPart) !== localPart) return undefined;
    const count = this.#ofPolicy.get(name) ?? 0;
    this.#ofPolicy.set(name, count + 1);
    const { honestFirst, replies } = ownPolicy;
    return count < honestFirst ? undefined : replies[(count - honestFirst) % replies.length];
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
