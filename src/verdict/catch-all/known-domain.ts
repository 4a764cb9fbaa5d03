import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReplyCounts } from './catch-all-model.ts';
import { catchAllProbability } from './catch-all-odds.ts';

/** After this long, a reply counts half: domains change how they are set up. */
const halfLifeMs = 7 * 86_400_000;

/** More replies of a kind than this say nothing new. */
const mostCounted = 200;

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

const dayMs = 86_400_000;
/** After the last change. The replies count half by then. */
const storedMs = 7 * dayMs;
/** Other processes may change the entry at the same time. */
const mostTries = 4;
const mostRemembered = 4;
/** In that time, replies do not fade so that it matters. */
const sameMs = 1_000;

/** The answer to the catch-all probe that is the first, or the second, of a day. */
export interface AnsweredProbe {
  readonly number: number;
  readonly accepted: boolean;
}

/** What the replies of an exchange at a domain show. */
export interface ShownByReplies {
  /** The probability that it accepts any recipient. */
  readonly probability: number;
  /** Whether it has refused recipients. */
  readonly refusesSome: boolean;
  /** Whether it has answered a catch-all probe. */
  readonly probed: boolean;
}

/**
 * What this process knows of the replies of one domain, or of one backup of it: those that are stored, which all processes
 * share, and its own that are not stored yet. A process that stores adds to what others have stored meanwhile.
 */
export class KnownDomain {
  /** From when on the catch-all probe may be sent again, by the steady clock. */
  probeAgainAt = Number.NEGATIVE_INFINITY;
  flights = 0;
  /** The domain, and its backup. */
  readonly place: string;
  readonly #key: string;
  readonly #ports: { readonly cache: Cache; readonly clock: Clock };
  /** The last local parts that were counted: one counts once, through however many egresses it is asked about. */
  #counted: readonly string[] = [];
  /** Those of catch-all probes. */
  #probed: readonly string[] = [];
  #text: string | undefined;
  #stored: DomainReplies = noReplies;
  #unstored: ReplyCounts = noCounts;
  /** What was worked out last, unless replies have come since. */
  #shown: { readonly share: number; readonly at: number; readonly by: ShownByReplies } | undefined;

  constructor(place: string, ports: { readonly cache: Cache; readonly clock: Clock }) {
    this.place = place;
    this.#key = `catch-all:${place}`;
    this.#ports = ports;
  }

  /** `share`: the probability that it is a catch-all before any reply. */
  shown(share: number): ShownByReplies {
    const at = this.#ports.clock.now();
    const last = this.#shown;
    if (last?.share === share && Math.abs(at - last.at) < sameMs) return last.by;
    const { replies } = this;
    const { unknown, unexplained, closed, probesAccepted, probesRefused } = replies;
    const by = {
      probability: catchAllProbability(replies, share),
      refusesSome: unknown + unexplained + closed + probesRefused > 0,
      probed: probesAccepted + probesRefused > 0,
    };
    this.#shown = { share, at, by };
    return by;
  }

  /** Whether there are replies that others cannot know yet. */
  get hasUnstored(): boolean {
    return this.#unstored !== noCounts;
  }

  /** All replies, by what they are worth now. */
  get replies(): ReplyCounts {
    return addCounts(this.storedReplies, this.#unstored);
  }

  get storedReplies(): ReplyCounts {
    return fadedCounts(this.#stored, this.#ports.clock.now());
  }

  /** How many catch-all probes were answered within a day. */
  get probesOfDay(): number {
    return probesWithinDay(this.#stored, this.#ports.clock.now()).length;
  }

  /** Counts a reply about a real recipient, once. It is stored with the next change that matters. */
  count(kind: keyof ReplyCounts, localPart: string): void {
    if (this.#counted.includes(localPart) || this.#probed.includes(localPart)) return;
    this.#counted = [...this.#counted, localPart].slice(-mostRemembered);
    this.#unstored = { ...this.#unstored, [kind]: Math.min(mostCounted, this.#unstored[kind] + 1) };
    this.#shown = undefined;
  }

  /** Says that this local part is that of a catch-all probe, so that `count` ignores it. */
  ignore(localPart: string): void {
    if (!this.#probed.includes(localPart)) this.#probed = [...this.#probed, localPart].slice(-mostRemembered);
  }

  async load(): Promise<void> {
    this.#text = (await this.#ports.cache.get(this.#key))?.value;
    this.#stored = readReplies(this.#text ?? '');
    this.#shown = undefined;
  }

  /**
   * Stores what this process has counted, and the answer to a catch-all probe unless another process has stored one. Rejects
   * if the cache fails.
   */
  async store(probe?: AnsweredProbe): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const own = this.#unstored;
      const now = this.#ports.clock.now();
      const changed = withReplies(this.#stored, { own, probe, now });
      const value = writeReplies(changed);
      const isStored = await this.#ports.cache.replace(this.#key, this.#text, {
        value,
        expiresAt: now + storedMs,
      });
      if (isStored || tries === mostTries) {
        this.#text = value;
        this.#stored = changed;
        this.#unstored = this.#unstored === own ? noCounts : subtractCounts(this.#unstored, own);
        this.#shown = undefined;
        return;
      }
      await this.load();
    }
  }
}

function withReplies(
  stored: DomainReplies,
  { own, probe, now }: { own: ReplyCounts; probe: AnsweredProbe | undefined; now: number },
): DomainReplies {
  const counts = addCounts(fadedCounts(stored, now), own);
  const probedAt = probesWithinDay(stored, now);
  if (probe === undefined || probedAt.length >= probe.number) return { counts, at: now, probedAt };
  const answer = { ...noCounts, [probe.accepted ? 'probesAccepted' : 'probesRefused']: 1 };
  return { counts: addCounts(counts, answer), at: now, probedAt: [...probedAt, now] };
}

function probesWithinDay({ probedAt }: DomainReplies, now: number): readonly number[] {
  return probedAt.filter((at) => at > now - dayMs);
}

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
function subtractCounts(one: ReplyCounts, other: ReplyCounts): ReplyCounts {
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
