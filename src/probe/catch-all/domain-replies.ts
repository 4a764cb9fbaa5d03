import type { ReplyCounts } from './catch-all-model.ts';

/** After this long, a reply counts half: domains change how they are set up. */
const halfLifeMs = 7 * 86_400_000;

/** More replies of a kind than this say nothing new. */
export const mostCounted = 200;

/** What is stored of a domain: its replies, and when it has answered catch-all probes. */
export interface DomainReplies {
  readonly counts: ReplyCounts;
  /** When the counts were last brought up to date. */
  readonly at: number;
  /** When the last catch-all probes were answered, at most two. */
  readonly probedAt: readonly number[];
}

export const noCounts: ReplyCounts = {
  accepted: 0,
  unknown: 0,
  closed: 0,
  unexplained: 0,
  probesAccepted: 0,
  probesRefused: 0,
};

export const noReplies: DomainReplies = { counts: noCounts, at: 0, probedAt: [] };

const kindCount = Object.keys(noCounts).length;

export function fadedCounts({ counts, at }: DomainReplies, now: number): ReplyCounts {
  if (now <= at) return counts;
  const factor = 0.5 ** ((now - at) / halfLifeMs);
  return mapCounts((kind) => counts[kind] * factor);
}

export function addCounts(one: ReplyCounts, other: ReplyCounts): ReplyCounts {
  return mapCounts((kind) => Math.min(mostCounted, one[kind] + other[kind]));
}

/** Returns what `one` has more than `other`. */
export function subtractCounts(one: ReplyCounts, other: ReplyCounts): ReplyCounts {
  return mapCounts((kind) => Math.max(0, one[kind] - other[kind]));
}

export function writeReplies({ counts, at, probedAt }: DomainReplies): string {
  const rounded = mapCounts((kind) => Math.round(counts[kind] * 1_000) / 1_000);
  return JSON.stringify([...Object.values(rounded), at, ...probedAt]);
}

/** Returns `noReplies` for a text that is none of `writeReplies`. */
export function readReplies(text: string): DomainReplies {
  try {
    const numbers: readonly number[] = JSON.parse(text);
    const [at, ...probedAt] = numbers.slice(kindCount);
    const areNumbers = numbers.every((each) => typeof each === 'number' && each >= 0);
    if (!areNumbers || at === undefined || probedAt.length > 2) return noReplies;
    const counts = mapCounts((_, index) => Math.min(mostCounted, numbers[index] ?? 0));
    return { counts, at, probedAt };
  } catch {
    return noReplies;
  }
}

function mapCounts(countOf: (kind: keyof ReplyCounts, index: number) => number): ReplyCounts {
  return {
    accepted: countOf('accepted', 0),
    unknown: countOf('unknown', 1),
    closed: countOf('closed', 2),
    unexplained: countOf('unexplained', 3),
    probesAccepted: countOf('probesAccepted', 4),
    probesRefused: countOf('probesRefused', 5),
  };
}
