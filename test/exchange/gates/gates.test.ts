import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { Gates, type RecipientReplies } from '../../../src/exchange/gates/gates.ts';
import { ExchangePolicies, type PolicyOptions } from '../../../src/exchange/policy.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const host = 'mx.hosting.example.net';
const at = '192.0.2.1';
const hourMs = 3_600_000;

/** The gates of an egress, and what they tell: changes, blocks and pauses. */
function start({
  options = {},
  isOneOfSeveral = false,
}: {
  options?: PolicyOptions;
  isOneOfSeveral?: boolean;
} = {}) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const changed: string[] = [];
  const blocks: string[] = [];
  const paused: string[] = [];
  const gates = new Gates({
    ...{ egress: 'a', clock, isOneOfSeveral, policies: new ExchangePolicies(clock, options) },
    cache,
    onChange: (key) => changed.push(key),
    onBlock: (place) => blocks.push(place),
    pause: async (key, { reason, until }) => void paused.push(`${key} ${reason} ${until - clock.now()}`),
  });
  const answer = (domain: string, replies: Partial<RecipientReplies> = {}) =>
    gates.recordReplies(host, at, { domain, accepted: 0, missing: 0, others: 1, ...replies });
  const limit = (domain?: string) =>
    gates.recordLimit(host, { counts: 'all', ...(domain !== undefined && { domain }) });
  const kindFor = (domain: string) => gates.stateFor(host, domain).kind;
  return { clock, gates, changed, blocks, paused, answer, limit, kindFor };
}

describe('The limits on connections', () => {
  it('count by exchange and by IP address, and in IPv6 also by network, which no single server shuts', async () => {
    const { gates, paused } = start();
    const keys = (address: string) => gates.connectionLimits(host, address).map(({ key }) => key);
    expect(keys(at)).toEqual([`a host:${host}`, 'a address:192.0.2.1']);
    expect(keys('2001:DB8:0::0:1')).toEqual([
      `a host:${host}`,
      'a address:2001:db8:0:0:0:0:0:1',
      expect.stringContaining('/64'),
    ]);
    await gates.recordRefusal(host, { address: '2001:db8::1' });
    expect(paused).toEqual([
      `a host:${host} blocked 600000`,
      'a address:2001:db8:0:0:0:0:0:1 blocked 600000',
    ]);
  });

  it('are those of the provider at its addresses, by whatever name', () => {
    const { gates } = start({ options: { pace: 'fixed' } });
    const most = (name: string) => gates.connectionLimits(name, at).map(({ key }) => key)[0];
    expect(most('aspmx.l.google.com')).toBe('a provider:google-workspace');
    gates.recordConnection('mx.example.com', at, new Map([[`a address:${at}`, 1]]), {
      ...{ kind: 'greeted', afterMs: 50 },
    });
    expect(gates.connectionLimits('mx.example.com', at)[1]?.maxConnections).toBe(4);
    expect(gates.connectionLimits('mx.example.com', '192.0.2.2')[1]?.maxConnections).toBe(1);
  });

  it('allow an address one connection until it greets, and again after an hour or one without a greeting', () => {
    const { clock, gates } = start();
    const greet = () =>
      gates.recordConnection(host, at, new Map([[`a address:${at}`, 1]]), { kind: 'greeted', afterMs: 50 });
    expect(gates.connectionsTo(host, at)).toBe(1);
    greet();
    expect(gates.connectionsTo(host, at)).toBe(2);
    clock.leap(hourMs);
    expect(gates.connectionsTo(host, at)).toBe(1);
    greet();
    gates.recordUngreeted(host, at);
    expect(gates.connectionsTo(host, at)).toBe(1);
  });

  it('fall at a refusal beside others, as is told, and are as at first after a silent hour', () => {
    const { clock, gates, changed } = start({ options: { connectionsPerExchange: 5 } });
    const key = `a host:${host}`;
    gates.recordConnection(host, at, new Map([[key, 4]]), { kind: 'refused' });
    expect([gates.connectionsCountedAs(`host:${host}`), changed]).toEqual([3, [key]]);
    clock.leap(hourMs);
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(5);
  });

  it('rise where all connections were used and their recipients accepted, at the exchange and its address', () => {
    const { gates, changed } = start();
    const google = 'aspmx.l.google.com';
    const keys = gates.connectionLimits(google, at).map(({ key }) => key);
    gates.recordConnection(google, at, new Map(keys.map((key) => [key, 3])), {
      kind: 'greeted',
      afterMs: 50,
    });
    changed.length = 0;
    gates.recordReplies(google, at, { domain: 'example.com', accepted: 3, missing: 0, others: 0 });
    expect(gates.connectionLimits(google, at).map(({ maxConnections }) => maxConnections)).toEqual([4, 4]);
    expect(changed).toEqual(keys);
  });

  it('are few where another egress could be asked, until somebody is answered', () => {
    const { gates, answer } = start({ options: { connectionsPerExchange: 8 }, isOneOfSeveral: true });
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(3);
    answer('example.com');
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(8);
  });
});

