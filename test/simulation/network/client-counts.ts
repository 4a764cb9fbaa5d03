import type { ConnectionView } from '../story/happening.ts';
import type { RecipientLimits } from '../world/exchange-spec.ts';

/** What servers say that count recipients: all of a second, or those that do not exist. */
export const signsOfLimits = [
  '450 4.7.28 Our system has detected an unusual rate of mail from your IP address',
  '450 4.7.1 Too many invalid recipients, try again later',
] as const;

/** By how much a time may be out of order: a server counts a recipient when it comes to it, and has many sessions. */
const slackMs = 5_000;
const secondMs = 1_000;

/** A connection that a server counts. */
export interface CountedConnection {
  readonly view: ConnectionView;
  /**
   * True if the service cannot know that the server still counts it: our reset is on its way, our end has died with its
   * machine, or the network loses everything.
   */
  readonly orphaned: boolean;
}

/** What a server, or all of an operator, counts of each client, by its address. */
export class ClientCounts {
  /** Connections that were refused because the client had too many. */
  refusedConnections = 0;
  /** Recipients that were refused because the client asked about too many. */
  refusedRecipients = 0;
  /** Recipients that were answered while recipients are limited, and those of them that do not exist. */
  answeredRecipients = 0;
  missingRecipients = 0;
  readonly #clients = new Map<string, ClientCount>();

  open(connection: CountedConnection): void {
    this.#of(connection.view.clientAddress).connections.add(connection);
  }

  close(connection: CountedConnection): void {
    this.#of(connection.view.clientAddress).connections.delete(connection);
  }

  /** The most connections that a client has now. */
  get mostConnections(): number {
    return Math.max(0, ...[...this.#clients.values()].map(({ connections }) => connections.size));
  }

  /** The most recipients that a client has asked about in the last second, refused or not. */
  mostAsked(now: number): number {
    return Math.max(0, ...[...this.#clients.values()].map(({ asked }) => asked.between(now - secondMs, now)));
  }

  /** `allowed`: connections of one client. */
  refusesConnection(clientAddress: string, allowed: number): boolean {
    const isOver = this.#of(clientAddress).connections.size > allowed;
    if (isOver) this.refusedConnections += 1;
    return isOver;
  }

  /** Returns what is said to a client that asks about too many. `part`: of the limits. */
  refusalOfRecipient(
    clientAddress: string,
    { perSecond }: RecipientLimits,
    part: number,
    now: number,
  ): string | undefined {
    const client = this.#of(clientAddress);
    client.asked.add(now);
    const isOver =
      perSecond !== undefined && client.answered.between(now - secondMs, now) >= perSecond * part;
    if (!isOver && now >= client.shutUntil) {
      client.answered.add(now);
      this.answeredRecipients += 1;
      return undefined;
    }
    this.refusedRecipients += 1;
    return isOver ? signsOfLimits[0] : signsOfLimits[1];
  }

  recordMissing(clientAddress: string, { missing }: RecipientLimits, part: number, now: number): void {
    this.missingRecipients += 1;
    if (missing === undefined) return;
    const client = this.#of(clientAddress);
    client.missing.add(now);
    if (client.missing.between(now - missing.withinMs, now) > missing.most * part)
      client.shutUntil = now + missing.withinMs;
  }

  #of(clientAddress: string): ClientCount {
    const known = this.#clients.get(clientAddress);
    if (known !== undefined) return known;
    const created: ClientCount = {
      connections: new Set(),
      asked: new RecentTimes(),
      answered: new RecentTimes(),
      missing: new RecentTimes(),
      shutUntil: 0,
    };
    this.#clients.set(clientAddress, created);
    return created;
  }
}

interface ClientCount {
  readonly connections: Set<CountedConnection>;
  readonly asked: RecentTimes;
  readonly answered: RecentTimes;
  readonly missing: RecentTimes;
  /** Until then no recipient is answered. */
  shutUntil: number;
}

/** Times of the last minute, nearly in order. */
class RecentTimes {
  #times: number[] = [];

  add(at: number): void {
    this.#times.push(at);
    if (this.#times.length > mostTimes) this.#times = this.#times.filter((time) => time > at - keptMs);
  }

  /** Counts those after `since`, up to `until`. */
  between(since: number, until: number): number {
    let count = 0;
    for (let index = this.#times.length - 1; index >= 0; index -= 1) {
      const time = this.#times[index] ?? 0;
      if (time <= since - slackMs) break;
      if (time > since && time <= until) count += 1;
    }
    return count;
  }
}

const keptMs = 60_000;
const mostTimes = 10_000;
