import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { parseMailbox } from '../../src/address/mailbox.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ConnectionError } from '../../src/errors.ts';
import type { Dns, DnsAnswer, MxRecord } from '../../src/ports/dns.ts';
import type { Egress } from '../../src/ports/network-ports.ts';
import type { SmtpTransport } from '../../src/ports/smtp-transport.ts';
import { nameOfOutcome } from '../../src/verdict/outcomes/outcome-count.ts';
import { outcomesCounterAfter } from '../../src/verdict/outcomes/outcome-counter.ts';
import { type VerificationOptions, wireVerification } from '../../src/verdict/wiring.ts';
import { countersOf } from '../counters/counters-of.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';
import { type ExchangeScript, ScriptedExchange } from '../support/scripted-exchange.ts';

const mxOf = (...exchanges: string[]): DnsAnswer<MxRecord> => ({
  kind: 'records',
  records: exchanges.map((exchange) => ({ preference: 10, exchange })),
  ttlSeconds: 300,
});

/** Verification over one scripted exchange behind all names; or over none, if connections are refused. */
function wired(
  options: VerificationOptions & {
    mx?: (domain: string) => DnsAnswer<MxRecord>;
    script?: Partial<ExchangeScript>;
    smtpPort?: number;
    refuses?: boolean;
    random?: readonly number[];
  } = {},
) {
  const { mx = (domain) => mxOf(`mx.${domain}`), refuses = false, random = [] } = options;
  const clock = new ManualClock();
  const exchange = new ScriptedExchange(clock, {
    knows: (recipient) => recipient.startsWith('ann@'),
    ...options.script,
  });
  const connects: { address: string; port: number }[] = [];
  const resolved: string[] = [];
  /** Each host has an address of its own, by which connections show whom they went to. */
  const hosts: string[] = [];
  const dns: Dns = {
    mx: async (domain) => mx(domain),
    a: async (host) => {
      resolved.push(host);
      if (!hosts.includes(host)) hosts.push(host);
      return { kind: 'records', records: [`198.18.0.${hosts.indexOf(host)}`], ttlSeconds: 300 };
    },
    aaaa: async () => ({ kind: 'no-data', ttlSeconds: 300 }),
    close: async () => {},
  };
  const smtp: SmtpTransport = {
    connect: async ({ address, port }) => {
      connects.push({ address, port });
      if (refuses) throw new ConnectionError('connection_refused', 'No.');
      return exchange.connect();
    },
  };
  const numbers = [...random];
  const stores = memoryStores({ clock });
  const components = wireVerification(
    {
      ...stores,
      dns,
      egresses: oneEgress(smtp),
      clock,
      random: { next: () => numbers.shift() ?? 0.5, uuid: () => 'id' },
      ...(options.smtpPort === undefined ? {} : { smtpPort: options.smtpPort }),
    },
    options,
  );
  const verify = async (...emails: string[]) => {
    const limits = { timeoutMs: 60_000, share: singleShare };
    const verdicts = Promise.all(
      emails.map((email) => components.verifier.verify(parseMailbox(email), limits)),
    );
    verdicts.catch(() => {});
    await clock.advance(900);
    return verdicts;
  };
  return { ...components, stores, clock, exchange, connects, resolved, hosts, verify };
}

describe('the key by which connections for a domain are limited', () => {
  const keyOf = (mx: DnsAnswer<MxRecord>) =>
    wired({ mx: () => mx }).exchangeOf('example.org', {
      signal: new AbortController().signal,
      share: singleShare,
    });

  it('is its exchange, or the provider of that', async () => {
    expect(await keyOf(mxOf('mx.example.org'))).toBe('host:mx.example.org');
    expect(await keyOf(mxOf('aspmx.l.google.com'))).toBe('provider:google-workspace');
  });

  it('is empty for a domain without mail, and the domain itself if DNS fails', async () => {
    expect(await keyOf({ kind: 'no-domain', ttlSeconds: 60 })).toBe('');
    expect(await keyOf({ kind: 'failure', reason: 'refused', detail: '' })).toBe('domain:example.org');
  });
});

