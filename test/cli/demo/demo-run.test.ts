import { expect, it } from 'vitest';
import { runDemo } from '../../../adapters/cli/demo/demo-run.ts';
import type { DemoAddress, SandboxExchange } from '../../../adapters/sandbox/index.ts';

const ann = { email: 'ann@example.com', note: 'an ordinary mailbox' };

/** Runs a demonstration of one address, whose first answer may take 60 ms. */
async function outcomeOf(exchange: SandboxExchange, truth: Pick<DemoAddress, 'status' | 'substatus'>) {
  const world = {
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
    exchanges: { 'mx.example.com': exchange },
  };
  const { outcomes, wire } = await runDemo(
    { world, addresses: [{ ...ann, ...truth }] },
    { signal: new AbortController().signal, onProgress: () => {}, timeoutMs: 60 },
  );
  return { outcome: outcomes[0], wire };
}

it('leaves servers that answer the time that they take, as on a busy machine', async () => {
  const { outcome } = await outcomeOf({ tarpitMs: 70 }, { status: 'safe', substatus: 'deliverable' });
  expect(outcome?.answer).toMatchObject({ status: 'safe', substatus: 'deliverable' });
  expect(outcome?.correct).toBe(true);
});

it('waits a short time for a server that should not answer', async () => {
  const { outcome, wire } = await outcomeOf({ fault: 'silent' }, { status: 'unknown', substatus: 'timeout' });
  expect(outcome?.correct).toBe(true);
  // On a busy machine, the time is over before it has connected.
  expect(wire.connections).toBeLessThanOrEqual(1);
});

it('does not ask again for a verdict that is wrong', async () => {
  const { outcome, wire } = await outcomeOf({}, { status: 'invalid', substatus: 'mailbox_not_found' });
  expect(outcome?.answer).toMatchObject({ status: 'safe' });
  expect(outcome?.correct).toBe(false);
  expect(wire.connections).toBe(1);
});
