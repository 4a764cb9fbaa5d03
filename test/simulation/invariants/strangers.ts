import { providerOf } from '../../../src/exchange/provider.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';

/** What the servers say about so many domains of an owner counts for all of them. */
const registrantsThatCount = 3;
/** A server is taken to serve us for so long after an answer about somebody else. */
const servedMs = 3_600_000;
/** Within this time three domains ask us to slow down: with the rests in between. */
const limitsWithinMs = 360_000;
/** For so long does that count. */
const limitedMs = servedMs + 300_000;
/** The blocks of a day, twice as long each time. */
const longestBlockMs = 8 * 3_600_000;

interface Said {
  readonly at: number;
  readonly domain: string;
  readonly isBlock: boolean;
}

/** What strangers may do to others who share a mail server with them: the bound of what is promised. */
class Strangers {
  readonly #world: World;
  /** By process, egress and place. */
  readonly #said = new Map<string, Said[]>();
  readonly #servedAt = new Map<string, number>();
  readonly #harmfulUntil = new Map<string, number>();

  constructor(story: Story, world: World) {
    this.#world = world;
    story.on('recipient-answered', ({ connection: { host, process, egress }, address, code }, at) => {
      const place = placeOf(host);
      const key = `${process} ${egress} ${place}`;
      if (!world.hasOwnPolicy(address)) this.#servedAt.set(key, at);
      else if (code >= 400) this.#add(key, place, { at, domain: domainOf(address), isBlock: code >= 500 });
    });
  }

  /** True if what strangers said may count for all of a server of an address, or did so lately. */
  mayHarm(email: string, at: number): boolean {
    return this.#world.exchangesOf(email).some(({ host }) => this.mayHarmAt(host, at));
  }

  mayHarmAt(host: string, at: number): boolean {
    return (this.#harmfulUntil.get(placeOf(host)) ?? 0) >= at;
  }

  #add(key: string, place: string, said: Said): void {
    const { at } = said;
    const recent = [...(this.#said.get(key) ?? []), said].slice(-100);
    this.#said.set(key, recent);
    const domainsIn = (withinMs: number, isBlock: boolean) =>
      new Set(
        recent.filter((one) => one.isBlock === isBlock && at - one.at < withinMs).map(({ domain }) => domain),
      ).size;
    const isServed = at - (this.#servedAt.get(key) ?? Number.NEGATIVE_INFINITY) < servedMs;
    const until = [this.#harmfulUntil.get(place) ?? 0];
    if (domainsIn(limitsWithinMs, false) >= registrantsThatCount) until.push(at + limitedMs);
    if (!isServed && domainsIn(longestBlockMs, true) >= registrantsThatCount) until.push(at + longestBlockMs);
    this.#harmfulUntil.set(place, Math.max(...until));
  }
}

const watched = new WeakMap<Story, Strangers>();

/** Returns what several invariants share. */
export function watchStrangers(story: Story, world: World): Strangers {
  const known = watched.get(story) ?? new Strangers(story, world);
  watched.set(story, known);
  return known;
}

export function placeOf(host: string): string {
  return providerOf(host)?.id ?? host;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