describe('verification, put together', () => {
  it('asks exchanges of equal preference in an order drawn once', async () => {
    const mx = () => mxOf('a.example.net', 'b.example.net');
    const rising = wired({ mx, random: [0.1, 0.9, 0.8, 0.2, 0.8, 0.2] });
    const falling = wired({ mx, random: [0.9, 0.1, 0.2, 0.8, 0.2, 0.8] });
    for (const { verify } of [rising, falling]) {
      await verify('ann@example.org');
      await verify('ann@example.com', 'ann@example.edu');
    }
    const asked = [rising, falling].flatMap(({ resolved }) => [...new Set(resolved)]);
    expect(asked.sort()).toEqual(['a.example.net', 'b.example.net']);
  });

  it('connects to port 25 unless it is told another one', async () => {
    const usual = wired();
    await usual.verify('ann@example.org');
    expect(usual.connects).toEqual([{ address: '198.18.0.0', port: 25 }]);
    const other = wired({ smtpPort: 2_525 });
    await other.verify('ann@example.org');
    expect(other.connects).toEqual([{ address: '198.18.0.0', port: 2_525 }]);
  });

  it('learns from refused recipients that the domain is no catch-all', async () => {
    const { verify, exchange } = wired();
    expect((await verify('bob@example.org'))[0]).toMatchObject({ is_domain_catch_all: null });
    expect((await verify('cay@example.org'))[0]).toMatchObject({ is_domain_catch_all: false });
    expect((await verify('ann@example.org'))[0]).toMatchObject({ is_domain_catch_all: false });
    expect(exchange.asked).toEqual(['bob@example.org', 'cay@example.org', 'ann@example.org']);
  });

  it.each([
    ['accepts everybody', () => true, 'catch_all', true],
    ['refuses who does not exist', (recipient: string) => recipient.startsWith('ann@'), 'deliverable', false],
  ] as const)(
    'sees through the greylisting of a domain that %s',
    async (_what, knows, substatus, catchAll) => {
      const firstAsked = new Map<string, number>();
      const { verify, exchange, clock } = wired({
        script: {
          knows,
          answer: (recipient) => {
            const since = firstAsked.get(recipient) ?? clock.now();
            firstAsked.set(recipient, since);
            return clock.now() - since < 300_000 ? '450 4.2.0 Greylisted, try again later' : undefined;
          },
        },
      });
      expect((await verify('ann@example.org'))[0]).toMatchObject({ substatus: 'greylisted' });
      clock.leap(360_000);
      expect((await verify('ann@example.org'))[0]).toMatchObject({
        substatus,
        is_domain_catch_all: catchAll,
      });
      // The real recipient and that of the catch-all probe, twice each.
      expect(exchange.asked).toHaveLength(4);
      expect(new Set(exchange.asked).size).toBe(2);
    },
  );

  it('takes an error of name servers for a sign that resolvers work, and asks these for nothing else', async () => {
    const { verify, resolved } = wired({
      mx: () => ({ kind: 'failure', reason: 'server-failure', detail: '' }),
    });
    expect((await verify('ann@example.org'))[0]).toMatchObject({ substatus: 'dns_error' });
    expect(resolved).toEqual([]);
  });

  it('counts further providers as gateways', async () => {
    const mx = () => mxOf('aspmx.l.google.com');
    const gateways = ['google-workspace'];
    expect((await wired({ mx }).verify('ann@example.org'))[0]?.is_secure_email_gateway).toBe(false);
    expect((await wired({ mx, gateways }).verify('ann@example.org'))[0]?.is_secure_email_gateway).toBe(true);
    const proofpoint = wired({ mx: () => mxOf('mx1.pphosted.com'), gateways });
    expect((await proofpoint.verify('ann@example.org'))[0]?.is_secure_email_gateway).toBe(true);
  });

  it.each([
    [undefined, 1_000],
    [5_000, 5_000],
  ])('keeps an idle session open (%s): %i ms', async (sessionIdleMs, openMs) => {
    const { verify, exchange, clock } = wired(
      sessionIdleMs === undefined ? {} : { tuning: { sessionIdleMs } },
    );
    await verify('bob@example.org');
    await clock.advance(openMs - 901);
    expect(exchange.commands).not.toContain('QUIT');
    await clock.advance(901);
    expect(exchange.commands).toContain('QUIT');
  });

  it('opens no more connections than allowed', async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `bob@example-${index}.org`);
    const many = wired({ script: { replyMs: 10 } });
    await many.verify(...emails);
    expect(many.exchange.peak).toBe(6);
    const one = wired({ script: { replyMs: 10 }, maxConnections: 1 });
    void one.verify(...emails).catch(() => {});
    await one.clock.advance(30_000);
    expect(one.exchange.peak).toBe(1);
  });

  it('hands every line to the trace', async () => {
    const kinds: string[] = [];
    await wired({ trace: ({ kind }) => kinds.push(kind) }).verify('ann@example.org');
    expect(new Set(kinds)).toEqual(
      new Set(['dns', 'asking', 'connecting', 'connected', 'sent', 'received', 'answered']),
    );
  });

  it('names the recipient for whom DNS is asked where its mail goes', async () => {
    const recipients: unknown[] = [];
    const trace: VerificationOptions['trace'] = (event) => {
      if (event.kind === 'dns' && event.question.startsWith('MX')) recipients.push(event);
    };
    await wired({ trace }).verify('ann@example.org');
    expect(recipients).toMatchObject([{ question: 'MX example.org', recipient: 'ann@example.org' }]);
  });

  it('counts replies that were not understood', async () => {
    const { verify, replies, clock } = wired({ script: { answer: () => '550 Quux' } });
    await verify('ann@example.org');
    await clock.advance(5_000);
    expect(await replies.list()).toMatchObject([{ code: 550, count: 1 }]);
  });

  it.each([
    [{}, 76],
    [{ learnFromOutcomes: true }, 76],
    [{ learnFromOutcomes: false }, 97],
  ])('learns from outcomes, unless told otherwise: %j', async (options, confidence) => {
    const { verify, learner, stores } = wired(options);
    const { tables } = learner;
    const verdict = {
      evidence: 'accepted',
      provider: 'Unknown',
      confidence: 97,
      unlearnedConfidence: 97,
    };
    const name = nameOfOutcome({ ...verdict, tables, outcome: 'bounced' });
    await countersOf(stores).add(outcomesCounterAfter(0), [{ name, by: 1_000 }], { maxBytes: 1_000 });
    await learner.refresh();
    expect((await verify('ann@example.org'))[0]?.confidence).toBe(confidence);
  });
});

