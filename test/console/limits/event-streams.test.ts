import { expect, it } from 'vitest';
import { EventStreams } from '../../../adapters/console/event-streams.ts';
import { AnswersUnderWay } from '../../../adapters/http/answers/answers-under-way.ts';
import { toFetchResponse } from '../../../adapters/http/response.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const clientGone = () => new AbortController().signal;

function start() {
  const clock = new ManualClock();
  const answers = new AnswersUnderWay({ clock, engine: {} });
  const streams = new EventStreams({ answers, clock, isLive: async () => true, onFailure: () => {} });
  return { clock, streams };
}

/** Lasts until nobody listens any more. */
function workUntil(_: unknown, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
}

it('a stream ends at once when a host of the fetch standard cancels its body, without any signal', async () => {
  const { streams } = start();
  const owner = { sessionId: 'one', account: 'acme', clientGone: clientGone() };
  const { body } = toFetchResponse(await streams.open(owner, workUntil), { omitBody: false });
  const reader = body!.getReader();
  await reader.read();
  const waiting = reader.read();
  expect(streams.size).toBe(1);
  await reader.cancel();
  expect((await waiting).done).toBe(true);
  expect(streams.size).toBe(0);
});

it('a stream whose client reads nothing for five minutes ends, and so does its work', async () => {
  const { clock, streams } = start();
  let working = true;
  const owner = { sessionId: 'one', account: 'acme', clientGone: clientGone() };
  const { cutOff } = await streams.open(owner, async (send, signal) => {
    await workUntil(send, signal);
    working = false;
  });
  await clock.advance(299_000);
  expect([streams.size, cutOff?.aborted, working]).toEqual([1, false, true]);
  await clock.advance(1_000);
  expect([streams.size, cutOff?.aborted, working]).toEqual([0, true, false]);
});

it('a stream ends once a quarter of a megabyte waits for its client', async () => {
  const { streams } = start();
  let sent = 0;
  const owner = { sessionId: 'one', account: 'acme', clientGone: clientGone() };
  await streams.open(owner, async (send, signal) => {
    for (; !signal.aborted; sent += 1) send('step', { text: 'x'.repeat(1_000) });
  });
  expect(sent).toBeGreaterThan(250);
  expect(sent).toBeLessThan(270);
});

it('accounts that have all streams that there are leave one for another account, and some for the operator', async () => {
  const { streams } = start();
  const open = (account: string | null) =>
    streams.open({ sessionId: `of ${account}`, account, clientGone: clientGone() }, workUntil);
  for (let n = 0; n < 1_000; n += 1) await open(`account ${n % 40}`);
  expect(() => open('account 1')).toThrow(expect.objectContaining({ status: 503 }));
  await open('another');
  for (let n = 0; n < 32; n += 1) await open(null);
  expect(() => open(null)).toThrow(expect.objectContaining({ status: 429 }));
  streams.close();
});
