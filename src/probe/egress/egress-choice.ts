import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProbeAnswer } from '../session/probe-request.ts';
import type { EgressProber } from './egress-prober.ts';

/** The egress to ask through. */
export interface ChosenEgress {
  readonly egress: EgressProber;
  /** True if no other egress could be asked now, so that short pauses are waited out. */
  readonly waits: boolean;
}

/** How long a server that greylists remembers who asked (postgrey: two days). */
const greylistMemoryMs = 2 * 86_400_000;

/**
 * Chooses the egress for a request: the one through which the recipient was greylisted, because greylisting remembers
 * the client; otherwise the one with the least work there among those that are neither paused nor blocked.
 */
export class EgressChoice {
  readonly #egresses: readonly EgressProber[];
  readonly #clock: Clock;
  readonly #greylisted = boundedMap<string, { readonly egress: EgressProber; readonly until: number }>(
    100_000,
  );
  /** The egresses in the order of their last use. */
  readonly #byLastUse: EgressProber[];

  constructor(egresses: readonly EgressProber[], clock: Clock) {
    this.#egresses = egresses;
    this.#clock = clock;
    this.#byLastUse = [...egresses];
  }

  /** Returns undefined if all that are left rest, because their ways out failed. */
  choose(host: string, recipient: string, passedOver: ReadonlySet<EgressProber>): ChosenEgress | undefined {
    const open = this.#byLastUse.filter((egress) => !passedOver.has(egress) && !egress.outage.isResting);
    const egress = this.#preferred(host, recipient, open) ?? least(open, (each) => costOf(each, host));
    if (egress === undefined) return undefined;
    if (this.#egresses.length > 1) {
      this.#byLastUse.splice(this.#byLastUse.indexOf(egress), 1);
      this.#byLastUse.push(egress);
    }
    return { egress, waits: !open.some((other) => other !== egress && rankOf(other, host) === 0) };
  }

  /** Records the answer to a request: the recipient of a greylisted one is asked again through the same egress. */
  recordAnswer(recipient: string, answer: ProbeAnswer, egress: EgressProber): void {
    if (this.#egresses.length < 2 || answer.kind !== 'reply') return;
    if (answer.classification.meaning === 'greylisted')
      this.#greylisted.set(recipient, { egress, until: steadyNow(this.#clock) + greylistMemoryMs });
    else this.#greylisted.delete(recipient);
  }

  /** A short pause there is waited out; a block is not. */
  #preferred(host: string, recipient: string, open: readonly EgressProber[]): EgressProber | undefined {
    const known = this.#greylisted.get(recipient);
    if (known === undefined || known.until <= steadyNow(this.#clock)) return undefined;
    return open.includes(known.egress) && rankOf(known.egress, host) <= 1 ? known.egress : undefined;
  }
}

/** 0: free; 1: paused for a short while; 2: it reaches no server at all; 3: blocked. */
function rankOf(egress: EgressProber, host: string): number {
  const pause = egress.pauseAt(host);
  if (pause?.reason === 'blocked') return 3;
  if (egress.outage.reachesNothing) return 2;
  return pause === undefined ? 0 : 1;
}

/** Compared part by part: rank, end of a pause, work, and whether a connection would have to be opened. */
function costOf(egress: EgressProber, host: string): readonly number[] {
  return [
    rankOf(egress, host),
    egress.pauseAt(host)?.endsAt ?? 0,
    egress.loadAt(host),
    egress.hasPool(host) ? 0 : 1,
  ];
}

/** Returns the first of those with the least cost. */
function least<Value>(
  values: readonly Value[],
  costOfValue: (value: Value) => readonly number[],
): Value | undefined {
  const [first] = values;
  if (values.length < 2) return first;
  let found = first;
  let lowest: readonly number[] | undefined;
  for (const value of values) {
    const cost = costOfValue(value);
    if (lowest !== undefined && !isLess(cost, lowest)) continue;
    found = value;
    lowest = cost;
  }
  return found;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const rival = other[index] ?? 0;
    if (value !== rival) return value < rival;
  }
  return false;
}
