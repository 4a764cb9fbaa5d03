import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../support/until.ts';
import { detailOf, startConsole } from './console-server.ts';

interface Key {
  readonly id: string;
  readonly name: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

interface NewKey {
  readonly key: Key;
  readonly secret: string;
  readonly old_key_valid_until: string | null;
}

it('an account creates, rotates and revokes its keys, whose secrets are shown once', async () => {
  const { url, signIn } = await startConsole();
  const acme = await signIn('acme');
  const created = await acme.send('POST', 'keys', { name: 'website' });
  expect(created.status).toBe(201);
  const { key, secret, old_key_valid_until } = (await created.json()) as NewKey;
  expect([key.name, old_key_valid_until]).toEqual(['website', null]);
  const works = async (value: string) =>
    (await fetch(`${url}/v1/credits`, { headers: { 'X-API-Key': value } })).status;
  expect(await works(secret)).toBe(200);

  const rotated = (await (await acme.send('POST', `keys/${key.id}/rotate`)).json()) as NewKey;
  expect(rotated.key.id).toBe(key.id);
  expect(Date.parse(rotated.old_key_valid_until ?? '')).toBeGreaterThan(Date.now());
  expect([await works(secret), await works(rotated.secret)]).toEqual([200, 200]);

  expect((await acme.send('DELETE', `keys/${key.id}`)).status).toBe(204);
  expect([await works(secret), await works(rotated.secret)]).toEqual([401, 401]);
  expect((await acme.send('POST', `keys/${key.id}/rotate`)).status).toBe(404);
  const listed = await acme.send('GET', 'keys');
  const text = await listed.text();
  expect(text).not.toContain(secret);
  expect(text).not.toContain(rotated.secret);
  expect(JSON.parse(text)).toMatchObject({
    keys: [{ id: key.id, name: 'website', revoked_at: expect.any(String), last_used_at: expect.any(String) }],
  });
});

it('an account reaches no key of another one', async () => {
  const { engine, signIn } = await startConsole();
  const { record, key } = await engine.keys.create({ account: 'globex' });
  const acme = await signIn('acme');
  for (const id of [record.id, key]) {
    expect((await acme.send('POST', `keys/${id}/rotate`)).status).toBe(404);
    expect((await acme.send('DELETE', `keys/${id}`)).status).toBe(404);
  }
  expect(await engine.keys.find(key)).toMatchObject({ revokedAt: null, rotatedAt: null });
  expect(await acme.read('keys')).toEqual({ keys: [] });
});

it('a key says when it was last used', async () => {
  const { url, signIn } = await startConsole();
  const acme = await signIn('acme');
  const { secret } = (await (await acme.send('POST', 'keys', { name: 'a' })).json()) as NewKey;
  await fetch(`${url}/v1/verify?email=ann@example.com`, { headers: { 'X-API-Key': secret } });
  const { keys } = await acme.read<{ keys: Key[] }>('keys');
  expect(Date.now() - Date.parse(keys[0]?.last_used_at ?? '')).toBeLessThan(60_000);
});

it.each([
  [{}, 'name: is required.'],
  [{ name: '' }, 'name: must be from 1 to 100 characters long.'],
  [{ name: 'x'.repeat(101) }, 'name: must be from 1 to 100 characters long.'],
  [{ name: 'a', test: 1 }, 'test: must be true or false.'],
  ['[', 'body: must be valid JSON.'],
])('a new key with %o is refused', async (body, detail) => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const answer = await acme.send('POST', 'keys', body);
  expect([answer.status, await answer.json()]).toEqual([422, { detail }]);
});

it('an account has at most 100 keys that are valid, and is told to revoke one', async () => {
  const { engine, signIn, signInOperator } = await startConsole();
  const [acme, operator] = [await signIn('acme'), await signInOperator()];
  const made = await Promise.all(Array.from({ length: 100 }, () => engine.keys.create({ account: 'acme' })));
  for (const refused of [
    await acme.send('POST', 'keys', { name: 'a' }),
    await operator.send('POST', 'accounts/acme/keys', { name: 'a' }),
  ])
    expect([refused.status, await detailOf(refused)]).toEqual([
      409,
      expect.stringMatching(/revoke one first/),
    ]);
  expect((await acme.send('DELETE', `keys/${made[0]!.record.id}`)).status).toBe(204);
  expect((await acme.send('POST', 'keys', { name: 'a' })).status).toBe(201);
});

