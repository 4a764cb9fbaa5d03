import { expect, it } from 'vitest';
import { ManualClock } from '../../support/manual-clock.ts';
import { allEventsOf, detailOf, startConsole } from './console-server.ts';

it('a verification shows what is asked and answered about the address, and about no other one', async () => {
  const { engine, signIn } = await startConsole();
  const acme = await signIn('acme');
  const others = ['bob@example.org', 'nobody@example.com', 'carl@example.com'];
  const [answer] = await Promise.all([
    acme.send('POST', 'verify', { email: ' Ann@EXAMPLE.com' }),
    ...others.map((email) => engine.verify(email)),
  ]);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events = await allEventsOf(answer);
  expect(events.at(-1)).toMatchObject({
    event: 'result',
    data: { email: 'Ann@EXAMPLE.com', status: 'safe' },
  });
  const steps = events.slice(0, -1).map(({ data }) => data);
  const commands = steps.filter(({ kind }) => kind === 'command').map(({ text }) => text);
  expect(commands).toContain('RCPT TO:<Ann@example.com>');
  expect(steps).toContainEqual(
    expect.objectContaining({
      kind: 'reply',
      text: expect.stringMatching(/^250/),
      exchange: 'mx.example.com',
    }),
  );
  for (const other of others) expect(JSON.stringify(steps)).not.toContain(other);
});

it('a verification of a domain that looks like a typo says what was probably meant', async () => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const eventsFor = async (email: string) => {
    const events = await allEventsOf(await acme.send('POST', 'verify', { email, level: 'syntax' }));
    return events.filter(({ event }) => event !== 'step');
  };
  expect(await eventsFor('ann@gmial.com')).toEqual([
    { event: 'suggestion', data: { email: 'ann@gmail.com' } },
    expect.objectContaining({ event: 'result' }),
  ]);
  expect(await eventsFor('ann@gmail.com')).toEqual([expect.objectContaining({ event: 'result' })]);
});

it('whoever leaves the stream once it tells what the mail server says of the address has paid', async () => {
  const { engine, signIn } = await startConsole();
  const acme = await signIn('acme');
  for (const count of [1, 2, 3]) {
    const answer = await acme.send('POST', 'verify', { email: `nobody${count}@slow.example.net` });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/550|its reply to RCPT/.test(text)) text += (await reader.read()).value;
    const { available, held } = await engine.accounts.balance('acme');
    await reader.cancel();
    expect({ available, held }).toEqual({ available: 100_000 - 200 * count, held: 0 });
  }
});

it('a verification of what is known says so, is charged nothing, and can be asked for as JSON', async () => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const body = { email: 'ann@example.com', timeout_ms: 20_000 };
  const plain = await acme.send('POST', 'verify', body, { Accept: 'application/json' });
  expect(await plain.json()).toMatchObject({ email: 'ann@example.com', status: 'safe' });
  const events = await allEventsOf(await acme.send('POST', 'verify', body));
  expect(events.map(({ event, data }) => [event, data.kind])).toEqual([
    ['step', 'note'],
    ['result', undefined],
  ]);
  expect(await acme.read('balance')).toEqual({ available: 99.8, held: 0 });
});

it('a verification without credits is refused as an event', async () => {
  const { engine, signIn } = await startConsole();
  await engine.accounts.subtract('acme', { id: 'all', milliCredits: 100_000 });
  const acme = await signIn('acme');
  const events = await allEventsOf(await acme.send('POST', 'verify', { email: 'ann@example.com' }));
  expect(events).toEqual([
    { event: 'problem', data: { status: 403, detail: expect.stringMatching(/^Insufficient credits/) } },
  ]);
});

it.each([
  [{}, 'email: is required.'],
  [{ email: 'x'.repeat(321) }, 'email: must be at most'],
  [{ email: 'a@b', level: 'all' }, 'level: must be syntax, dns or smtp.'],
  [{ email: 'a@b', timeout_ms: 1 }, 'timeout_ms: must be a whole number'],
])('a verification is refused: %#', async (body, detail) => {
  const { signIn } = await startConsole();
  const answer = await (await signIn('acme')).send('POST', 'verify', body);
  expect([answer.status, await detailOf(answer)]).toEqual([422, expect.stringContaining(detail)]);
});

it('verifications and lookups have a budget by account, so that nobody has work done by leaving before the answer', async () => {
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const { engine, signIn } = await startConsole({ clock }, { budgets: { console_verifications: 3 } });
  const [acme, globex] = [await signIn('acme'), await signIn('globex')];
  const leave = async (n: number) => {
    const gone = new AbortController();
    const asked = acme.send('POST', 'verify', { email: `nobody${n}@slow.example.net` }, {}, gone.signal);
    await (await asked).body!.getReader().read();
    gone.abort();
  };
  for (const n of [1, 2, 3]) await leave(n);
  const refused = await acme.send('POST', 'verify', { email: 'ann@example.com' });
  expect([refused.status, await detailOf(refused)]).toEqual([
    429,
    expect.stringContaining('(console_verifications)'),
  ]);
  const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
  expect((await acme.send('POST', 'lookup', ann)).status).toBe(429);
  expect((await globex.send('POST', 'verify', { email: 'bob@example.org' })).status).toBe(200);
  expect((await engine.accounts.balance('acme')).available).toBe(100_000);
});

it('a person is looked up, and paid for', async () => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const person = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
  const answer = await acme.send('POST', 'lookup', person);
  expect(await answer.json()).toMatchObject({ ...person, status: 'safe', email: 'ann.lee@example.com' });
  expect(await acme.read('balance')).toEqual({ available: 99, held: 0 });
});

it('no address is logged', async () => {
  const { signIn, lines } = await startConsole();
  const acme = await signIn('acme');
  await allEventsOf(await acme.send('POST', 'verify', { email: 'ann@example.com' }));
  await acme.send('POST', 'jobs', { emails: ['ann@example.com'] }, { 'Idempotency-Key': 'k' });
  expect(lines.length).toBeGreaterThan(2);
  expect(JSON.stringify(lines)).not.toMatch(/ann@/i);
});
