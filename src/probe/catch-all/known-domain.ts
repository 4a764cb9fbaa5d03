import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReplyCounts } from './catch-all-model.ts';
import { catchAllProbability } from './catch-all-odds.ts';
import {
  addCounts,
  type DomainReplies,
  fadedCounts,
  mostCounted,
  noCounts,
  noReplies,
  readReplies,
  subtractCounts,
  writeReplies,
} from './domain-replies.ts';

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

interface ShownByReplies {
  readonly probability: number;
  readonly refusesSome: boolean;
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
