import { expect, it } from 'vitest';
import { allEventsOf, startConsole } from './console-server.ts';

it('the operator grants and takes credits, once for each id', async () => {
  const { signInOperator } = await startConsole();
  const operator = await signInOperator();
  const change = async (kind: string, body: object) => {
    const answer = await operator.send('POST', `accounts/initech/${kind}`, body);
    return [answer.status, ((await answer.json()) as { available?: number }).available];
  };
  expect(await change('grants', { id: 'order 1', credits: 12.345 })).toEqual([200, 12.345]);
  expect(await change('grants', { id: 'order 1', credits: 12.345 })).toEqual([200, 12.345]);
  expect(await change('grants', { id: 'order 1', credits: 1 })).toEqual([409, undefined]);
  expect(await change('corrections', { id: 'c', credits: -2.3 })).toEqual([200, 10.045]);
  expect(await change('corrections', { id: 'c', credits: -2.3 })).toEqual([200, 10.045]);
  expect(await change('corrections', { id: 'd', credits: -100 })).toEqual([403, undefined]);
  for (const credits of [0, -1, 0.0001, '1', 1e10])
    expect(await change('grants', { id: 'e', credits })).toEqual([422, undefined]);
  expect(await operator.read('accounts/initech')).toMatchObject({
    account: 'initech',
    available: 10.045,
    keys: 0,
  });
});

it('the operator sees all accounts, page by page, whatever their names are', async () => {
  const { engine, signInOperator } = await startConsole();
  const names = ['a/b', 'a%2Fb', '<script>', 'ü & ?#', 'acme', 'globex'];
  for (const name of names.slice(0, 4)) await engine.accounts.grant(name, { id: name, milliCredits: 1_000 });
  const operator = await signInOperator();
  const listed: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { accounts: { account: string }[]; next_cursor: string | null } = await operator.read(
      `accounts?limit=4${query}`,
    );
    listed.push(...page.accounts.map(({ account }) => account));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  expect(listed.sort()).toEqual([...names].sort());
  for (const name of names) {
    const path = `accounts/${encodeURIComponent(name)}`;
    expect(await operator.read(path)).toMatchObject({ account: name });
    const created = await operator.send('POST', `${path}/keys`, { name: 'k' });
    expect(created.status).toBe(201);
    expect(await engine.keys.list(name)).toHaveLength(1);
  }
  expect((await operator.send('GET', 'accounts/%ff')).status).toBe(400);
  expect((await operator.send('POST', 'accounts/unknown/invitations', {})).status).toBe(404);
});

it('the operator sees how the service is, what it finds about itself, and replies that nobody understood', async () => {
  const found = {
    check: 'clock',
    severity: 'ok',
    summary: 'Right.',
    meaning: 'Fine.',
    advice: null,
  } as never;
  const { engine, signInOperator } = await startConsole({ store: 'memory', examine: async () => [found] });
  const operator = await signInOperator();
  expect(await operator.read('service')).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.version,
    store: { kind: 'memory' },
    queue: { waiting: 0, retries: 0, oldest_retry_at: null },
  });
  expect(await allEventsOf(await operator.send('POST', 'doctor', {}))).toEqual([
    { event: 'finding', data: { check: 'clock', severity: 'ok', text: 'Right. Fine.', advice: null } },
    { event: 'end', data: {} },
  ]);
  await engine.verify('ann@example.com');
  expect(await operator.read('senders')).toMatchObject({
    senders: [{ provider: 'mx.example.com', blocked_until: null, limits_met: { hour: 0 } }],
    history: { hour: expect.arrayContaining([expect.objectContaining({ recipients: expect.any(Number) })]) },
  });
  expect(await operator.read('replies')).toEqual({ replies: [] });
});
