import type { CounterCount } from '../../counters/counters.ts';
import { evidenceKind } from './evidence-kinds.ts';

/** What became of mail to a verified address. A complaint means that it was delivered. */
export type MailOutcome = 'delivered' | 'bounced' | 'complained';

/** Verdicts of one kind of evidence, provider and confidence, by what became of mail. */
export interface OutcomeCount {
  /** Such as `accepted`, `accepted+catch_all` or `not_found`. */
  readonly evidence: string;
  /** The `email_provider` of the verdicts; `Unknown` for a name that mailproof does not know. */
  readonly provider: string;
  /** Whether the verdicts say that mail is delivered, or that it bounces. */
  readonly predicts: 'delivery' | 'bounce';
  /** What the verdicts said: 1 to 99. */
  readonly confidence: number;
  /** What the tables alone had said, before outcomes moved it: 1 to 99. */
  readonly unlearnedConfidence: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

/** What is counted under one name. */
export interface CountedOutcome {
  readonly evidence: string;
  readonly provider: string;
  readonly confidence: number;
  readonly unlearnedConfidence: number;
  /** Names the tables. */
  readonly tables: string;
  readonly outcome: MailOutcome;
}

/** Returns the name under which an outcome is counted. */
export function nameOfOutcome(counted: CountedOutcome): string {
  const { evidence, provider, confidence, outcome, unlearnedConfidence, tables } = counted;
  return JSON.stringify([evidence, provider, confidence, outcome, unlearnedConfidence, tables]);
}

/** Parses such a name, and adds what its evidence predicts. Returns undefined for any other text. */
export function parseOutcomeName(
  name: string,
): (CountedOutcome & Pick<OutcomeCount, 'predicts'>) | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(name);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [evidence, provider, confidence, outcome, unlearnedConfidence, tables] = parts as readonly unknown[];
  const kind = typeof evidence === 'string' ? evidenceKind(evidence) : undefined;
  if (kind === undefined || typeof provider !== 'string' || !isMailOutcome(outcome)) return undefined;
  if (!isConfidence(confidence) || !isConfidence(unlearnedConfidence)) return undefined;
  if (typeof tables !== 'string') return undefined;
  const { name: evidenceName, predicts } = kind;
  return { evidence: evidenceName, provider, confidence, unlearnedConfidence, predicts, tables, outcome };
}

/** Whether it is a confidence that outcomes are counted by: 1 to 99. */
export function isConfidence(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 99;
}

export function isMailOutcome(value: unknown): value is MailOutcome {
  return value === 'delivered' || value === 'bounced' || value === 'complained';
}

/** Puts the counts of a counter together. Leaves out what is none, and what other tables have said. */
export function outcomeCountsOf(counts: readonly CounterCount[], ofTables: string): readonly OutcomeCount[] {
  const byVerdict = new Map<string, OutcomeCount>();
  for (const { name, count } of counts) {
    const counted = parseOutcomeName(name);
    if (counted === undefined || counted.tables !== ofTables) continue;
    const { outcome, tables: _, ...verdict } = counted;
    const key = JSON.stringify(verdict);
    const before = byVerdict.get(key) ?? { ...verdict, delivered: 0, bounced: 0, complained: 0 };
    byVerdict.set(key, { ...before, [outcome]: before[outcome] + count });
  }
  return [...byVerdict.values()];
}
