import { type BoundedMap, boundedMap } from '../../bounded-map.ts';
import { SingleFlight } from '../../concurrency/single-flight.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { nameOfShare, type WorkShare } from '../../concurrency/work-share.ts';
import type { MxPlan } from '../../exchange/mx-plan.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Provider } from '../../exchange/providers.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { type ProbeAnswer, type Recipient, recipientDomain } from '../../probe/session/probe-request.ts';
import type { ReplyCounts } from './catch-all-model.ts';
import { catchAllProbability, catchAllShareOf, decide } from './catch-all-odds.ts';
import { KnownDomain, type ShownByReplies } from './known-domain.ts';

const dayMs = 86_400_000;

/** A catch-all probe that was put off is sent again after this time: greylisting mostly lasts as long. */
const putOffMs = 300_000;
/** One that got no answer about its recipient is sent again after this time. */
const unansweredMs = 900_000;

/** Catch-all probes of a domain that are answered in a day, at most. */
const mostProbes = 2;

/** Where the replies of a domain come from. */
export interface AnsweringExchange {
  readonly domain: string;
  readonly provider: Provider | undefined;
  /** The host name of the backup that answers; undefined if a preferred exchange does. */
  readonly backup: string | undefined;
}

export interface CatchAllAnswer {
  readonly answer: ProbeAnswer;
  readonly from: AnsweringExchange;
}

/** What is known of a domain: of the exchange that answers, and of itself. */
export interface CatchAllFinding extends ShownByReplies {
  /** Whether the domain is a catch-all, by its preferred exchanges. Null unless that is sure beyond 99 %. */
  readonly isCatchAll: boolean | null;
}

export interface DeterminationOptions {
  readonly signal: AbortSignal;
  readonly share: WorkShare;
  /** The real recipient that the exchange has accepted, if there is one. */
  readonly accepted?: Recipient | undefined;
}

type AskProbe = (address: string, signal: AbortSignal) => Promise<CatchAllAnswer>;

/**
 * Finds out whether domains accept mail for any local part, from all of their replies (`catch-all-odds.ts`), which the
 * processes of a store share. As long as these leave it open, a catch-all probe is sent. It is about the same recipient for
 * a day, whoever sends it, so that greylisting lets it pass when it comes again. If its answer and the other replies
 * contradict each other so much that it is still open, a second recipient is asked about, and no third one that day.
 *
 * A backup that accepts everybody may pass mail on to a server that does not. Its replies are counted apart, but for
 * refusals, which show that somebody knows the recipients.
 */
export class CatchAllDetector {
  readonly #ports: { readonly cache: Cache; readonly clock: Clock; readonly random: Random };
  /** By domain, and by domain and backup. */
  readonly #known: BoundedMap<string, KnownDomain>;
  readonly #flights = new SingleFlight<CatchAllFinding>();
  /** What flights work on, by place, so that they and all replies meanwhile find the same, even if it is evicted. */
  readonly #held = new Map<string, KnownDomain>();

  /** `mostKnown`: how many domains, and backups of them, are remembered at most. Default 100,000. */
  constructor({
    mostKnown = 100_000,
    ...ports
  }: {
    readonly cache: Cache;
    readonly clock: Clock;
    readonly random: Random;
    readonly mostKnown?: number;
  }) {
    this.#known = boundedMap(mostKnown);
    this.#ports = ports;
  }

  /** Counts the refusal of a real recipient. Other answers change nothing. */
  recordAnswer({ address }: Recipient, answer: ProbeAnswer): void {
    const kind = refusalKind(answer);
    if (kind !== undefined) this.#ensureKnown(recipientDomain(address)).count(kind, localPartOf(address));
  }

  /** Returns what the replies of a domain show so far, without a catch-all probe. Rejects if the cache fails. */
  async recall(exchange: AnsweringExchange): Promise<CatchAllFinding> {
    const preferred = preferredOf(exchange);
    const share = catchAllShareOf(preferred);
    const known = this.#knownAt(preferred);
    if (isOpen(preferred, known)) await known.load();
    const finding = this.#findingAt(exchange);
    const isNews =
      finding.isCatchAll !== null &&
      known.hasUnstored &&
      decide(catchAllProbability(known.storedReplies, share)) === null;
    // A lost write only costs a catch-all probe, so the caller does not wait for it.
    if (isNews) known.store().catch(() => {});
    return finding;
  }