it('an account has at most 100 valid keys although it creates many at the same time', async () => {
  const { engine, signIn } = await startConsole();
  const acme = await signIn('acme');
  await Promise.all(Array.from({ length: 95 }, () => engine.keys.create({ account: 'acme' })));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => acme.send('POST', 'keys', { name: 'a' })),
  );
  const created = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - created);
  const valid = (await engine.keys.list('acme')).filter(({ revokedAt }) => revokedAt === null);
  expect(valid).toHaveLength(95 + created);
  expect(valid.length).toBeLessThanOrEqual(100);
});

it('an account has at most 500 keys, revoked ones included, because all are listed', async () => {
  const { engine, signIn } = await startConsole();
  const acme = await signIn('acme');
  const { key } = (await (await acme.send('POST', 'keys', { name: 'a' })).json()) as NewKey;
  for (let n = 1; n < 500; n += 1) {
    const { record } = await engine.keys.create({ account: 'acme' });
    await engine.keys.revoke(record.id);
  }
  const refused = await acme.send('POST', 'keys', { name: 'b' });
  expect([refused.status, await detailOf(refused)]).toEqual([
    409,
    expect.stringMatching(/at most 500 keys here, revoked ones included/),
  ]);
  expect((await acme.send('POST', `keys/${key.id}/rotate`)).status).toBe(201);
});

it('an account creates at most 50 keys an hour, also if it revokes them', async () => {
  const { engine, signIn } = await startConsole();
  const acme = await signIn('acme');
  for (let n = 0; n < 50; n += 1) {
    expect((await acme.send('POST', 'keys', { name: 'a' })).status).toBe(201);
    for (const { id } of await engine.keys.list('acme')) await engine.keys.revoke(id);
  }
  const refused = await acme.send('POST', 'keys', { name: 'a' });
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(await engine.keys.list('acme')).toHaveLength(50);
});

it('rotations count among those 50, because the secret before stays valid for a day', async () => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const { key } = (await (await acme.send('POST', 'keys', { name: 'a' })).json()) as NewKey;
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) statuses.push((await acme.send('POST', `keys/${key.id}/rotate`)).status);
  expect(statuses).toEqual([...Array(49).fill(201), 429]);
});

it('a name that stores would not keep as it is gets an answer that says so', async () => {
  const { signIn, signInOperator } = await startConsole();
  const acme = await signIn('acme');
  const operator = await signInOperator();
  for (const name of ['a\0b', 'a\ud800']) {
    for (const answer of [
      await acme.send('POST', 'keys', { name }),
      await operator.send('POST', 'accounts/acme/keys', { name }),
    ]) {
      expect(answer.status).toBe(422);
      expect(await detailOf(answer)).toBe('name: must be well-formed Unicode text without NUL.');
    }
  }
  expect(await acme.read('keys')).toEqual({ keys: [] });
});

it('a new key is revoked if the keys cannot be counted again', async () => {
  const { stores, signIn } = await startConsole();
  const acme = await signIn('acme');
  const list = stores.keys.list.bind(stores.keys);
  vi.spyOn(stores.keys, 'list').mockImplementationOnce(list).mockRejectedValueOnce(new Error('busy'));
  expect((await acme.send('POST', 'keys', { name: 'lost' })).status).toBe(500);
  expect(await list('acme')).toMatchObject([{ label: 'lost', revokedAt: expect.any(Number) }]);
});

it('the keys of an account are read once at a time, as it may have hundreds, and those of others meanwhile', async () => {
  const { stores, signIn, signInOperator } = await startConsole();
  const [acme, globex, operator] = [await signIn('acme'), await signIn('globex'), await signInOperator()];
  const finish: (() => void)[] = [];
  const begun: string[] = [];
  vi.spyOn(stores.keys, 'list').mockImplementation(async (account) => {
    begun.push(account);
    if (account === 'acme') await new Promise<void>((resolve) => finish.push(resolve));
    return [];
  });
  const statuses: number[] = [];
  const answers = Array.from({ length: 25 }, async () => {
    statuses.push((await acme.send('GET', 'keys')).status);
  });
  await until(() => statuses.length === 5);
  await globex.read('keys');
  expect([...begun].sort()).toEqual(['acme', 'globex']);
  const shown = operator.read('accounts/acme/keys');
  await until(() => begun.length === 3);
  const timer = setInterval(() => finish.shift()?.(), 1);
  onTestFinished(() => clearInterval(timer));
  await Promise.all([shown, ...answers]);
  expect(statuses).toEqual([...Array(5).fill(429), ...Array(20).fill(200)]);
});
