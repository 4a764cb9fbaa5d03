import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shareOfJob, singleShare } from '../../src/concurrency/work-share.ts';
import { CachingDns } from '../../src/exchange/caching-dns.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** The view of single requests. */
const singleRequestsOf = (...given: ConstructorParameters<typeof CachingDns>) =>
  new CachingDns(...given).forShare(singleShare);

const megabyte = 1024 * 1024;

function countingDns(answer: DnsAnswer<string>): { dns: Dns; asked: () => number; aborted: () => number } {
  let asked = 0;
  let aborted = 0;
  const ask = async (_name: string, options?: { signal?: AbortSignal }) => {
    asked += 1;
    options?.signal?.addEventListener('abort', () => {
      aborted += 1;
    });
    await Promise.resolve();
    return answer;
  };
  const dns = {
    mx: async () => ({ kind: 'no-data' as const, ttlSeconds: 0 }),
    a: ask,
    aaaa: ask,
    close: async () => {},
  };
  return { dns, asked: () => asked, aborted: () => aborted };
}

const records = { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 } as const;

describe('the DNS cache', () => {
  it('keeps an answer for its TTL, to the millisecond', async () => {
    const clock = new ManualClock();
    const { dns, asked } = countingDns(records);
    const cached = singleRequestsOf(dns, clock);
    await cached.a('example.org');
    clock.leap(59_999);
    expect(await cached.a('example.org')).toEqual(records);
    expect(asked()).toBe(1);
    clock.leap(1);
    await cached.a('example.org');
    expect(asked()).toBe(2);
  });

  it('tells a listener of each answer, and whether it had it', async () => {
    const heard: unknown[] = [];
    const cached = new CachingDns(countingDns(records).dns, new ManualClock());
    const share = shareOfJob({ id: 'job', account: 'acme' });
    const own = cached.forShare(share, { onAnswer: (...told) => heard.push(told) });
    await own.a('example.org');
    await own.a('example.org');
    expect(heard).toEqual([
      ['A example.org', records, false],
      ['A example.org', records, true],
    ]);
  });

  it('keeps the answers for each name and kind of address apart, and ends each question with the signal that it was given', async () => {
    const asked: string[] = [];
    const signals: unknown[] = [];
    const answering = (kind: string) => async (name: string, options?: { signal?: AbortSignal }) => {
      asked.push(`${kind} ${name}`);
      signals.push(options?.signal);
      return { kind: 'records' as const, records: [`${kind} of ${name}`], ttlSeconds: 60 };
    };
    const dns: Dns = {
      mx: async (_, options) => {
        signals.push(options?.signal);
        return { kind: 'no-data', ttlSeconds: 60 };
      },
      a: answering('A'),
      aaaa: answering('AAAA'),
      close: async () => {},
    };
    const cached = singleRequestsOf(dns, new ManualClock());
    for (const name of ['one.example', 'two.example', 'one.example']) {
      expect(await cached.a(name)).toMatchObject({ records: [`A of ${name}`] });
      expect(await cached.aaaa(name)).toMatchObject({ records: [`AAAA of ${name}`] });
    }
    await cached.mx('one.example');
    expect(asked).toEqual(['A one.example', 'AAAA one.example', 'A two.example', 'AAAA two.example']);
    expect(signals).toEqual(Array(5).fill(expect.any(AbortSignal)));
  });

  it('keeps "no such domain" and "no data" for their TTL as well', async () => {
    for (const kind of ['no-domain', 'no-data'] as const) {
      const clock = new ManualClock();
      const { dns, asked } = countingDns({ kind, ttlSeconds: 10 });
      const cached = singleRequestsOf(dns, clock);
      await cached.a('example.org');
      await cached.a('example.org');
      expect(asked()).toBe(1);
      clock.leap(10_000);
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('turns a denial that is not confirmed into a failure, and does not keep it', async () => {
    const clock = new ManualClock();
    const { dns, asked } = countingDns({ kind: 'no-domain', ttlSeconds: 60 });
    const told: string[] = [];
    const askedAt: number[] = [];
    let believed = false;
    const cached = singleRequestsOf(dns, clock, {
      onAnswer: ({ kind }) => told.push(kind),
      confirmDenial: async (at) => {
        askedAt.push(at);
        return believed;
      },
    });
    clock.leap(5_000);
    expect(await cached.a('example.org')).toMatchObject({ kind: 'failure', reason: 'unreachable' });
    expect(told).toEqual([]);
    expect(askedAt).toEqual([clock.steady()]);
    believed = true;
    expect(await cached.a('example.org')).toMatchObject({ kind: 'no-domain' });
    expect(await cached.a('example.org')).toMatchObject({ kind: 'no-domain' });
    expect(told).toEqual(['no-domain']);
    expect(asked()).toBe(2);
  });

  it('tells of a denial with the time at which it arrived, however long its confirmation takes', async () => {
    const clock = new ManualClock();
    const { dns } = countingDns({ kind: 'no-domain', ttlSeconds: 60 });
    const told: number[] = [];
    const cached = singleRequestsOf(dns, clock, {
      onAnswer: (_, arrivedAt) => told.push(arrivedAt),
      confirmDenial: async () => {
        clock.leap(5_000);
        return true;
      },
    });
    const arrivedAt = clock.steady();
    await cached.a('example.org');
    expect(told).toEqual([arrivedAt]);
  });

  it('has denials of domains and of MX records confirmed, and not those of one kind of address', async () => {
    const confirmed: string[] = [];
    const denying = (kind: 'no-domain' | 'no-data') => {
      const answer = async () => ({ kind, ttlSeconds: 60 }) as const;
      return singleRequestsOf(
        { mx: answer, a: answer, aaaa: answer, close: async () => {} },
        new ManualClock(),
        {
          confirmDenial: async () => {
            confirmed.push(kind);
            return true;
          },
        },
      );
    };
    for (const kind of ['no-domain', 'no-data'] as const) {
      const cached = denying(kind);
      await cached.mx('example.org');
      await cached.a('example.org');
      await cached.aaaa('example.org');
    }
    expect(confirmed).toEqual(['no-domain', 'no-domain', 'no-domain', 'no-data']);
  });

  it('keeps no answer for more than a day, whatever its TTL', async () => {
    const dayMs = 86_400_000;
    for (const answer of [records, { kind: 'no-domain' }] as const) {
      const clock = new ManualClock();
      const { dns, asked } = countingDns({ ...answer, ttlSeconds: 2 ** 31 - 1 });
      const cached = singleRequestsOf(dns, clock);
      await cached.a('example.org');
      clock.leap(dayMs - 1);
      await cached.a('example.org');
      expect(asked()).toBe(1);
      clock.leap(1);
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('keeps neither an answer with a TTL of 0 nor a time-out', async () => {
    for (const answer of [
      { ...records, ttlSeconds: 0 },
      { kind: 'failure', reason: 'timeout', detail: '' },
      { kind: 'failure', reason: 'unreachable', detail: '' },
    ] as const) {
      const { dns, asked } = countingDns(answer);
      const cached = singleRequestsOf(dns, new ManualClock());
      await cached.a('example.org');
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('keeps a resolver’s failure for a few seconds only', async () => {
    const clock = new ManualClock();
    const { dns, asked } = countingDns({ kind: 'failure', reason: 'server-failure', detail: '' });
    const cached = singleRequestsOf(dns, clock);
    await cached.a('example.org');
    await cached.a('example.org');
    expect(asked()).toBe(1);
    clock.leap(5_000);
    await cached.a('example.org');
    expect(asked()).toBe(2);
  });

  it('sends one query for all callers that need it at the same time, and one per record type', async () => {
    const { dns, asked } = countingDns({ ...records, ttlSeconds: 0 });
    const cached = singleRequestsOf(dns, new ManualClock());
    await Promise.all(Array.from({ length: 100 }, () => cached.a('example.org')));
    expect(asked()).toBe(1);
    await cached.aaaa('example.org');
    expect(asked()).toBe(2);
  });

  it('continues a query when one of the waiting callers aborts, and aborts it when all have', async () => {
    const clock = new ManualClock();
    let aborted = 0;
    const never: Dns['a'] = (_host, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => {
          aborted += 1;
          reject(options.signal?.reason);
        });
      });
    const { dns } = countingDns(records);
    const cached = singleRequestsOf({ ...dns, a: never }, clock);
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [first, second].map(({ signal }) => cached.a('example.org', { signal }));
    const outcomes = Promise.allSettled(waits);
    first.abort(new Error('first left'));
    await Promise.resolve();
    expect(aborted).toBe(0);
    second.abort(new Error('second left'));
    const settled = await outcomes;
    expect(settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : ''))).toEqual([
      'first left',
      'second left',
    ]);
    expect(aborted).toBe(1);
  });

  it('keeps of a long answer only as many addresses as are ever used', async () => {
    const addresses = Array.from({ length: 1_000 }, (_, index) => `192.0.2.${index % 256}`);
    const { dns } = countingDns({ kind: 'records', records: addresses, ttlSeconds: 60 });
    const cached = singleRequestsOf(dns, new ManualClock());
    expect(await cached.a('example.org')).toEqual({
      kind: 'records',
      records: addresses.slice(0, 4),
      ttlSeconds: 60,
    });
  });

  it('keeps of many MX records the most preferred ones, in whatever order the resolver sends them', async () => {
    const ascending = Array.from({ length: 1_000 }, (_, index) => ({
      preference: 1 + Math.floor(index / 15),
      exchange: `mx${String(index).padStart(4, '0')}.example.org`,
    }));
    const { dns } = countingDns(records);
    for (const sent of [ascending, [...ascending].reverse()]) {
      const mx = async () => ({ kind: 'records' as const, records: sent, ttlSeconds: 60 });
      const answer = await singleRequestsOf({ ...dns, mx }, new ManualClock()).mx('example.org');
      expect(answer).toEqual({ kind: 'records', records: ascending.slice(0, 20), ttlSeconds: 60 });
    }
  });

  it('drops the least recently used answers beyond its limit in bytes', async () => {
    const { dns, asked } = countingDns(records);
    const cached = singleRequestsOf(dns, new ManualClock(), { maxBytes: megabyte });
    for (let host = 0; host < 10_000; host += 1) await cached.a(`${host}.example.org`);
    await cached.a('9999.example.org');
    expect(asked()).toBe(10_000);
    await cached.a('0.example.org');
    expect(asked()).toBe(10_001);
  });

  it('keeps as many addresses and MX records as are used, and an answer with a TTL below 0 not at all', async () => {
    const fourAddresses = { ...records, records: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'] };
    const { dns } = countingDns(fourAddresses);
    expect(await singleRequestsOf(dns, new ManualClock()).aaaa('example.org')).toBe(fourAddresses);
    const few = {
      kind: 'records' as const,
      records: Array.from({ length: 20 }, (_, index) => ({ preference: 20 - index, exchange: `mx${index}` })),
      ttlSeconds: 60,
    };
    const cached = singleRequestsOf({ ...dns, mx: async () => few }, new ManualClock());
    expect(await cached.mx('example.org')).toBe(few);
    const negative = countingDns({ ...records, ttlSeconds: -1 });
    const expired = singleRequestsOf(negative.dns, new ManualClock());
    await expired.a('example.org');
    await expired.a('example.org');
    expect(negative.asked()).toBe(2);
  });

  it.each([
    ['addresses', (text: string) => ({ kind: 'records', records: [text, text], ttlSeconds: 60 }) as const],
    [
      'a failure in many words',
      (text: string) => ({ kind: 'failure', reason: 'refused', detail: text }) as const,
    ],
  ])('counts the bytes of %s towards its limit', async (_, answerOf) => {
    const { dns, asked } = countingDns(answerOf('x'.repeat(1_000)));
    const cached = singleRequestsOf(dns, new ManualClock(), { maxBytes: 20_000 });
    for (let host = 0; host < 30; host += 1) await cached.a(`${host}.example.org`);
    expect(asked()).toBe(30);
    await cached.a('29.example.org');
    expect(asked()).toBe(30);
    await cached.a('0.example.org');
    expect(asked()).toBe(31);
  });

  it('counts the bytes of names towards its limit', async () => {
    const { dns, asked } = countingDns({ kind: 'no-domain', ttlSeconds: 60 });
    const cached = singleRequestsOf(dns, new ManualClock(), { maxBytes: 20_000 });
    const name = (host: number) => `${host}.${'x'.repeat(2_000)}.example.org`;
    for (let host = 0; host < 30; host += 1) await cached.a(name(host));
    await cached.a(name(0));
    expect(asked()).toBe(31);
  });

  it('passes on every kind of question for a share, tells its asker before each wait, and closes with it', async () => {
    const questions: string[] = [];
    let closed = 0;
    const answering = (type: string) => async (name: string) => {
      questions.push(`${type} ${name}`);
      return { kind: 'no-data' as const, ttlSeconds: 60 };
    };
    const dns: Dns = {
      mx: answering('MX'),
      a: answering('A'),
      aaaa: answering('AAAA'),
      close: async () => {
        closed += 1;
      },
    };
    let waits = 0;
    const cached = new CachingDns(dns, new ManualClock());
    const view = cached.forShare(shareOfJob({ id: 'job', account: 'acme' }), {
      onQuestion: () => {
        waits += 1;
      },
    });
    for (let round = 0; round < 2; round += 1)
      expect([
        await view.mx('one.example'),
        await view.a('two.example'),
        await view.aaaa('two.example'),
      ]).toEqual(Array.from({ length: 3 }, () => ({ kind: 'no-data', ttlSeconds: 60 })));
    expect(questions).toEqual(['MX one.example', 'A two.example', 'AAAA two.example']);
    expect(waits).toBe(3);
    await view.close();
    expect(closed).toBe(1);
  });

  it('does not ask again what another share has learnt while it waited for its turn', async () => {
    const asked: string[] = [];
    const answers = new Map<string, () => void>();
    const dns: Dns = {
      ...countingDns(records).dns,
      maxQuestions: 1,
      a: (name) => {
        asked.push(name);
        return new Promise((resolve) => answers.set(name, () => resolve(records)));
      },
    };
    const cached = new CachingDns(dns, new ManualClock());
    const first = cached.forShare(singleShare).a('example.org');
    await nextTurn();
    const views = ['one', 'two'].map((id) => cached.forShare(shareOfJob({ id, account: id })));
    const waiting = views.map((view) => view.a('example.net'));
    answers.get('example.org')?.();
    await first;
    await nextTurn();
    answers.get('example.net')?.();
    expect(await Promise.all(waiting)).toEqual([records, records]);
    expect(asked).toEqual(['example.org', 'example.net']);
  });

  it('lets its asker leave each kind of question', async () => {
    const never = (_name: string, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const cached = singleRequestsOf(
      { mx: never, a: never, aaaa: never, close: async () => {} },
      new ManualClock(),
    );
    for (const ask of ['mx', 'a', 'aaaa'] as const) {
      const leaving = new AbortController();
      const asked = expect(cached[ask]('example.org', { signal: leaving.signal })).rejects.toThrow('gone');
      await nextTurn();
      leaving.abort(new Error('gone'));
      await asked;
    }
  });
});
