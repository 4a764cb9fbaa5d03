import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { ConnectionError } from '../../src/errors.ts';
import { createEngine } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';
import { oneExchangeDns, ScriptedExchange } from '../support/scripted-exchange.ts';

/** An engine in front of one exchange that takes `connectMs` to accept a connection. */
function slowToConnect(connectMs: number) {
  const clock = new ManualClock();
  const exchange = new ScriptedExchange(clock, {
    knows: (recipient) => /^(ann|bob|cay|dan)@/.test(recipient),
  });
  let attempts = 0;
  const engine = createEngine({
    ...memoryStores({ clock }),
    dns: oneExchangeDns(),
    clock,
    random: { next: () => 0.5, uuid: () => '00000000-0000-4000-8000-000000000000' },
    egresses: oneEgress({
      connect: (_, { timeoutMs }) => {
        attempts += 1;
        return new Promise((resolve, reject) => {
          if (connectMs <= timeoutMs) clock.after(connectMs, () => resolve(exchange.connect()));
          else clock.after(timeoutMs, () => reject(new ConnectionError('connection_timeout', 'no answer')));
        });
      },
    }),
  });
  const verify = (person: string, timeoutMs: number) =>
    engine.verify(`${person}@example.com`, { timeoutMs }).then(({ substatus }) => substatus);
  return {
    verify,
    get attempts() {
      return attempts;
    },
    /** Moves the clock on in small steps until the verdict is there. */
    async settled<T>(verdict: Promise<T>): Promise<T> {
      let done = false;
      const settle = () => {
        done = true;
      };
      verdict.then(settle, settle);
      while (!done) await clock.advance(10);
      return verdict;
    },
    clock,
  };
}

describe('an exchange that needs longer to connect than an impatient caller waits', () => {
  it('is tried again for a patient caller', async () => {
    const { verify, settled } = slowToConnect(1_500);
    expect(await settled(verify('ann', 3_000))).toBe('mail_server_unavailable');
    expect(await settled(verify('bob', 30_000))).toBe('deliverable');
    expect(await settled(verify('ann', 30_000))).toBe('deliverable');
  });

  it('is tried again for a patient caller who came while it was tried', async () => {
    const { verify, settled, clock } = slowToConnect(1_500);
    const impatient = verify('ann', 3_000);
    await clock.advance(500);
    const patient = verify('bob', 30_000);
    const samePatient = verify('ann', 30_000);
    expect(await settled(impatient)).toBe('mail_server_unavailable');
    expect(await settled(Promise.all([patient, samePatient]))).toEqual(['deliverable', 'deliverable']);
  });

  it('is not tried again for callers who wait no longer than those before', async () => {
    const running = slowToConnect(20_000);
    expect(await running.settled(running.verify('ann', 15_000))).toBe('mail_server_unavailable');
    const { attempts } = running;
    for (const [person, timeoutMs] of [
      ['bob', 15_000],
      ['cay', 3_000],
      ['dan', 10_000],
    ] as const)
      expect(await running.settled(running.verify(person, timeoutMs))).toBe('mail_server_unavailable');
    expect(running.attempts).toBe(attempts);
  });

  it('is asked by everybody over the connection of a patient caller', async () => {
    const running = slowToConnect(1_500);
    await running.settled(running.verify('ann', 3_000));
    await running.settled(running.verify('bob', 30_000));
    expect(await running.settled(running.verify('cay', 3_000))).toBe('deliverable');
  });
});

describe('an exchange that no patience reaches', () => {
  it('is tried once in a while, whatever the patience', async () => {
    const running = slowToConnect(Number.POSITIVE_INFINITY);
    expect(await running.settled(running.verify('ann', 70_000))).toBe('mail_server_unavailable');
    const { attempts } = running;
    expect(await running.settled(running.verify('bob', 90_000))).toBe('mail_server_unavailable');
    expect(running.attempts).toBe(attempts);
  });
});
