import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Zone } from '../../../adapters/sandbox/dns/zone.ts';
import { type ScriptedResolver, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { dnsOver, serveZone } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

/** Names whose name servers answer, `good1.example` and so on, and names whose name servers do not. */
function zoneOf(count: number): Zone {
  const names = Array.from({ length: count }, (_, index): [string, Zone[string]][] => [
    [`good${index}.example`, { a: ['192.0.2.1'] }],
    [`lame${index}.example`, { answer: 'silent' }],
  ]);
  return Object.fromEntries(names.flat());
}

async function silentResolver(): Promise<ScriptedResolver> {
  const resolver = await startScriptedResolver();
  onTestFinished(() => resolver.close());
  return resolver;
}

/** A silent resolver and one that answers, in this order or the other, and clients that measure by a manual clock. */
async function resolvers({ silentFirst = true, count = 200 } = {}) {
  const [silent, good] = [await silentResolver(), await serveZone(zoneOf(count))];
  const addresses = [silent.address, good.address];
  const { dns, clock } = dnsOver(silentFirst ? addresses : addresses.reverse());
  /** Asks, and moves the clock as long as no answer comes. Returns how long that took. */
  const timeOf = async (name: string): Promise<number> => {
    const began = clock.now();
    let answered = false;
    const answer = dns.a(name).finally(() => {
      answered = true;
    });
    while (!answered) {
      // Answers come over real sockets within this time.
      for (let waited = 0; waited < 10 && !answered; waited += 1) await sleep(2);
      if (!answered) await clock.advance(100);
    }
    await answer;
    return clock.now() - began;
  };
  return { silent, good, dns, clock, timeOf };
}

describe('beside a silent resolver', () => {
  it.each([true, false])(
    'no question takes over 2 s because of lame domains (silent one first: %s)',
    async (silentFirst) => {
      const { silent, dns, clock, timeOf } = await resolvers({ silentFirst });
      const lame: Promise<unknown>[] = [];
      const times: number[] = [];
      for (let index = 0; index < 200; index += 1) {
        if (index % 20 === 0) lame.push(dns.a(`lame${index}.example`));
        await clock.advance(50);
        times.push(await timeOf(`good${index}.example`));
      }
      expect(times.filter((time) => time >= 2_000)).toEqual([]);
      expect(times.filter((time) => time > 0).length).toBeLessThanOrEqual(3);
      expect(silent.queries.length).toBeLessThan(50);
      await dns.close();
      await Promise.all(lame);
    },
  );

  it('a question is answered by the next one after half a second, whether it was silent before or not', async () => {
    const { silent, good, timeOf } = await resolvers();
    expect(await timeOf('good0.example')).toBe(500);
    expect([silent.queries.length, good.questions]).toEqual([1, 1]);
  });

  it('questions begin with the next one after three different domains, for a minute', async () => {
    const { silent, clock, timeOf } = await resolvers();
    // Names of one domain count once: its name servers may answer one resolver only.
    for (const name of ['good1.example', 'www.good1.example', 'good2.example', 'good3.example'])
      expect(await timeOf(name)).toBe(500);
    expect(await timeOf('good4.example')).toBe(0);
    expect(silent.queries).toHaveLength(4);
    clock.leap(60_000);
    expect(await timeOf('good5.example')).toBe(500);
    // One more is enough now.
    expect(await timeOf('good6.example')).toBe(0);
  });
});

describe('a resolver that answers', () => {
  it('stays first whatever domains are lame', async () => {
    const [first, second] = [await serveZone(zoneOf(10)), await serveZone(zoneOf(10))];
    const { dns, clock } = dnsOver([first.address, second.address], { tries: 1 });
    for (let index = 0; index < 5; index += 1) {
      const answer = dns.a(`lame${index}.example`);
      await until(() => first.questions === index + 1);
      await clock.advance(500);
      await until(() => second.questions === index + 1);
      await clock.advance(2_000);
      expect(await answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
    }
    expect(await dns.a('good1.example')).toMatchObject({ kind: 'records' });
    expect([first.questions, second.questions]).toEqual([6, 5]);
    expect(clock.pending).toBe(0);
  });

  it('stays first if it answers in between, and so does one that is slow only once', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name): [string, Zone[string]] => [
      `${name}.example`,
      { a: ['192.0.2.1'], dropFirst: name === 'c' ? 0 : 1 },
    ]);
    const [first, second] = [
      await serveZone(Object.fromEntries(names)),
      await serveZone(Object.fromEntries(names.map(([name]) => [name, { a: ['192.0.2.1'] }]))),
    ];
    const { dns, clock } = dnsOver([first.address, second.address]);
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
      const answer = dns.a(`${name}.example`);
      await until(() => first.questions === index + 1);
      if (name !== 'c') await clock.advance(500);
      expect(await answer).toMatchObject({ kind: 'records' });
    }
    await dns.a('c.example');
    expect([first.questions, second.questions]).toEqual([5, 3]);
  });
});