describe('A limit on recipients', () => {
  it('that one customer of the exchange is told of rests for that one, all of his domains, and is no pause', async () => {
    const { clock, gates, limit, kindFor, paused } = start();
    expect([await limit('evil.com'), await limit('evil.com')]).toEqual([true, false]);
    expect([kindFor('evil.com'), kindFor('shop.evil.com'), kindFor('good.com')]).toEqual([
      'shut',
      'shut',
      'open',
    ]);
    expect(paused).toEqual([]);
    await clock.advance(5_000);
    expect(kindFor('evil.com')).toBe('open');
    expect(gates.msToRecipient(host, 'good.com', 'bulk')).toBe(0);
  });

  it('of which three customers are told, whom it served, is one of the exchange for all, and is told to all processes', async () => {
    const { gates, answer, limit, kindFor, paused } = start();
    for (const domain of ['a.com', 'b.com', 'c.com']) answer(domain);
    for (const domain of ['a.com', 'b.com', 'c.com']) await limit(domain);
    expect([kindFor('good.com'), gates.isShutFor(host, 4_999), gates.isShutFor(host, 5_000)]).toEqual([
      'shut',
      true,
      false,
    ]);
    expect(paused).toEqual([`a host:${host} limited 5000`]);
  });

  it('is that of the exchange at once where nobody was named, or where it is the own server', async () => {
    for (const domain of [undefined, 'example.net']) {
      const { limit, kindFor } = start();
      await limit(domain);
      expect(kindFor('good.com')).toBe('shut');
    }
  });

  it('stays with a customer who has set it himself, however many do so', async () => {
    const { gates, answer, kindFor } = start();
    for (const domain of ['a.com', 'b.com', 'c.com', 'd.com']) {
      answer(domain);
      await gates.recordLimit(host, { domain, isOwnPolicy: true, counts: 'all' });
    }
    expect(kindFor('good.com')).toBe('open');
  });

  it('leaves one recipient a second at first, of which single requests have a share of their own', async () => {
    const { clock, gates, answer, limit } = start();
    expect([gates.isRateLimited(host), gates.standingAt(`host:${host}`).recipientsPerSecond]).toEqual([
      false,
      null,
    ]);
    await limit();
    expect([gates.isRateLimited(host), gates.standingAt(`host:${host}`).recipientsPerSecond]).toEqual([
      true,
      1,
    ]);
    expect(gates.msToRecipient(host, 'good.com', 'bulk')).toBe(5_000);
    clock.leap(5_000);
    answer('good.com');
    const take = (kind: 'single' | 'bulk') => {
      let taken = 0;
      while (taken < 10 && gates.claimRecipient(host, 'good.com', kind)) taken += 1;
      return taken;
    };
    expect([take('bulk'), take('bulk')]).toEqual([1, 0]);
    expect(gates.msToRecipient(host, 'good.com', 'bulk')).toBe(1_000);
    expect(take('single')).toBeGreaterThan(0);
  });
});

describe('A refusal', () => {
  it('of any recipient blocks the exchange and its address at once', async () => {
    const { gates, blocks, kindFor } = start();
    await gates.recordRefusal(host, { address: at });
    expect([kindFor('good.com'), blocks]).toEqual(['shut', [`host:${host}`]]);
    expect(gates.standingAt(`host:${host}`).pauseReason).toBe('blocked');
  });

  it('of one customer blocks him after three in a row, and the exchange never', async () => {
    const { gates, blocks, paused, kindFor } = start();
    for (const domain of ['evil.com', 'shop.evil.com', 'evil.com', 'evil.com'])
      await gates.recordRefusal(host, { domain });
    expect([kindFor('shop.evil.com'), kindFor('good.com')]).toEqual(['shut', 'open']);
    expect([blocks, paused]).toEqual([[`host:${host} domain:evil.com`], []]);
  });

  it('of three customers in a row blocks the exchange, unless they have said so by policies of their own', async () => {
    for (const isOwnPolicy of [false, true]) {
      const { gates, paused, kindFor } = start();
      for (const domain of ['a.com', 'b.com', 'c.com'])
        await gates.recordRefusal(host, { domain, isOwnPolicy });
      expect(kindFor('good.com')).toBe(isOwnPolicy ? 'open' : 'shut');
      expect(paused).toEqual(isOwnPolicy ? [] : [`a host:${host} blocked 600000`]);
    }
  });
});

describe('What another process has found out', () => {
  it('shuts a place for as long, by the clock of the store', () => {
    for (const reason of ['blocked', 'limited'] as const) {
      const { clock, gates, kindFor } = start();
      gates.recordShut({ host, address: at }, `a host:${host}`, { reason, until: clock.now() + 60_000 });
      expect(gates.stateFor(host, 'good.com')).toMatchObject({ kind: 'shut', why: reason });
      clock.leap(60_000);
      expect(kindFor('good.com')).toBe('open');
    }
  });
});

describe('An address that does not answer', () => {
  it('comes last for five minutes', () => {
    const { clock, gates } = start();
    gates.recordUnreachable(at);
    expect(gates.inOrder([at, '192.0.2.2'])).toEqual(['192.0.2.2', at]);
    clock.leap(300_000);
    expect(gates.inOrder([at, '192.0.2.2'])).toEqual([at, '192.0.2.2']);
  });
});
