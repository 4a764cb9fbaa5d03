import { describe, expect, it } from 'vitest';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from '../../../adapters/sandbox/index.ts';
import { ServiceUnavailable } from '../../../src/errors.ts';
import { countsOf, engineAndServers, numbered, verdictsOfList } from './engine-and-servers.ts';

/** What servers say for one customer who wants no mail from us, or less. */
const replies = {
  'to slow down': '450 4.7.1 {echo}Recipient address rejected: Too much mail from {client}, slow down',
  'its own block list': '550 5.7.1 Service unavailable; client [{client}] blocked using customer Block list',
  'sendmail’s check of names': '550 5.7.1 {echo}Relaying denied. IP name lookup failed [{client}]',
  'Barracuda’s refusal': '550 permanent failure for one or more recipients ({address}:blocked)',
} as const;

interface Place {
  readonly hostOf: (domain: string) => string;
  /** How all its servers are. */
  readonly exchange: SandboxExchange;
}

/** Where many customers share servers. */
const places: Readonly<Record<string, Place>> = {
  'Microsoft 365': {
    hostOf: (domain) => `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`,
    exchange: {},
  },
  'a gateway at one IP address': {
    hostOf: (domain) => `${domain.replaceAll('.', '-')}.a.ess.barracudanetworks.com`,
    exchange: { address: 'gateway' },
  },
  'a hosting company': { hostOf: () => 'mx.hosting.example.net', exchange: {} },
};

const egresses = { 'one egress': ['127.0.0.2'], 'three egresses': ['127.0.0.2', '127.0.0.3', '127.0.0.4'] };

const others = numbered(20, (index) => `company${index}.example.com`);
const emailsOfOthers = ['ann', 'bob'].flatMap((person) => others.map((domain) => `${person}@${domain}`));
const truths = { safe: 20, invalid: 20 };
/** They take less, one connection after another, where nobody delays them. */
const usualMs = 20_000;

/** A world in which the servers of a place refuse all recipients at evil.com, and at its subdomains. */
function worldAt({ hostOf, exchange: own }: Place, reply: string, strict: readonly string[]): SandboxWorld {
  const exchange: SandboxExchange = {
    ...own,
    softRefusals: false,
    maxRefusals: 1_000,
    reply: ({ verb, mailbox }) =>
      verb === 'RCPT' && /(^|\.)evil\.com$/.test(mailbox?.domain ?? '') ? reply : undefined,
  };
  const domains = [...strict, ...others];
  return {
    domains: Object.fromEntries(
      domains.map((domain): [string, SandboxDomain] => [
        domain,
        { mx: [hostOf(domain)], mailboxes: ['ann'] },
      ]),
    ),
    exchanges: Object.fromEntries(domains.map((domain) => [hostOf(domain), exchange])),
  };
}

const subdomains = numbered(9, (index) => `branch${index}.evil.com`);
const questions: Readonly<Record<string, readonly string[]>> = {
  'three requests about its domain': ['ann@evil.com', 'ben@evil.com', 'cora@evil.com'],
  'requests about nine of its subdomains': subdomains.map((domain) => `ann@${domain}`),
};

/** Half of all combinations: each of any three traits is among them. */
const cases = Object.keys(replies).flatMap((words, one) =>
  Object.keys(places).flatMap((place, two) =>
    Object.keys(egresses).flatMap((from, three) =>
      Object.keys(questions)
        .filter((_, four) => (one + two + three + four) % 2 === 0)
        .map((asked) => ({ words, place, from, asked }) as Case),
    ),
  ),
);

interface Case {
  readonly words: keyof typeof replies;
  readonly place: string;
  readonly from: keyof typeof egresses;
  readonly asked: string;
}

function codeOf(error: unknown): unknown {
  return error instanceof ServiceUnavailable ? error.code : error;
}

describe('the policy of one customer', () => {
  it.each(cases)(
    'delays no other at $place: $words, $asked, $from',
    async ({ words, place, from, asked }) => {
      const world = worldAt(places[place]!, replies[words], ['evil.com', ...subdomains]);
      const { engine, clock } = await engineAndServers(world, { from: egresses[from] });
      for (const email of questions[asked]!) {
        const verdict = engine.verify(email).then(({ status }) => status);
        // Once it is known that the customer wants no questions, none is asked.
        expect(['unknown', 'invalid', 'service_unavailable']).toContain(await verdict.catch(codeOf));
      }
      const startedAt = clock.now();
      expect(countsOf(await verdictsOfList(engine, emailsOfOthers))).toEqual(truths);
      expect(clock.now() - startedAt).toBeLessThanOrEqual(usualMs);
    },
  );

  it.each(cases.filter(({ asked }) => asked === Object.keys(questions)[0]))(
    'leaves the others of a list alone at $place: $words, $from',
    async ({ words, place, from }) => {
      const world = worldAt(places[place]!, replies[words], ['evil.com']);
      const { engine } = await engineAndServers(world, { from: egresses[from] });
      const strict = numbered(10, (index) => `person${index}@evil.com`);
      const verdicts = await verdictsOfList(engine, [...strict, ...emailsOfOthers]);
      expect(countsOf(verdicts.slice(strict.length))).toEqual(truths);
    },
  );
});

describe('a domain that names the server of somebody else', () => {
  it.each([
    '550 5.7.1 {echo}Relaying denied. IP name lookup failed [{client}]',
    '554 5.7.1 {echo}Relay access denied',
    '550 5.7.1 {echo}Access denied',
  ])('is refused without harm to those that are at home there: %s', async (relayDenied) => {
    const host = 'mx.hosting.example.net';
    const world = worldAt({ hostOf: () => host, exchange: {} }, relayDenied, []);
    const { engine, clock } = await engineAndServers({
      ...world,
      exchanges: { [host]: { texts: { relayDenied }, softRefusals: false, maxRefusals: 1_000 } },
      zone: { 'lost.example.org': { mx: [[10, host]] } },
    });
    for (const person of ['ann', 'ben', 'cora']) await engine.verify(`${person}@lost.example.org`);
    const startedAt = clock.now();
    expect(countsOf(await verdictsOfList(engine, emailsOfOthers))).toEqual(truths);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(usualMs);
  });
});

describe('a server on the line of a customer of Comcast', () => {
  it.each(['greeting', 'rcpt'] as const)('blocks us alone, not for Comcast: at its %s', async (blocks) => {
    const own = 'c-73-1-2-3.hsd1.ma.comcast.net';
    const comcast = 'mx1a1.comcast.net';
    const { engine, clock } = await engineAndServers({
      domains: {
        'home.example.com': { mx: [own], mailboxes: ['ann'] },
        ...Object.fromEntries(others.map((domain) => [domain, { mx: [comcast], mailboxes: ['ann'] }])),
      },
      exchanges: { [own]: { blocks }, [comcast]: { softRefusals: false, maxRefusals: 1_000 } },
    });
    expect((await engine.verify('ann@home.example.com')).substatus).toBe('blocked');
    const startedAt = clock.now();
    expect(countsOf(await verdictsOfList(engine, emailsOfOthers))).toEqual(truths);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(usualMs);
  });
});
