import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import type { Tallies } from '../../../src/ports/tallies.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { UnclassifiedReplyCounter } from '../../../src/probe/unclassified/unclassified-replies.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function start(changed: { tallies?: Pick<Tallies, 'add' | 'read' | 'clear'> | undefined } = {}) {
  const clock = new ManualClock();
  const { tallies } = memoryStores({ clock });
  const counter = new UnclassifiedReplyCounter({ tallies, clock, ...changed });
  const say = (line: string, address = 'ann@example.org', code = 550) =>
    counter.recordAnswer({ address, needsSmtpUtf8: false }, answerOf(line, { address, code }));
  return { clock, tallies: tallies!, counter, say };
}

function answerOf(line: string, { address, code }: { address: string; code: number }): ProbeAnswer {
  const reply = { code, lines: [line] };
  const classification = classify(reply, { stage: 'rcpt', recipient: address });
  return { kind: 'reply', stage: 'rcpt', reply, classification };
}

describe('replies that were not understood', () => {
  it('are counted by their wording, the most frequent first', async () => {
    const { counter, say } = start();
    say('the house is closed for <tom@example.com>', 'tom@example.com');
    for (const name of ['ann', 'bob', 'eve'])
      say(`kein Platz für ${name}@example.org`, `${name}@example.org`);
    say('', 'zoe@example.net');
    await counter.close();
    const shown = { stage: 'rcpt', code: 550, enhancedCode: null };
    expect(await counter.list()).toEqual([
      { ...shown, text: 'kein platz fur …', count: 3 },
      { ...shown, text: '', count: 1 },
      { ...shown, text: 'the house is closed for …', count: 1 },
    ]);
  });

  it('are not those that state what they mean, nor acceptances', async () => {
    const { counter, say } = start();
    say('5.1.1 User unknown');
    say('No such user here');
    say('4.2.0 Greylisted, try again later', 'ann@example.org', 450);
    say('2.1.5 Ok', 'ann@example.org', 250);
    counter.recordAnswer(
      { address: 'ann@example.org', needsSmtpUtf8: false },
      { kind: 'paused', reason: 'blocked' },
    );
    await counter.close();
    expect(await counter.list()).toEqual([]);
  });

  it('are written together, five seconds after the first', async () => {
    const added: number[] = [];
    const { tallies } = start();
    const { clock, say, counter } = start({
      tallies: {
        read: (tally) => tallies.read(tally),
        clear: (tally) => tallies.clear(tally),
        add: async (tally, changes, options) => {
          added.push(changes.length);
          await tallies.add(tally, changes, options);
        },
      },
    });
    say('nanu');
    say('ohje', 'bob@example.com');
    await clock.advance(4_999);
    expect(added).toEqual([]);
    await clock.advance(1);
    expect(added).toEqual([2]);
    say('nanu');
    await counter.close();
    expect(added).toEqual([2, 1]);
    expect(await counter.list()).toMatchObject([{ text: 'nanu', count: 2 }, { text: 'ohje' }]);
  });

  it('of a server that says something else each time take little room, and leave what others say', async () => {
    const { clock, counter, say, tallies } = start();
    for (let index = 0; index < 20; index += 1) say('kein Platz', `ann@company${index}.example`);
    await clock.advance(5_000);
    for (let index = 0; index < 5_000; index += 1) say(`blah ${spell(index)}`, 'ann@hostile.example');
    await clock.advance(5_000);
    expect(await counter.list()).toHaveLength(4);
    // It may answer for as many domains as it likes.
    for (let index = 0; index < 3_000; index += 1) {
      say(`blub ${spell(index)} ${spell(7 * index)}`, `ann@hostile${index}.example`);
      if (index % 100 === 0) await clock.advance(5_000);
    }
    await counter.close();
    const counts = await tallies.read('unclassified-replies');
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
    const { say, counter } = start({ tallies: { add, read: async () => [], clear: async () => {} } });
    say('nanu');
    await counter.close();
    say('nanu');
    expect(await counter.list()).toEqual([]);
  });

  it('are refused by stores that cannot count', async () => {
    const { say, counter } = start({ tallies: undefined });
    say('nanu');
    await expect(counter.list()).rejects.toMatchObject({ code: 'invalid_argument' });
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

/** Returns another word for each number. */
function spell(number: number): string {
  return [...String(number)].map((digit) => 'bcdfghjklm'.charAt(Number(digit))).join('a');
}
