import type { VirtualTime } from '../clock/virtual-time.ts';
import type { Internet } from '../network/internet.ts';
import type { Story } from '../story/story.ts';
import { type HiddenLimits, missingWithinMs, type ServerKind } from './hidden-limits.ts';

/** What the servers have seen. */
export interface Traffic {
  readonly connections: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** Connections and recipients that were refused for a limit. */
  readonly signs: number;
  /**
   * How long after limits were halved more was asked for, for the last time, than they then allow: connections, but for
   * one with which the limit is tried, or by a quarter more recipients a second. In milliseconds.
   */
  readonly excessMs: number;
  /**
   * How long the limits on recipients make it take at least to answer as many as were answered, in seconds, by one client.
   * Undefined where recipients are not limited.
   */
  readonly leastSeconds: number | undefined;
}

export interface TrafficWatchParts {
  readonly time: VirtualTime;
  readonly story: Story;
  readonly internet: Internet;
  readonly limits: HiddenLimits;
}

const watchEveryMs = 100;

const largeOperators: readonly (readonly [countedAs: string, kind: ServerKind])[] = [
  ['gmail-smtp-in.l.google.com', 'google'],
  ['aspmx.l.google.com', 'google'],
  ['microsoft', 'microsoft'],
];

/** Counts what arrives at the servers of the mix. */
export class TrafficWatch {
  readonly #parts: TrafficWatchParts;
  #connections = 0;
  #recipients = 0;
  #excessMs = 0;

  constructor(parts: TrafficWatchParts) {
    this.#parts = parts;
    const { story, time, limits } = parts;
    story.on('connection-opened', () => {
      this.#connections += 1;
    });
    story.on('recipient-answered', () => {
      this.#recipients += 1;
    });
    const { halvedAfterMs } = limits;
    if (halvedAfterMs !== undefined) time.schedule(halvedAfterMs, () => this.#watchExcess(time.now));
  }

  get traffic(): Traffic {
    let signs = 0;
    for (const { refusedConnections, refusedRecipients } of this.#parts.internet.counts.values())
      signs += refusedConnections + refusedRecipients;
    return {
      connections: this.#connections,
      recipients: this.#recipients,
      signs,
      excessMs: this.#excessMs,
      leastSeconds: this.#leastSeconds,
    };
  }

  get #leastSeconds(): number | undefined {
    const { limits, internet } = this.#parts;
    const { perSecond, missing } = limits;
    if (perSecond === undefined && missing === undefined) return undefined;
    return Math.max(
      ...Array.from(internet.counts, ([countedAs, { answeredRecipients, missingRecipients }]) => {
        const kind = kindOf(countedAs);
        return Math.max(
          perSecond === undefined ? 0 : answeredRecipients / perSecond[kind],
          missing === undefined ? 0 : (missingRecipients / missing[kind]) * (missingWithinMs / 1_000),
        );
      }),
    );
  }

  #watchExcess(halvedAt: number): void {
    const { time, internet, limits } = this.#parts;
    const { connections, perSecond } = limits;
    const isExceeded = largeOperators.some(([countedAs, kind]) => {
      const counts = internet.counts.get(countedAs);
      if (counts === undefined) return false;
      return (
        counts.mostConnections > connections[kind] / 2 + 1 ||
        (perSecond !== undefined && counts.mostAsked(time.now) > (perSecond[kind] / 2) * 1.25)
      );
    });
    if (isExceeded) this.#excessMs = time.now - halvedAt;
    time.schedule(watchEveryMs, () => this.#watchExcess(halvedAt));
  }
}

function kindOf(countedAs: string): ServerKind {
  return largeOperators.find(([operator]) => operator === countedAs)?.[1] ?? 'others';
}
