import { expect, it } from 'vitest';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

const world = {
  domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['smith', 'μ'] } },
  exchanges: { 'mx.example.org': { smtpUtf8: true } },
};

it('An address that looks like another says nothing about it', async () => {
  await using running = await sandboxedEngine(world);
  const { engine } = running;
  expect((await engine.verify('ſmith@example.org')).substatus).toBe('mailbox_not_found');
  expect((await engine.verify('smith@example.org')).substatus).toBe('deliverable');
  expect((await engine.verify('\u00B5@example.org')).substatus).toBe('mailbox_not_found');
  expect((await engine.verify('\u03BC@example.org')).substatus).toBe('deliverable');
});

it('A text with half a character is no address, and says nothing about the one it would be sent as', async () => {
  await using running = await sandboxedEngine(world);
  const { engine } = running;
  expect((await engine.verify('smith\uD800@example.org')).substatus).toBe('invalid_syntax');
  expect((await engine.verify('smith\uFFFD@example.org')).substatus).toBe('mailbox_not_found');
  expect((await engine.verify('smith\uDC00@example.org')).substatus).toBe('invalid_syntax');
});

it('A job keeps addresses that look alike apart', async () => {
  await using running = await sandboxedEngine(world);
  const { engine } = running;
  const emails = ['ſmith@example.org', 'smith@example.org', 'SMITH@example.org', 'smith\uD800@example.org'];
  const results = new Map<string, string>();
  for await (const { email, substatus } of engine.runBulk(emails)) results.set(email, substatus);
  expect(results).toEqual(
    new Map([
      ['ſmith@example.org', 'mailbox_not_found'],
      ['smith@example.org', 'deliverable'],
      ['smith\uD800@example.org', 'invalid_syntax'],
    ]),
  );
});
