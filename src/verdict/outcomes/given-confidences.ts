import { delay } from '../../concurrency/deadline.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tallies, TallyChange } from '../../ports/tallies.ts';

/** A confidence that was given to a verdict. */
export interface GivenConfidence {
  readonly evidence: string;
  readonly provider: string;
  /** What the verdict says. */
  readonly confidence: number;
  /** What the tables alone say. */
  readonly unlearnedConfidence: number;
}

type CountingTallies = Pick<Tallies, 'add' | 'read' | 'clear'>;

/** Room for some two thousand kinds, providers and confidences. */
const maxBytes = 262_144;
/** What is counted is written at most this often. */
const writeEveryMs = 60_000;
/** Each change of a tally adds at most this much, and each call has at most so many changes. */
const mostAtOnce = 1_000_000;
const mostChanges = 500;
/** Verdicts are remembered for one to two such periods, by when their outcomes are known. */
const periodMs = 90 * 86_400_000;

interface Sum {
  count: number;
  ofUnlearned: number;
}

/**
 * Remembers what the tables had said of the verdicts that were given a confidence, which no field of a verdict tells. Counted
 * are verdicts by evidence, provider and both confidences, without addresses.
 */
export class GivenConfidences {
  readonly #tallies: CountingTallies;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #sums = new Map<string, Sum>();
  readonly #unwritten = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #clearedPeriod: number | undefined;

  constructor({ tallies, clock }: { readonly tallies: CountingTallies; readonly clock: Clock }) {
    this.#tallies = tallies;
    this.#clock = clock;
  }

  /** Counts a verdict. Never throws, and is written later. */
  record(given: GivenConfidence): void {
    if (this.#closing.signal.aborted) return;
    const name = nameOf(given);
    addTo(this.#sums, given, 1);
    this.#unwritten.set(name, (this.#unwritten.get(name) ?? 0) + 1);
    this.#writing ??= this.#writeLater().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Returns what the tables had said of such verdicts, on average; undefined if none is remembered. */
  unlearned(verdict: Omit<GivenConfidence, 'unlearnedConfidence'>): number | undefined {
    const sum = this.#sums.get(keyOf(verdict));
    return sum && Math.round(sum.ofUnlearned / sum.count);
  }

  /** Reads what all processes have counted. Rejects if the store fails. */
  async read(): Promise<void> {
    const period = this.#period();
    const [last, current] = await Promise.all(
      [period - 1, period].map((each) => this.#tallies.read(tallyOf(each))),
    );
    const sums = new Map<string, Sum>();
    for (const { name, count } of [...(last ?? []), ...(current ?? [])]) {
      const given = parseName(name);
      if (given !== undefined) addTo(sums, given, count);
    }
    for (const [name, count] of this.#unwritten) {
      const given = parseName(name);
      if (given !== undefined) addTo(sums, given, count);
    }
    this.#sums = sums;
  }

  /** Writes what was counted. Counts nothing from then on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine is closed.'));
    await this.#writing;
  }

  async #writeLater(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await delay(this.#clock, writeEveryMs, this.#closing.signal).catch(() => {});
      const changes = [...this.#unwritten].map(([name, by]) => ({ name, by: Math.min(by, mostAtOnce) }));
      this.#unwritten.clear();
      // What cannot be written is lost: those verdicts are taken for unlearned.
      await this.#write(changes).catch(() => {});
    }
  }

  async #write(changes: readonly TallyChange[]): Promise<void> {
    const period = this.#period();
    for (let from = 0; from < changes.length; from += mostChanges)
      await this.#tallies.add(tallyOf(period), changes.slice(from, from + mostChanges), { maxBytes });
    if (this.#clearedPeriod === period) return;
    this.#clearedPeriod = period;
    await this.#tallies.clear(tallyOf(period - 2));
  }

  #period(): number {
    return Math.floor(this.#clock.now() / periodMs);
  }
}

function tallyOf(period: number): string {
  return `given-confidences-${period}`;
}

function addTo(sums: Map<string, Sum>, given: GivenConfidence, count: number): void {
  const key = keyOf(given);
  const sum = sums.get(key) ?? { count: 0, ofUnlearned: 0 };
  sum.count += count;
  sum.ofUnlearned += count * given.unlearnedConfidence;
  sums.set(key, sum);
}

function keyOf({ evidence, provider, confidence }: Omit<GivenConfidence, 'unlearnedConfidence'>): string {
  return JSON.stringify([evidence, provider, confidence]);
}

function nameOf({ evidence, provider, confidence, unlearnedConfidence }: GivenConfidence): string {
  return JSON.stringify([evidence, provider, confidence, unlearnedConfidence]);
}

/** Returns undefined for a name that this release has not written. */
function parseName(name: string): GivenConfidence | undefined {
  try {
    const [evidence, provider, confidence, unlearnedConfidence] = JSON.parse(name);
    if (typeof evidence !== 'string' || typeof provider !== 'string') return undefined;
    if (typeof confidence !== 'number' || typeof unlearnedConfidence !== 'number') return undefined;
    return { evidence, provider, confidence, unlearnedConfidence };
  } catch {
    return undefined;
  }
}
