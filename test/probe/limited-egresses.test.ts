import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createEngine } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';
import { oneExchangeDns, ScriptedExchange } from '../support/scripted-exchange.ts';

const slowDown = '450 4.7.1 Error: too much mail from your address';

/** Two egresses. The server tells each to slow down, so many times. */
function startEgresses(limits: readonly [number, number]) {
  const clock = new ManualClock();
  const exchanges: ScriptedExchange[] = [];
  const createEgress = (times: number, name: string) => {
    let left = times;
    const exchange = new ScriptedExchange(clock, {
      knows: (recipient) => recipient.startsWith('ann@'),
      answer() {
        if (left === 0) return undefined;
        left -= 1;
        return slowDown;
      },
    });
    exchanges.push(exchange);
    const [egress] = oneEgress(exchange);
    return { ...egress, name };
  };
  const egresses = [createEgress(limits[0], 'first'), createEgress(limits[1], 'second')] as const;
  const random = { next: () => 0.5, uuid: randomUUID };
  const ports = { ...memoryStores({ clock }), dns: oneExchangeDns(), egresses, clock, random };
  const engine = createEngine(ports);
  const verify = async (timeoutMs: number) => {
    const outcome = engine.verify('ann@example.com', { timeoutMs }).then(
      ({ substatus }) => substatus,
      (error: Error) => error.message,
    );
    let isOver = false;
    void outcome.finally(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(1_000);
    return outcome;
  };
  const questions = () =>
    exchanges.map(({ asked }) => asked.filter((each) => each.startsWith('ann@')).length);
  return { verify, questions };
}

it('Two egresses that are both told to slow down for a moment wait that out, and ask again once each at most', async () => {
  const { verify, questions } = startEgresses([1, 1]);
  expect(await verify(60_000)).toBe('deliverable');
  expect(questions().reduce((sum, count) => sum + count)).toBeLessThanOrEqual(4);
});

it('Two egresses that are told so whenever they ask come to an end before the caller does', async () => {
  const { verify, questions } = startEgresses([1_000, 1_000]);
  expect(await verify(600_000)).toMatch(/temporary_failure|It is left alone for now/);
  for (const count of questions()) expect(count).toBeLessThanOrEqual(4);
});
