import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { type SandboxExchange, type SandboxWorld, startSandbox } from '../../../adapters/sandbox/index.ts';
import { createEngine, type Engine, type EngineEvent } from '../../../src/index.ts';
import { statusesOfList } from '../../support/sandboxed-engine.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
/** The egress that is blocked, and the other one. */
const clients = ['127.0.0.2', '127.0.0.3'] as const;
const [blocked] = clients;
const refusal = '[{client}] blocked using zen.spamhaus.org';
/** Shorter than a greeting takes, so that no more than a few connections are on their way when a refusal arrives. */
const delays = { replyDelayMs: 5, greetingDelayMs: 20 };
const peoplePerDomain = 6;

/** Addresses at companies of one provider, each with a domain of its own. Every second one exists. */
function companies(count: number, name = 'company') {
  const domains = Array.from({ length: count }, (_, index) => `${name}-${index}-example.com`);
  const people = Array.from({ length: peoplePerDomain }, (_, index) => `person-${index}`);
  return {
    domains,
    mailboxes: people.filter((_, index) => index % 2 === 0),
    emails: people.flatMap((person) => domains.map((domain) => `${person}@${domain}`)),
    verdicts: people.flatMap((_, index) => domains.map(() => (index % 2 === 0 ? 'safe' : 'invalid'))),
  };
}

/** Runs work through two egresses at a provider that replies to the first as given. */
async function atProvider<Result>(
  names: readonly ReturnType<typeof companies>[],
  exchange: SandboxExchange,
  work: (engine: Engine) => Promise<Result>,
): Promise<{ readonly result: Result; readonly blocks: readonly EngineEvent[] }> {
  const hosts = ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'alt2.aspmx.l.google.com'];
  const domains = names.flatMap(({ domains, mailboxes }) =>
    domains.map((domain, index) => {
      const first = index % hosts.length;
      return [domain, { mx: [...hosts.slice(first), ...hosts.slice(0, first)], mailboxes }] as const;
    }),
  );
  const world: SandboxWorld = {
    domains: Object.fromEntries(domains),
    exchanges: Object.fromEntries(hosts.map((host) => [host, { ...delays, ...exchange }])),
  };
  await using sandbox = await startSandbox(world);
  const { dns, dialTable } = sandbox.network;
  const egresses = clients.map((localAddress) => ({ ...identity, localAddress }));
  const ports = { ...memoryStores(), ...netPorts({ egresses, dns, dialTable }) };
  // Short enough for the connections of an egress to end while it is not asked.
  // A fixed pace, so that single requests go through both egresses in turn.
  const engine = createEngine(ports, { tuning: { sessionIdleMs: 20 }, pace: 'fixed' });
  const blocks: EngineEvent[] = [];
  engine.observe((event) => {
    if (event.kind === 'egress_blocked') blocks.push(event);
  });
  try {
    return { result: await work(engine), blocks };
  } finally {
    await engine.close();
  }
}

/** Asks about four at a time. */
async function statusesOfSingles(engine: Engine, emails: readonly string[]): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (let from = 0; from < emails.length; from += 4) {
    const results = await Promise.all(emails.slice(from, from + 4).map((email) => engine.verify(email)));
    statuses.push(...results.map(({ status }) => status));
  }
  return statuses;
}

/** A provider that begins to block the first egress after so many recipients. Counts its connections from then on. */
function blockingAfter(recipients: number, stage: 'CONNECT' | 'MAIL' | 'RCPT', hangsUp: boolean) {
  const counts = { connections: 0, refusals: 0 };
  let asked = 0;
  let opening = 0;
  let blocks = false;
  const exchange: SandboxExchange = {
    reply: ({ verb }, session) => {
      if (session.client !== blocked) return undefined;
      if (verb === 'RCPT') asked += 1;
      if (verb === 'EHLO') opening -= 1;
      // Those that are on their way when it begins are none that the engine opens later. Some are given up, and say nothing.
      blocks ||= asked > recipients && (opening <= 0 || asked > 2 * recipients);
      if (verb === 'CONNECT') {
        opening += 1;
        if (blocks) counts.connections += 1;
      }
      if (!blocks || verb !== stage) return undefined;
      counts.refusals += 1;
      if (hangsUp) session.hangUp();
      return `${stage === 'CONNECT' ? 554 : 550} 5.7.1 ${refusal}`;
    },
  };
  return { exchange, counts };
}

describe('an egress that a provider has welcomed and then blocks', () => {
  const { domains, ...list } = companies(60);
  const names = [{ domains, ...list }];

  describe.each([
    ['a list', statusesOfList],
    ['single requests', statusesOfSingles],
  ] as const)('in the midst of %s', (_, statusesOf) => {
    it.each([
      ['at the greeting', 'CONNECT', false],
      ['at MAIL', 'MAIL', false],
      ['at MAIL, and hangs up', 'MAIL', true],
      ['at RCPT', 'RCPT', false],
      ['at RCPT, and hangs up', 'RCPT', true],
    ] as const)(
      '%s opens few connections more, until nine companies were refused, and no verdict is lost',
      async (_, stage, hangsUp) => {
        const { exchange, counts } = blockingAfter(60, stage, hangsUp);
        const { result } = await atProvider(names, exchange, (engine) => statusesOf(engine, list.emails));
        expect(result).toEqual(list.verdicts);
        expect(counts.refusals).toBeGreaterThan(0);
        expect(counts.connections).toBeLessThanOrEqual(12);
      },
    );
  });
});

describe('an egress that single domains of a provider refuse by a policy of their own', () => {
  const strict = companies(4, 'strict');
  const others = companies(30);

  it('is still asked about all others', async () => {
    let refusals = 0;
    let answersSince = 0;
    const exchange: SandboxExchange = {
      reply: ({ verb, mailbox }, { client }) => {
        if (verb !== 'RCPT' || client !== blocked) return undefined;
        if (mailbox?.domain.startsWith('strict') !== true) {
          if (refusals > 0) answersSince += 1;
          return undefined;
        }
        refusals += 1;
        return `550 5.7.1 ${refusal}`;
      },
    };
    const emails = [...strict.emails, ...others.emails].sort();
    const { result, blocks } = await atProvider([strict, others], exchange, async (engine) => {
      await engine.verify('person-1@company-0-example.com');
      // First the strict ones alone, so that nobody else's answers speak for the egress.
      expect(await statusesOfSingles(engine, strict.emails)).toEqual(strict.verdicts);
      return statusesOfList(engine, emails);
    });
    const expected = new Map(
      [strict, others].flatMap(({ emails, verdicts }) =>
        emails.map((email, index) => [email, verdicts[index]] as const),
      ),
    );
    expect(result).toEqual(emails.map((email) => expected.get(email)));
    expect(refusals).toBeGreaterThan(0);
    expect(answersSince).toBeGreaterThan(20);
    expect(
      blocks.filter((event) => event.kind === 'egress_blocked' && !event.exchange.includes(' domain:')),
    ).toEqual([]);
  });
});
