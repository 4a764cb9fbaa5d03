import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { BodyRoom } from '../../../adapters/http/body/body-room.ts';
import { type BodyIntake, IncomingBody } from '../../../adapters/http/body/incoming-body.ts';
import type { RequestBody, RequestView } from '../../../adapters/http/request-view.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { texts } from './body-lists.ts';

const schema = z.object({ name: z.string() });

describe('a body whose client sends no more', () => {
  it('gets 408 after the time limit, and gives its room back', async () => {
    const intake = createIntake();
    const sender = createSender();
    const body = createBody(intake, sender.body);
    const reading = refusalOf(body.list(texts));
    await sender.send(list(60_000));
    await intake.clock.advance(29_999);
    await intake.clock.advance(1);
    expect(await reading).toMatchObject({ status: 408 });
    body.release();
    expect(intake.room.enter('another', () => {}).hold(50_000, 0)).toBeUndefined();
  });

  it('gets 408 also if it is short', async () => {
    const intake = createIntake();
    const sender = createSender();
    const reading = refusalOf(createBody(intake, sender.body).json(schema));
    await sender.send('{"name":');
    await intake.clock.advance(30_000);
    expect(await reading).toMatchObject({ status: 408 });
  });

  it('gets 408 earlier if it takes room for which others wait', async () => {
    const intake = createIntake();
    const slow = createSender();
    const reading = refusalOf(createBody(intake, slow.body).list(texts));
    await slow.send(list(90_000));
    const { waiting } = await fillRoom(intake);
    await intake.clock.advance(2_000);
    expect(await reading).toMatchObject({ status: 408 });
    await intake.clock.advance(28_000);
    await waiting;
  });
});

describe('a body for which there is no room', () => {
  it('is not read on until another is done', async () => {
    const intake = createIntake();
    const { others, waiting, sender } = await fillRoom(intake);
    expect(sender.unread).toBe(1);
    for (const other of others) other.leave();
    sender.end();
    expect(await waiting).toHaveLength(90);
  });

  it('gets 503 with Retry-After after the time limit', async () => {
    const intake = createIntake();
    const { waiting } = await fillRoom(intake);
    await intake.clock.advance(30_000);
    expect(await waiting).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
  });

  it('waits no longer if its client disconnects', async () => {
    const intake = createIntake();
    const { waiting, disconnect } = await fillRoom(intake);
    disconnect();
    expect(await waiting).toMatchObject({ message: 'The client left.' });
  });
});

describe('a long body in one chunk', () => {
  it('does not hold up the event loop', async () => {
    const intake = { ...createIntake({ maxBytes: 2 ** 30 }), clock: systemClock };
    const chunk = Buffer.from(`[${'"a",'.repeat(2_000_000)}""]`);
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    });
    const items = await createBody(intake, { kind: 'unread', chunks: toAsync([chunk]) }).list(texts);
    clearInterval(count);
    expect(items).toHaveLength(2_000_001);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a body that the host has read', () => {
  it.each<[string, unknown]>([
    ['a value', ['a', 'b']],
    ['text', '["a","b"]'],
    ['bytes', Buffer.from('\ufeff["a","b"]')],
  ])('is taken as %s', async (_, value) => {
    const body = createBody(createIntake(), { kind: 'read', value });
    expect(await body.list(texts)).toEqual(['a', 'b']);
  });

  it.each<[unknown, number]>([
    [['a', 1], 422],
    [{}, 422],
    ['["a"', 422],
    [Buffer.from(JSON.stringify(['a'.repeat(40_000), 'a'.repeat(70_000)])), 422],
    [Buffer.from(JSON.stringify(Array(30).fill('a'.repeat(60_000)))), 413],
  ])('is checked like any other (%#)', async (value, status) => {
    const body = createBody(createIntake(), { kind: 'read', value });
    expect(await refusalOf(body.list(texts))).toMatchObject({ status });
  });
});

/** 200,000 characters of room: 100,000 for the oldest body, and as many for all others. 16 KiB of each are free. */
function createIntake({ maxBytes = 200_000 } = {}): BodyIntake & { clock: ManualClock } {
  const clock = new ManualClock();
  return { clock, room: new BodyRoom({ maxBytes, clock }), timeoutMs: 30_000 };
}

/** Two bodies have arrived and take all the room; a third waits for it, with one chunk unread. */
async function fillRoom(intake: BodyIntake) {
  const others = [100_000, 50_000, 50_000].map((bytes, index) => {
    const space = intake.room.enter(`account ${index}`, () => {});
    space.hold(bytes, bytes);
    space.complete();
    return space;
  });
  const sender = createSender();
  const abort = new AbortController();
  const waiting = refusalOf(createBody(intake, sender.body, abort.signal).list(texts));
  await sender.send(list(89_000));
  sender.queue(',"last"]');
  await until(() => sender.unread === 1);
  return { others, waiting, sender, disconnect: () => abort.abort(new Error('The client left.')) };
}

function createBody(
  intake: BodyIntake,
  body: RequestBody,
  signal: AbortSignal = new AbortController().signal,
): IncomingBody {
  const request: RequestView = {
    originalTarget: undefined,
    peerAddress: undefined,
    method: 'POST',
    target: '/',
    signal,
    rawHeaders: undefined,
    declaredLength: undefined,
    header: () => undefined,
    body: () => body,
  };
  return new IncomingBody(request, { account: 'acme', maxBytes: 1_000_000_000, intake });
}

/** The beginning of a list of texts of 1,000 characters. */
function list(characters: number): string {
  return `[${Array(characters / 1_000)
    .fill(`"${'a'.repeat(1_000)}"`)
    .join(',')}`;
}

/** A body that arrives chunk by chunk. */
function createSender() {
  const queued: (string | undefined)[] = [];
  let wake = () => {};
  let requested = 0;
  async function* chunks() {
    for (;;) {
      requested += 1;
      while (queued.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const text = queued.shift();
      if (text === undefined) return;
      yield Buffer.from(text);
    }
  }
  const queue = (text: string | undefined) => {
    queued.push(text);
    wake();
  };
  return {
    body: { kind: 'unread', chunks: chunks() } as const,
    get unread() {
      return queued.length;
    },
    queue,
    end: () => queue(undefined),
    /** Resolves when the chunk has been worked on, as far as there is room for it. */
    async send(text: string) {
      const before = requested;
      queue(text);
      await until(() => queued.length === 0);
      for (let turn = 0; turn < 20 && requested <= before + 1; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

async function* toAsync(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

async function refusalOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.catch((error: unknown) => error);
}
