import { expect, it } from 'vitest';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { withResolvers } from '../../support/until.ts';
import { detailOf, eventsOf, startConsole } from './console-server.ts';

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
  const repeated = await operator.send('POST', 'accounts/globex/grants', { id: 'order 1', credits: 12.345 });
  expect([repeated.status, await detailOf(repeated)]).toEqual([
    409,
    'id: this reference was used before, for another change. Use a new one.',
  ]);
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

it('the log says at info who signed in as the operator or failed to, and what the operator changed', async () => {
  const { url, lines, signInOperator } = await startConsole();
  await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { Origin: url },
    body: JSON.stringify({ admin_token: 'a wrong one' }),
  });
  const operator = await signInOperator();
  await operator.send('POST', 'accounts/initech/grants', { id: 'order 1', credits: 1 });
  await operator.read('accounts/initech');
  const told = lines.filter(({ message }) => message === 'request answered');
  const notable = told.filter(({ level }) => level === 'info').map(({ fields }) => fields);
  expect(notable).toMatchObject([
    { method: 'POST', route: '/api/session', status: 401 },
    { method: 'POST', route: '/api/session', status: 200 },
    { method: 'POST', route: '/api/accounts/:account/grants', status: 200 },
  ]);
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
  for (const name of ['%ff', '%00', 'a%00b'])
    for (const [method, path] of [
      ['GET', `accounts/${name}`],
      ['POST', `accounts/${name}/invitations`],
      ['POST', `accounts/${name}/sign-out`],
    ] as const)
      expect([path, (await operator.send(method, path)).status]).toEqual([path, 400]);
  expect((await operator.send('GET', 'jobs?account=a%00b')).status).toBe(422);
  expect((await operator.send('POST', 'accounts/unknown/invitations', {})).status).toBe(404);
});

/** A finding of the doctor. */
function findingOf(check: 'storage' | 'clock', summary: string) {
  return { check, severity: 'ok', summary, meaning: 'Fine.', advice: null } as never;
}

it('the operator sees how the service and its store are, also as events, and replies that nobody understood', async () => {
  const clock = new ManualClock();
  let examined = 0;
  const aspect = { aspect: 'eviction', severity: 'failure', summary: 'Data is evicted.' } as const;
  const stores: Pick<Stores, 'ping' | 'diagnosis'> = {
    ping: async () => {},
    diagnosis: {
      location: 'redis.example.net',
      async examine() {
        examined += 1;
        return [{ ...aspect, meaning: 'Credits are lost.', advice: 'Set noeviction.' }];
      },
    },
  };
  const { engine, signInOperator } = await startConsole({ clock, store: 'redis', stores });
  const operator = await signInOperator();
  const expected = {
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.version,
    store: {
      kind: 'redis',
      findings: [
        expect.objectContaining({ check: 'storage', aspect: 'reachable', severity: 'ok' }),
        {
          ...{ check: 'storage', location: 'redis.example.net', aspect: 'eviction', severity: 'failure' },
          ...{ text: 'Data is evicted. Credits are lost.', advice: 'Set noeviction.' },
        },
      ],
    },
    queue: { waiting: 0, active: 0, retries: 0, oldest_retry_at: null },
  };
  expect(await operator.read('service')).toMatchObject(expected);
  const events = eventsOf(await operator.send('GET', 'service/events'));
  expect((await events.next()).value).toMatchObject({ event: 'service', data: expected });
  const second = events.next();
  await clock.advance(2_000);
  expect((await second).value).toMatchObject({ event: 'service', data: expected });
  expect(examined).toBe(1);
  clock.leap(60_000);
  await operator.read('service');
  expect(examined).toBe(2);
  await events.return(undefined);
  await engine.verify('ann@example.com');
  expect(await operator.read('replies')).toEqual({ replies: [] });
});

it('a store that is out of reach is a finding, and a host may show none', async () => {
  const stores = { ping: () => Promise.reject(new StorageUnavailable('Redis does not answer.')) };
  const away = await startConsole({ stores });
  expect(await (await away.signInOperator()).read('service')).toMatchObject({
    store: { findings: [{ check: 'storage', aspect: 'reachable', severity: 'failure' }] },
  });
  const silent = await startConsole();
  expect(await (await silent.signInOperator()).read('service')).toMatchObject({ store: { findings: null } });
});

it('the findings of the doctor are told one after another, as soon as each is known', async () => {
  const clock = new ManualClock();
  const { promise: finished, resolve: finish } = withResolvers();
  const { signInOperator } = await startConsole({
    clock,
    async examine({ onFinding }) {
      onFinding(findingOf('storage', 'Right.'));
      await finished;
      onFinding(findingOf('clock', 'Also right.'));
    },
  });
  const operator = await signInOperator();
  const events = eventsOf(await operator.send('POST', 'doctor', {}));
  const storage = { check: 'storage', severity: 'ok', text: 'Right. Fine.', advice: null };
  expect((await events.next()).value).toEqual({ event: 'finding', data: storage });
  finish();
  const others = [(await events.next()).value, (await events.next()).value];
  expect(others).toMatchObject([{ data: { text: 'Also right. Fine.' } }, { event: 'end' }]);
});

