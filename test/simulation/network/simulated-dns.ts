import { abortable } from '../../../src/concurrency/deadline.ts';
import type { Dns, DnsAnswer, MxRecord } from '../../../src/ports/index.ts';
import type { EventOwner, VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { Story } from '../story/story.ts';
import { denialTtlSeconds, mailAt, type World } from '../world/world.ts';

export interface SimulatedDnsParts {
  readonly process: string;
  readonly time: VirtualTime;
  readonly owner: EventOwner;
  readonly world: World;
  readonly faults: ActiveFaults;
  readonly story: Story;
  readonly random: RandomStream;
}

type Options = { signal?: AbortSignal };

/** A resolver gives up on a name server after this time. */
const silenceMs = 5_000;

/** The resolvers of one process. */
export class SimulatedDns implements Dns {
  readonly #parts: SimulatedDnsParts;

  constructor(parts: SimulatedDnsParts) {
    this.#parts = parts;
  }

  mx(name: string, { signal }: Options = {}): Promise<DnsAnswer<MxRecord>> {
    return this.#ask(`MX ${name}`, name, signal, () => this.#mx(name));
  }

  a(name: string, { signal }: Options = {}): Promise<DnsAnswer<string>> {
    return this.#ask(`A ${name}`, name, signal, () => this.#addresses(name, 'addresses'));
  }

  aaaa(name: string, { signal }: Options = {}): Promise<DnsAnswer<string>> {
    return this.#ask(`AAAA ${name}`, name, signal, () => this.#addresses(name, 'addresses6'));
  }

  async close(): Promise<void> {}

  #ask<Data>(
    question: string,
    name: string,
    signal: AbortSignal | undefined,
    answer: () => DnsAnswer<Data>,
  ): Promise<DnsAnswer<Data>> {
    const { time, owner, story, process } = this.#parts;
    const { delayMs, failure } = this.#fate(name, question);
    const answered = new Promise<DnsAnswer<Data>>((resolve) => {
      time.schedule(
        delayMs,
        () => {
          const given = failure ?? answer();
          story.add({ kind: 'dns-answered', process, question, answer: textOf(given) });
          resolve(given);
        },
        owner,
      );
    });
    return abortable(answered, signal);
  }

  #fate(name: string, question: string): { delayMs: number; failure: DnsAnswer<never> | undefined } {
    const { faults, random, process } = this.#parts;
    const usualMs = random.skewed(1, 120);
    const silent = faults.of('resolvers-silent').some(({ fault }) => fault.process === process);
    if (silent)
      return { delayMs: silenceMs, failure: { kind: 'failure', reason: 'timeout', detail: 'silence' } };
    for (const { fault } of faults.of('resolvers-fail')) {
      if (isChosen(fault.each === 'name' ? name : question, fault.id, fault.share))
        return {
          delayMs: usualMs,
          failure: { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' },
        };
    }
    for (const { fault } of faults.of('resolvers-lie')) {
      if (isChosen(name, fault.id, fault.share))
        return { delayMs: usualMs, failure: { kind: 'no-domain', ttlSeconds: 60 } };
    }
    const slowMs = faults.of('resolvers-slow').reduce((sum, { fault }) => sum + fault.delayMs, 0);
    return { delayMs: usualMs + slowMs, failure: undefined };
  }

  #mx(name: string): DnsAnswer<MxRecord> {
    const domain = this.#parts.world.domains.get(name);
    if (domain === undefined) return noDomain;
    const { ttlSeconds } = domain;
    const mail = mailAt(domain, this.#parts.time.now);
    switch (mail.kind) {
      case 'exchanges':
        return {
          kind: 'records',
          records: mail.records.map(({ preference, host }) => ({ preference, exchange: host })),
          ttlSeconds,
        };
      case 'null-mx':
        return { kind: 'records', records: [{ preference: 0, exchange: '' }], ttlSeconds };
      case 'implicit':
      case 'no-records':
        return noData;
      case 'no-domain':
        return noDomain;
    }
  }

  #addresses(name: string, which: 'addresses' | 'addresses6'): DnsAnswer<string> {
    const { world } = this.#parts;
    if (name === 'a.root-servers.net')
      return {
        kind: 'records',
        records: [which === 'addresses' ? '198.41.0.4' : '2001:503:ba3e::2:30'],
        ttlSeconds: 3_600,
      };
    const exchange = world.exchangeAt(name);
    const silent = which === 'addresses' ? exchange?.silentAddresses : undefined;
    const named = exchange === undefined ? undefined : [...(silent ?? []), ...exchange[which]];
    const records = named ?? this.#websiteOf(name, which);
    if (records === undefined) return noDomain;
    return records.length === 0 ? noData : { kind: 'records', records, ttlSeconds: 300 };
  }

  /** Returns the addresses of a domain of its own, or undefined if it does not exist. */
  #websiteOf(name: string, which: 'addresses' | 'addresses6'): readonly string[] | undefined {
    const { world, time } = this.#parts;
    const domain = world.domains.get(name);
    const kind = domain && mailAt(domain, time.now).kind;
    if (domain === undefined || kind === 'no-domain') return undefined;
    const hasWebsite = which === 'addresses' && kind !== 'no-records';
    return hasWebsite && domain.website !== undefined ? [domain.website] : [];
  }
}

const noDomain = { kind: 'no-domain', ttlSeconds: denialTtlSeconds } as const;
const noData = { kind: 'no-data', ttlSeconds: denialTtlSeconds } as const;

/** Whether a fault that concerns this share of all names concerns this one. */
export function isChosen(name: string, faultId: number, share: number): boolean {
  let hash = 0x811c9dc5 ^ faultId;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash >>> 0) / 2 ** 32 < share;
}

function textOf(answer: DnsAnswer<unknown>): string {
  if (answer.kind === 'records') return JSON.stringify(answer.records);
  return answer.kind === 'failure' ? answer.reason : answer.kind;
}
