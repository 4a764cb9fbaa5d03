import type { EmailVerification } from '../../resources.ts';
import { percentOf } from '../confidence/confidence.ts';
import { type EvidenceKind, evidenceKind } from './evidence-kinds.ts';
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

const mostShift = Math.log(limits.mostFactor);
/** Halves an interval of 4.6 until it is below a billionth. */
const halvings = 33;

/** Verdicts of which the tables said the same. */
interface Seen {
  /** What the tables said, in log-odds. */
  readonly said: number;
  readonly count: number;
  /** How many came true. */
  readonly held: number;
}

interface SeenOfKind {
  readonly kind: EvidenceKind;
  readonly all: Seen[];
  readonly byProvider: Map<string, Seen[]>;
}

/** By how much the log-odds of verdicts of a kind move. */
interface Shifts {
  readonly ofKind: number;
  readonly byProvider: ReadonlyMap<string, number>;
}

/**
 * The confidence of verdicts, moved by what became of mail. All verdicts of a kind of evidence and a provider move by the same
 * factor of their odds, so that what else they differ in stays: the factor by which as many of those recorded would have come
 * true as did. It is one if they came true as often as the tables said of these very verdicts. The tables are the prior of a
 * kind, and the kind is the prior of a provider; each counts like so many outcomes that came true as it says (a Beta prior).
 */
export class LearnedConfidence {
  readonly #byKind: ReadonlyMap<string, Shifts>;

  constructor(counts: readonly OutcomeCount[]) {
    this.#byKind = new Map([...seenByKind(counts)].map(([name, seen]) => [name, shiftsOf(seen)]));
  }

  /** Returns the confidence of a verdict to which the tables alone have given one. `evidence`: that of the verdict. */
  confidenceOf(verdict: EmailVerification, evidence = evidenceOf(verdict)): number | null {
    const { confidence } = verdict;
    const shift = evidence && this.#shiftOf(evidence);
    if (confidence === null || shift === undefined) return confidence;
    return percentOf(probabilityOf(logOdds(confidence / 100) + shift));
  }

  #shiftOf({ kind, provider }: VerdictEvidence): number | undefined {
    const shifts = this.#byKind.get(kind.name);
    return shifts?.byProvider.get(provider) ?? shifts?.ofKind;
  }
}

function seenByKind(counts: readonly OutcomeCount[]): ReadonlyMap<string, SeenOfKind> {
  const byKind = new Map<string, SeenOfKind>();
  for (const { evidence, provider, unlearnedConfidence, delivered, bounced, complained } of counts) {
    const kind = evidenceKind(evidence);
    if (kind === undefined) continue;
    const seenOfKind: SeenOfKind = byKind.get(evidence) ?? { kind, all: [], byProvider: new Map() };
    byKind.set(evidence, seenOfKind);
    const seen = {
      said: logOdds(unlearnedConfidence / 100),
      count: delivered + complained + bounced,
      held: kind.predicts === 'bounce' ? bounced : delivered + complained,
    };
    seenOfKind.all.push(seen);
    const there = seenOfKind.byProvider.get(provider);
    if (there === undefined) seenOfKind.byProvider.set(provider, [seen]);
    else there.push(seen);
  }
  return byKind;
}

function shiftsOf({ kind, all, byProvider }: SeenOfKind): Shifts {
  const said = logOdds(kind.typical);
  const ofKind = shiftOf(all, { said, shift: 0, trials: limits.tableTrials });
  const prior = { said, shift: ofKind, trials: limits.kindTrials };
  return {
    ofKind,
    byProvider: new Map([...byProvider].map(([provider, seen]) => [provider, shiftOf(seen, prior)])),
  };
}

/** So many outcomes of a typical verdict, which came true as often as this shift says. */
interface Prior {
  readonly said: number;
  readonly shift: number;
  readonly trials: number;
}

/** Returns the shift by which as many would have come true as did, those of the prior included. */
function shiftOf(seen: readonly Seen[], prior: Prior): number {
  const count = seen.reduce((sum, each) => sum + each.count, 0);
  const weight = Math.min(1, limits.mostTrials / Math.max(1, count));
  const expectedByPrior = probabilityOf(prior.said + prior.shift);
  /** How many more came true than with this shift. The larger that is, the fewer. */
  const surplusAt = (shift: number) =>
    seen.reduce((sum, each) => sum + each.held - each.count * probabilityOf(each.said + shift), 0) * weight +
    prior.trials * (expectedByPrior - probabilityOf(prior.said + shift));
  let [low, high] = [-mostShift, mostShift];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (surplusAt(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