  /**
   * The same, but with catch-all probes as long as that is open and one is due. Jobs share the probe, and the single requests
   * of an account theirs: nobody waits for a connection in the queue of others. The finding is about the exchange that has
   * answered the probe, if one was sent. Rejects with the signal's reason, or if the cache or the probe fails.
   */
  async determine(
    exchange: AnsweringExchange,
    { signal, share, accepted }: DeterminationOptions,
    askProbe: AskProbe,
  ): Promise<CatchAllFinding> {
    const known = this.#knownAt(exchange);
    if (accepted !== undefined) known.count('accepted', localPartOf(accepted.address));
    if (!this.#isProbeDue(exchange, known)) return this.#findingAt(exchange);
    const callers = share.kind === 'single' ? nameOfShare(share) : share.kind;
    return this.#flights.run(`${callers} ${placeOf(exchange)}`, signal, async (inner) => {
      const held = new Set([this.#knownAt(exchange), this.#knownAt(preferredOf(exchange))]);
      for (const each of held) {
        each.flights += 1;
        this.#held.set(each.place, each);
      }
      try {
        return await this.#probe(exchange, (address) => askProbe(address, inner));
      } finally {
        for (const each of held) this.#release(each);
      }
    });
  }

  async #probe(
    exchange: AnsweringExchange,
    askProbe: (address: string) => Promise<CatchAllAnswer>,
  ): Promise<CatchAllFinding> {
    const known = this.#knownAt(exchange);
    const preferred = this.#knownAt(preferredOf(exchange));
    await known.load();
    if (preferred !== known) await preferred.load();
    while (this.#isProbeDue(exchange, known)) {
      const number = known.probesOfDay + 1;
      const localPart = await this.#localPartOfProbe(exchange.domain, number);
      preferred.ignore(localPart);
      const { answer, from } = await askProbe(`${localPart}@${exchange.domain}`);
      const accepted = acceptsProbe(answer);
      const answering = this.#knownAt(from);
      if (accepted !== undefined) {
        await answering.store({ number, accepted });
        if (answering !== preferred && !accepted) await preferred.store({ number, accepted });
        if (answering === known) continue;
      }
      known.probeAgainAt = steadyNow(this.#ports.clock) + (isPutOff(answer) ? putOffMs : unansweredMs);
      return accepted === undefined ? this.#findingAt(exchange) : this.#findingAt(from, answering);
    }
    return this.#findingAt(exchange);
  }

  #release(known: KnownDomain): void {
    known.flights -= 1;
    if (known.flights > 0) return;
    this.#held.delete(known.place);
    // It may have been evicted meanwhile.
    this.#known.set(known.place, known);
  }

  #isProbeDue(exchange: AnsweringExchange, known: KnownDomain): boolean {
    return (
      isOpen(exchange, known) &&
      known.probesOfDay < mostProbes &&
      steadyNow(this.#ports.clock) >= known.probeAgainAt
    );
  }

  #findingAt(exchange: AnsweringExchange, known = this.#knownAt(exchange)): CatchAllFinding {
    const preferred = preferredOf(exchange);
    const ofPreferred = preferred === exchange ? known : this.#knownAt(preferred);
    return {
      ...known.shown(catchAllShareOf(exchange)),
      isCatchAll: decide(ofPreferred.shown(catchAllShareOf(preferred)).probability),
    };
  }

  #knownAt(exchange: AnsweringExchange): KnownDomain {
    return this.#ensureKnown(placeOf(exchange));
  }

  #ensureKnown(place: string): KnownDomain {
    const known = this.#held.get(place) ?? this.#known.get(place);
    if (known !== undefined) return known;
    const created = new KnownDomain(place, this.#ports);
    this.#known.set(place, created);
    return created;
  }

  /**
   * Returns the local part of the first or second catch-all probe of the day: random, so that no server can know it for ours
   * before it is asked, and kept in the cache, so that all processes send the same.
   */
  async #localPartOfProbe(domain: string, number: number): Promise<string> {
    const { cache, clock, random } = this.#ports;
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const anyOf = (characters: string) => characters.charAt(Math.floor(random.next() * characters.length));
    // 20 characters, about 100 bits: it cannot exist.
    let value = anyOf(letters);
    while (value.length < 20) value += anyOf(`${letters}0123456789`);
    const entry = { value, expiresAt: clock.now() + dayMs };
    return (await cache.add(`catch-all-probe:${number}:${domain}`, entry)).value;
  }
}

function isOpen(exchange: AnsweringExchange, known: KnownDomain): boolean {
  return decide(known.shown(catchAllShareOf(exchange)).probability) === null;
}

function preferredOf(exchange: AnsweringExchange): AnsweringExchange {
  return exchange.backup === undefined ? exchange : { ...exchange, backup: undefined };
}

function placeOf({ domain, backup }: AnsweringExchange): string {
  return backup === undefined ? domain : `${domain} ${backup}`;
}

function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf('@'));
}

/** Returns what the refusal of a real recipient counts as, or undefined if the answer is none. */
function refusalKind(answer: ProbeAnswer): keyof ReplyCounts | undefined {
  if (answer.kind !== 'reply') return undefined;
  const { meaning, certainty } = answer.classification;
  if (meaning === 'mailbox-disabled') return 'closed';
  if (meaning !== 'mailbox-not-found') return undefined;
  return certainty === 'explicit' ? 'unknown' : 'unexplained';
}

/** Returns undefined if the answer to a catch-all probe shows nothing. */
function acceptsProbe(answer: ProbeAnswer): boolean | undefined {
  if (answer.kind !== 'reply' || answer.stage !== 'rcpt') return undefined;
  switch (answer.classification.meaning) {
    case 'accepted':
      return true;
    case 'mailbox-not-found':
    case 'mailbox-disabled':
      return false;
    default:
      return undefined;
  }
}

/** Returns whether the server wants to be asked about the same recipient again, and says more then. */
export function isPutOff(answer: ProbeAnswer): boolean {
  if (answer.kind !== 'reply') return false;
  const { meaning } = answer.classification;
  return meaning === 'greylisted' || meaning === 'verification-pending';
}

/** Returns what `host` is to a domain. All exchanges of the main one's provider know the same recipients. */
export function answeringExchange(
  domain: string,
  plan: Extract<MxPlan, { kind: 'exchanges' }>,
  host: string,
): AnsweringExchange {
  const provider = providerOf(plan.main);
  const isPreferred =
    host === plan.hosts[0] || (provider !== undefined && providerOf(host)?.id === provider.id);
  return { domain, provider, backup: isPreferred ? undefined : host };
}
