import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import type { Counters } from '../../../src/counters/counters.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { UnclassifiedReplyCounter } from '../../../src/verdict/unclassified/unclassified-replies.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { changedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function start(changed: { counters?: Pick<Counters, 'add' | 'read' | 'clear'> } = {}) {
  const clock = new ManualClock();
  const counters = countersOf(memoryStores({ clock }), clock);
  const counter = new UnclassifiedReplyCounter({ counters, clock, ...changed });
  /** By default, each domain has an exchange of its own. */
  const say = (
    line: string,
    address = 'ann@example.org',
    { code = 550, exchange = address, host = `mx.${address.slice(address.indexOf('@') + 1)}` } = {},
  ) =>
    counter.recordAnswer({ address, needsSmtpUtf8: false }, answerOf(line, { address, code }), {
      exchange,
      host,
      identity,
    });
  const sayAtAll = (domains: readonly string[], line: string) => {
    for (const domain of domains) say(line.replace('{}', `ann@${domain}`), `ann@${domain}`);
  };
  return { clock, counters, counter, say, sayAtAll };
}

/** The store fails until it is healed. */
function startWithoutStore() {
  const { counters } = start();
  let isDown = true;
  const add: Counters['add'] = async (...args) => {
    if (isDown) throw new Error('out of reach');
    await counters.add(...args);
  };
  const heal = () => {
    isDown = false;
  };
  return { ...start({ counters: changedPort(counters, { add }) }), counters, heal };
}

/** What is in use on the heap once all garbage is collected. */
function retainedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const identity = { helo: 'probe.mailcheck.io', mailFrom: 'check@mailcheck.example' };
const domains = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => `${name}.example`);

function answerOf(line: string, { address, code }: { address: string; code: number }): ProbeAnswer {
  const reply = { code, lines: [line] };
  const classification = classify(reply, { stage: 'rcpt', recipient: address });
  return { kind: 'reply', stage: 'rcpt', reply, classification };
}