describe('exchanges of three providers that cannot be reached', () => {
  const emails = ['ann@example.org', 'ann@example.com', 'ann@example.net'];

  it('raise doubt, in which the canaries are asked', async () => {
    const { verify, resolved } = wired({ refuses: true });
    await expect(verify(...emails)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(resolved.filter((host) => !host.startsWith('mx.example'))).toHaveLength(4);
    const own = wired({ refuses: true, canaries: ['canary.example.edu'] });
    await expect(own.verify(...emails)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(own.resolved).toContain('canary.example.edu');
    expect(own.resolved).toHaveLength(4);
  });
});

describe('The egresses', () => {
  const smtp: SmtpTransport = { connect: () => Promise.reject(new Error('unused')) };
  const wire = (...names: readonly string[]) => {
    const clock = new ManualClock();
    const egresses = names.flatMap((name) => oneEgress(smtp).map((egress) => ({ ...egress, name })));
    const none = async () => ({ kind: 'no-data' as const, ttlSeconds: 300 });
    return wireVerification(
      {
        ...memoryStores({ clock }),
        dns: { mx: none, a: none, aaaa: none, close: async () => {} },
        // Plain JavaScript may pass none.
        egresses: egresses as unknown as readonly [Egress],
        clock,
        random: { next: () => 0.5, uuid: () => 'id' },
      },
      {},
    );
  };

  it.each([
    [['one', 'one']],
    [['one', '']],
    [['', 'one']],
    [['two words']],
    [[' one']],
    [['one ']],
    [['zürich']],
    [['x'.repeat(301)]],
  ])('have names of their own, of visible ASCII characters, not %j', (names) => {
    expect(() => wire(...names)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'egresses',
        message: 'Give each egress a name of its own, of 1 to 300 visible ASCII characters.',
      }),
    );
  });

  it('may have any such names', () => {
    expect(() => wire('!', '~', '192.0.2.1', 'x'.repeat(300))).not.toThrow();
  });
});
