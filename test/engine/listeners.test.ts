import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/index.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const known = ['ann@example.org'];
const failure = new Error('The listener is broken.');
const throwFailure = () => {
  throw failure;
};

describe('A listener that throws', () => {
  it('breaks no charge, whatever it is told', async () => {
    const { engine, stores, verifyAll } = scriptedEngine({ knows: (address) => known.includes(address) });
    await stores.ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    engine.observe(throwFailure);
    const verified = engine.verify('ann@example.org', { account: 'acme' });
    await verifyAll([]);
    await expect(Promise.all([verified, verifyAll(['bob@example.org'])])).resolves.toMatchObject([
      { status: 'safe' },
      [{ status: 'invalid' }],
    ]);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 800, held: 0 });
    await engine.close();
  });

  it('breaks no job', async () => {
    const { engine, clock } = scriptedEngine({ knows: (address) => known.includes(address) });
    engine.observe(throwFailure);
    const rows: string[] = [];
    const run = (async () => {
      for await (const { status } of engine.runBulk(known)) rows.push(status);
    })();
    let ended = false;
    run.finally(() => {
      ended = true;
    });
    while (!ended) await clock.advance(1_000);
    await run;
    expect(rows).toEqual(['safe']);
    await engine.close();
  });

  it('keeps no event from the others, who are told of each failure once', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true });
    const events: EngineEvent[] = [];
    engine.observe(throwFailure);
    engine.observe((event) => {
      events.push(event);
    });
    engine.observe(throwFailure);
    await verifyAll(['ann@example.org']);
    expect(events.map(({ kind }) => kind).sort()).toEqual(['listener_failed', 'listener_failed', 'verdict']);
    expect(events.find(({ kind }) => kind === 'listener_failed')).toEqual({
      kind: 'listener_failed',
      cause: failure,
    });
    await engine.close();
  });

  it('has its errors passed to its own handler instead, if it has one', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true });
    const kinds: string[] = [];
    const errors: unknown[] = [];
    engine.observe(({ kind }) => {
      kinds.push(kind);
    });
    engine.observe(throwFailure, (error) => {
      errors.push(error);
      throw new Error('So is its handler.');
    });
    await verifyAll(['ann@example.org']);
    expect(errors).toEqual([failure]);
    expect(kinds).toEqual(['verdict']);
    await engine.close();
  });

  it('may be asynchronous', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true });
    const errors: unknown[] = [];
    engine.observe(
      async () => throwFailure(),
      (error) => errors.push(error),
    );
    await verifyAll(['ann@example.org']);
    expect(errors).toEqual([failure]);
    await engine.close();
  });

  it('may be the trace', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true }, { trace: throwFailure });
    const causes: unknown[] = [];
    engine.observe((event) => {
      if (event.kind === 'listener_failed') causes.push(event.cause);
    });
    expect(await verifyAll(['ann@example.org'])).toMatchObject([{ substatus: 'catch_all' }]);
    expect(new Set(causes)).toEqual(new Set([failure]));
    await engine.close();
  });
});

describe('A listener', () => {
  it('may remove itself, or add another, while it is told', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true });
    let first = 0;
    let later = 0;
    const remove = engine.observe(() => {
      first += 1;
      remove();
      engine.observe(() => {
        later += 1;
      });
    });
    await verifyAll(['ann@example.org']);
    await verifyAll(['ann@example.org']);
    expect({ first, later }).toEqual({ first: 1, later: 1 });
    await engine.close();
  });
});