it('an examination says that it is still there while nothing is found, and ends with its client', async () => {
  const clock = new ManualClock();
  let ended: AbortSignal | undefined;
  const { signInOperator } = await startConsole({
    clock,
    examine: ({ signal }) => {
      ended = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const operator = await signInOperator();
  const { body } = await operator.send('POST', 'doctor', {});
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  await clock.advance(15_000);
  let text = '';
  while (!text.includes(': still here')) text += (await reader?.read())?.value;
  await reader?.cancel();
  await expect.poll(() => ended?.aborted).toBe(true);
});

it('the operator sees the history of all egresses together, of one, and of one at one provider', async () => {
  const { engine, signInOperator } = await startConsole();
  const series = (egress: string, provider: string | null, recipients: number) => ({
    egress,
    provider,
    steps: [{ recipients, failures: 0, limits: 1, blocks: 0, mostConnections: 1 }],
  });
  const all = [series('one', 'Gmail', 1), series('one', null, 2), series('two', 'Gmail', 4)];
  const period = { stepMs: 60_000, from: 0, series: all };
  engine.egresses.history = () => ({ hour: period, day: period });
  const operator = await signInOperator();
  const recipientsOf = async (query: string) => {
    const { history } = await operator.read<{ history: { hour: { recipients: number }[] } }>(
      `senders${query}`,
    );
    return history.hour.map(({ recipients }) => recipients);
  };
  expect(await recipientsOf('')).toEqual([7]);
  expect(await recipientsOf('?egress=one')).toEqual([3]);
  expect(await recipientsOf('?egress=one&provider=Gmail')).toEqual([1]);
  expect(await recipientsOf('?egress=one&provider=')).toEqual([2]);
  expect(await recipientsOf('?provider=Gmail')).toEqual([5]);
  expect(await recipientsOf('?egress=gone')).toEqual([0]);
});

it('the operator sees each egress with each provider: what is asked at several mail servers is summed up', async () => {
  const at = Date.UTC(2030, 0, 1);
  const exchange = (name: string, provider: string | null, changes: object = {}) => ({
    ...{ exchange: name, provider, connections: 1, maxConnections: 5, recipientsPerSecond: null },
    ...{ pausedUntil: null, pauseReason: null, lastAnsweredAt: at },
    ...changes,
  });
  const egress = {
    name: 'own',
    restsUntil: null,
    exchanges: [
      exchange('provider:google', 'Google Workspace', { connections: 3, recipientsPerSecond: 20 }),
      exchange('host:mx1.example.com', null, { recipientsPerSecond: 8 }),
      exchange('host:mx2.example.com', null, { pausedUntil: at, recipientsPerSecond: 4 }),
      exchange('host:a.mail.example', 'Example Mail', { connections: 2 }),
      exchange('host:b.mail.example', 'Example Mail', { pausedUntil: at + 1_000 }),
    ],
    blocks: [
      { exchange: 'host:mx3.example.com', provider: null, domain: null, until: at },
      { exchange: 'provider:google', provider: 'Google Workspace', domain: 'acme.example', until: at },
    ],
  };
  const { engine, signInOperator } = await startConsole();
  engine.egresses.list = async () =>
    [egress, { ...egress, name: 'idle', exchanges: [], blocks: [] }] as never;
  const { senders } = await (await signInOperator()).read<{ senders: unknown[] }>('senders');
  const none = { recipients_per_second: null, paused_until: null, blocked_until: null };
  expect(senders).toEqual([
    {
      ...{ egress: 'own', provider: 'Google Workspace', connections: 3, connection_limit: 5, ...none },
      ...{ recipients_per_second: 20, limits_met: { hour: 0 }, exchanges: [] },
    },
    {
      ...{ egress: 'own', provider: null, connections: 2, connection_limit: 10, limits_met: { hour: 0 } },
      recipients_per_second: 4,
      paused_until: '2030-01-01T00:00:00.000Z',
      blocked_until: '2030-01-01T00:00:00.000Z',
      exchanges: [
        {
          ...{ exchange: 'mx3.example.com', connections: 0, connection_limit: null, ...none },
          blocked_until: '2030-01-01T00:00:00.000Z',
        },
        {
          ...{ exchange: 'mx2.example.com', connections: 1, connection_limit: 5, ...none },
          ...{ recipients_per_second: 4, paused_until: '2030-01-01T00:00:00.000Z' },
        },
        {
          ...{ exchange: 'mx1.example.com', connections: 1, connection_limit: 5, ...none },
          recipients_per_second: 8,
        },
      ],
    },
    {
      ...{ egress: 'own', provider: 'Example Mail', connections: 3, connection_limit: 10, ...none },
      ...{ paused_until: '2030-01-01T00:00:01.000Z', limits_met: { hour: 0 } },
      exchanges: [
        {
          ...{ exchange: 'b.mail.example', connections: 1, connection_limit: 5, ...none },
          paused_until: '2030-01-01T00:00:01.000Z',
        },
        { exchange: 'a.mail.example', connections: 2, connection_limit: 5, ...none },
      ],
    },
  ]);
});

it('the operator sees what was asked in the last hour', async () => {
  const { engine, signInOperator } = await startConsole();
  const operator = await signInOperator();
  await engine.verify('ann@example.com');
  expect(await operator.read('senders')).toMatchObject({
    senders: [{ provider: null, blocked_until: null, exchanges: [{ exchange: 'mx.example.com' }] }],
    history: { hour: expect.arrayContaining([expect.objectContaining({ recipients: expect.any(Number) })]) },
  });
});
