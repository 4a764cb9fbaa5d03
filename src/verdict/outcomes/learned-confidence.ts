import type { EmailVerification } from '../../resources.ts';
import { percentOf } from '../confidence/confidence.ts';
import type { OutcomeCount } from './outcome-count.ts';
import { evidenceOf, type VerdictEvidence } from './verdict-evidence.ts';

/**
 * How firmly the tables are believed. Estimates: fifty outcomes of a kind weigh as much as our numbers, which nobody has
 * counted; and a provider must differ clearly from all others before it is judged by itself.
 */
const limits = {
  /** The tables count like so many outcomes of a kind of evidence. */
  tableTrials: 50,
  /** The outcomes of the kind at all providers count like so many at this one. */
  kindTrials: 100,
  /** More outcomes than this of a kind, or of a kind at a provider, count like so many. */
  mostTrials: 2_000,
  /** The odds of a verdict become at most so many times what the tables say, or that part of it. */
  mostFactor: 10,
};

interface Seen {
  delivered: number;
  bounced: number;
}

/**
 * The confidence of verdicts, moved by what became of mail (Beta-binomial updating): the tables are the prior of a kind of
 * evidence, and the kind is the prior of a provider. All verdicts of a kind move by the same factor of their odds, so that
 * what else they differ in stays.
 */
export class LearnedConfidence {
  readonly #byKind = new Map<string, Seen>();
  readonly #byProvider = new Map<string, Seen>();

  constructor(counts: readonly OutcomeCount[]) {
    for (const { evidence, provider, delivered, bounced, complained } of counts) {
      for (const [seen, key] of [
        [this.#byKind, evidence],
        [this.#byProvider, keyOf(evidence, provider)],
      ] as const) {
        const before = seen.get(key) ?? { delivered: 0, bounced: 0 };
        seen.set(key, {
          delivered: before.delivered + delivered + complained,
          bounced: before.bounced + bounced,
        });
      }
    }
  }

  /** Returns the confidence of a verdict to which the tables alone have given one. */
  confidenceOf(verdict: EmailVerification): number | null {
    const { confidence } = verdict;
    if (confidence === null || this.#byKind.size === 0) return confidence;
    const evidence = evidenceOf(verdict);
    const seen = evidence && this.#byKind.get(evidence.kind);
    if (evidence === undefined || seen === undefined) return confidence;
    const shift = logOdds(this.#rateOf(evidence, seen)) - logOdds(evidence.prior);
    const most = Math.log(limits.mostFactor);
    const moved = logOdds(confidence / 100) + Math.min(most, Math.max(-most, shift));
    return percentOf(1 / (1 + Math.exp(-moved)));
  }

  #rateOf(evidence: VerdictEvidence, seenOfKind: Seen): number {
    const { kind, provider, isRefusal, prior } = evidence;
    const ofKind = updated(prior, limits.tableTrials, trueOf(seenOfKind, isRefusal));
    const seenThere = this.#byProvider.get(keyOf(kind, provider));
    return seenThere === undefined
      ? ofKind
      : updated(ofKind, limits.kindTrials, trueOf(seenThere, isRefusal));
  }
}

function keyOf(evidence: string, provider: string): string {
  return JSON.stringify([evidence, provider]);
}

interface CameTrue {
  readonly held: number;
  readonly count: number;
}

function trueOf({ delivered, bounced }: Seen, isRefusal: boolean): CameTrue {
  return { held: isRefusal ? bounced : delivered, count: delivered + bounced };
}

/** Returns the mean of a Beta distribution, worth so many trials, after these outcomes. */
function updated(mean: number, trials: number, { held, count }: CameTrue): number {
  const weight = Math.min(1, limits.mostTrials / Math.max(1, count));
  return (mean * trials + held * weight) / (trials + count * weight);
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}