describe('replies that were not understood', () => {
  it('are counted by their wording, the most frequent first', async () => {
    const { counter, say, sayAtAll } = start();
    sayAtAll(domains, 'kein Zutritt für {}');
    for (const name of ['bob', 'eve']) say(`kein Zutritt für ${name}@seven.example`, `${name}@seven.example`);
    say('', 'zoe@example.net');
    await counter.close();
    const shown = { stage: 'rcpt', code: 550, enhancedCode: null };
    expect(await counter.list()).toEqual([
      { ...shown, text: 'kein zutritt fur …', count: 5 },
      { ...shown, text: 'kein …', count: 4 },
      { ...shown, text: '', count: 1 },
    ]);
  });

  it('are counted by their known words alone until the servers of five companies have said the same, and nothing else is stored', async () => {
    const { counter, say, counters } = start();
    const secret = 'no entry, ask Tom Miller in Graz, token sk live qxaz';
    for (let index = 0; index < 50; index += 1)
      say(secret, `person${'x'.repeat(index)}@${domains[index % 4]}`, { exchange: `mx${index}.example` });
    await counter.close();
    const stored = JSON.stringify(await counters.read('reply-wordings'));
    expect(stored).not.toMatch(/tom|miller|graz|token|\bsk\b|qxaz/i);
    const [only, ...others] = await counter.list();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ count: 50, text: expect.stringMatching(/^no entry .*…$/) });
  });

  it.each([
    ['one server', () => 'mx.hoster.example', (name: string) => `${name}.example`],
    [
      'servers of one hoster',
      (name: string) => `mx-${name}.hoster.example`,
      (name: string) => `${name}.example`,
    ],
    ['one provider', (name: string) => `${name}.yahoodns.net`, (name: string) => `${name}.example`],
    ['subdomains of one', (name: string) => `mx.${name}.example`, (name: string) => `${name}.evil.example`],
    [
      'one company in several countries',
      (name: string) => `mx.${name}.example`,
      (name: string) => `brand.${{ one: 'de', two: 'co.uk', three: 'at', four: 'ch' }[name] ?? 'com'}`,
    ],
  ])('are not common because %s said them for many domains', async (_, hostOf, domainOf) => {
    const { counter, say } = start();
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
      say('no entry, ask Tom Miller in Graz', `ann@${domainOf(name)}`, { host: hostOf(name) });
    await counter.close();
    expect(JSON.stringify(await counter.list())).not.toMatch(/tom|miller|graz/i);
  });

  it('count once, however many recipients one reply is about', async () => {
    const { counter } = start();
    const answer = answerOf('no entry, ask Tom Miller', { address: 'ann@one.example', code: 554 });
    for (const domain of domains) {
      const source = { exchange: `mx.${domain}`, host: `mx.${domain}`, identity };
      counter.recordAnswer({ address: `ann@${domain}`, needsSmtpUtf8: false }, answer, source);
    }
    await counter.close();
    expect(await counter.list()).toMatchObject([{ text: expect.not.stringMatching(/tom/), count: 1 }]);
  });

  it('are not those that state what they mean, nor acceptances', async () => {
    const { counter, say } = start();
    say('5.1.1 User unknown');
    say('No such user here');
    say('4.2.0 Greylisted, try again later', 'ann@example.org', { code: 450 });
    say('2.1.5 Ok', 'ann@example.org', { code: 250 });
    counter.recordAnswer(
      { address: 'ann@example.org', needsSmtpUtf8: false },
      { kind: 'paused', reason: 'blocked', until: 0 },
      { exchange: 'mx.example.org', host: 'mx.example.org', identity },
    );
    await counter.close();
    expect(await counter.list()).toEqual([]);
  });

  it('are written together, five seconds after the first', async () => {
    const added: number[] = [];
    const { counters } = start();
    const { clock, say, counter } = start({
      counters: changedPort(counters, {
        add: async (counter, changes, options) => {
          added.push(changes.length);
          await counters.add(counter, changes, options);
        },
      }),
    });
    say('account nanu');
    say('', 'bob@example.com');
    await clock.advance(4_999);
    expect(added).toEqual([]);
    await clock.advance(1);
    expect(added).toEqual([2]);
    say('account nanu');
    await counter.close();
    expect(added).toEqual([2, 1]);
    expect(await counter.list()).toMatchObject([{ text: 'account …', count: 2 }, { text: '' }]);
  });

  it('of a server that says something else each time take little room, and leave what others say', async () => {
    const { clock, counter, say, counters } = start();
    for (let index = 0; index < 25; index += 1) say('kein Platz', `ann@company${index}.example`);
    await clock.advance(5_000);
    const known = 'user account mailbox not found no such address here unknown is does exist'.split(' ');
    const wordsOf = (index: number) => [...String(index)].map((digit) => known[Number(digit)]).join(' ');
    for (let index = 0; index < 5_000; index += 1)
      say(`ticket ${wordsOf(index)}`, `ann@hostile${index}.example`, { exchange: 'hostile' });
    await clock.advance(5_000);
    expect((await counter.list()).length).toBeLessThanOrEqual(2 + 10);
    // It may have as many names as it likes.
    for (let index = 0; index < 3_000; index += 1) {
      say(`ticket ${wordsOf(index)} ${wordsOf(7 * index)}`, `ann@hostile${index}.example`);
      if (index % 100 === 0) await clock.advance(5_000);
    }
    await counter.close();
    const counts = await counters.read('reply-wordings');
    const bytes = counts.reduce((sum, { name }) => sum + Buffer.byteLength(name) + 32, 0);
    expect(bytes).toBeLessThanOrEqual(65_536);
    const [first] = await counter.list();
    expect(first?.text).toBe('kein platz');
    expect(first?.count).toBeGreaterThanOrEqual(10);
  });

  it('cost no answer if they cannot be written', async () => {
    const add = async () => {
      throw new Error('out of reach');
    };
    const { say, counter } = start({ counters: { add, read: async () => [], clear: async () => {} } });
    say('nanu');
    await counter.close();
    say('nanu');
    expect(await counter.list()).toEqual([]);
  });

  it('are written with the next ones if the store fails, and none twice', async () => {
    const { clock, say, counter, heal } = startWithoutStore();
    say('account nanu');
    await clock.advance(5_000);
    say('account nanu', 'bob@example.com');
    await clock.advance(5_000);
    expect(await counter.list()).toEqual([]);
    heal();
    await clock.advance(5_000);
    await clock.advance(5_000);
    expect(await counter.list()).toMatchObject([{ text: 'account …', count: 2 }]);
    say('account nanu', 'eve@example.net');
    await counter.close();
    expect(await counter.list()).toMatchObject([{ text: 'account …', count: 3 }]);
  });

  it('that wait for a store that fails are bounded, and the others are counted on', async () => {
    const { clock, say, counter, counters, heal } = startWithoutStore();
    for (let round = 0; round < 2; round += 1)
      for (let code = 500; code < 600; code += 1)
        for (const words of ['user', 'account', 'mailbox'])
          say(words, `ann@${words}${code}.example`, { code });
    await clock.advance(5_000);
    heal();
    await counter.close();
    const counts = await counters.read('reply-wordings');
    expect(counts).toHaveLength(200);
    expect(new Set(counts.map(({ count }) => count))).toEqual(new Set([2]));
  });

  it('are remembered in few megabytes, however long the names and whatever servers say', async () => {
    const { counter, say } = start();
    const known = 'user account mailbox not found no such address here unknown is does exist'.split(' ');
    const label = (index: number) => `company${index}`.padEnd(63, 'x');
    const wordsOf = (index: number) =>
      Array.from({ length: 16 }, (_, place) => known[(index >> place) % known.length]).join(' ');
    const before = retainedBytes();
    for (let index = 0; index < 3_000; index += 1) {
      const domain = `${label(index)}.${label(index + 1)}.example`;
      for (let wording = 0; wording < 10; wording += 1)
        say(wordsOf(10 * index + wording), `ann@${domain}`, {
          exchange: `mx.${domain}`,
          host: `mx.${domain}`,
        });
    }
    const used = retainedBytes() - before;
    expect(used).toBeLessThan(7_500_000);
    await counter.close();
  });

  it('that were cleared do not come back with what was not written yet', async () => {
    const { clock, say, counter } = start();
    say('nanu');
    await counter.clear();
    await clock.advance(5_000);
    expect(await counter.list()).toEqual([]);
    await counter.close();
  });

  it('can be cleared', async () => {
    const { say, counter } = start();
    say('nanu');
    await counter.close();
    await counter.clear();
    expect(await counter.list()).toEqual([]);
  });
});
