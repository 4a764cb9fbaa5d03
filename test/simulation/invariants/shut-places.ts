import { providerOf } from '../../../src/exchange/provider.ts';
import { signsOfLimits } from '../network/client-counts.ts';
import type { Service } from '../service/service.ts';
import type { Story } from '../story/story.ts';

/** Why nobody is asked about at a mail server for a while. */
type ShutReason = 'blocked' | 'limited';

/** A mail server, or all of its provider, may be left alone by an egress from one time to another. */
interface Shut {
  readonly why: ShutReason;
  readonly from: number;
  readonly until: number;
}

/** As the service document states: with one egress; and the first time with several, twice as long each time within a day. */
const [onlyEgressMs, firstOfSeveralMs, longestBlockMs] = [600_000, 3_600_000, 86_400_000];
/** The longest rest after a reply that asks us to slow down. */
const longestRestMs = 300_000;
/** From a reply until its process knows of it. */
const arrivalMs = 10_000;

const blocks = /blocked using|Connection frequency limited/i;
const limits = new RegExp(
  [
    ...signsOfLimits.map((sign) => sign.replace(/^450 [\d.]+ /, '')),
    'too many (connections|errors|bad recipients|nonmail commands)|slow down',
    '^421',
  ].join('|'),
  'im',
);

/**
 * Watches what mail servers say that blocks an egress, or asks it to slow down: for nothing else may anybody be told that a
 * server is left alone, or be kept waiting for it.
 */
class ShutPlaces {
  readonly #service: Service;
  readonly #shut = new Map<string, Shut[]>();
  /** How long the last block lasts of each egress and place. */
  readonly #lengths = new Map<string, { readonly ms: number; readonly until: number }>();

  constructor(story: Story, service: Service) {
    this.#service = service;
    const greeted = new Set<number>();
    story.on('replies', ({ connection: { number, host, egress }, text, arrivesAt }) => {
      const isGreeting = !greeted.has(number);
      greeted.add(number);
      // Whoever refuses us before we have said anything means us.
      if (blocks.test(text) || (isGreeting && text.startsWith('5')))
        this.#add(host, egress, 'blocked', arrivesAt);
      if (limits.test(text)) this.#add(host, egress, 'limited', arrivesAt);
    });
    story.on('connection-closed', ({ connection: { number } }) => greeted.delete(number));
  }

  /**
   * Returns whether a server was, at some time, left alone by each egress of a process that could reach any, and by one of
   * them for this reason.
   */
  isShut(
    host: string,
    why: ShutReason,
    work: {
      readonly process: string;
      readonly from: number;
      readonly until: number;
      readonly failed: readonly string[];
    },
  ): boolean {
    const names = this.#egressesOf(work.process);
    const during = names.map((name) =>
      this.#of(host, name).filter(({ from, until }) => from <= work.until && until >= work.from),
    );
    return (
      during.every((shut, index) => shut.length > 0 || work.failed.includes(names[index] ?? '')) &&
      during.some((shut) => shut.some((one) => one.why === why))
    );
  }

  /** Returns until when, up to `at`, some process may have had no egress by which it could ask a server; 0 if none. */
  shutUntil(host: string, at: number): number {
    const ends = this.#service.processes.map(({ name }) =>
      Math.min(
        ...this.#egressesOf(name).map((egress) =>
          Math.max(
            0,
            ...this.#of(host, egress)
              .filter(({ from }) => from <= at)
              .map(({ until }) => Math.min(at, until)),
          ),
        ),
      ),
    );
    return Math.max(0, ...ends);
  }

  #egressesOf(process: string): readonly string[] {
    return this.#service.process(process)?.plan.egresses.map(({ name }) => name) ?? [];
  }

  #of(host: string, egress: string): readonly Shut[] {
    return this.#shut.get(keyOf(host, egress)) ?? [];
  }

  #add(host: string, egress: string, why: ShutReason, at: number): void {
    const key = keyOf(host, egress);
    const lastsMs = why === 'limited' ? longestRestMs : this.#blockMs(key, egress, at);
    const shut = { why, from: at, until: at + lastsMs + arrivalMs };
    const known = this.#shut.get(key);
    if (known === undefined) this.#shut.set(key, [shut]);
    else known.push(shut);
  }

  /** A block that the server repeats may begin there for us: the first refusals may have been too few. */
  #blockMs(key: string, egress: string, at: number): number {
    const isOneOfSeveral = this.#service.processes.some(
      ({ plan: { egresses } }) => egresses.length > 1 && egresses.some(({ name }) => name === egress),
    );
    if (!isOneOfSeveral) return onlyEgressMs;
    const last = this.#lengths.get(key);
    const isNew = last === undefined || at >= last.until;
    const ms =
      last === undefined ? firstOfSeveralMs : Math.min(longestBlockMs, isNew ? 2 * last.ms : last.ms);
    this.#lengths.set(key, { ms, until: isNew ? at + ms : last.until });
    return ms;
  }
}

const watched = new WeakMap<Story, ShutPlaces>();

/** Returns what several invariants share. */
export function watchShutPlaces(story: Story, service: Service): ShutPlaces {
  const known = watched.get(story) ?? new ShutPlaces(story, service);
  watched.set(story, known);
  return known;
}

/** The servers of one provider are left alone together. */
function keyOf(host: string, egress: string): string {
  return `${egress} ${providerOf(host)?.id ?? host}`;
}
