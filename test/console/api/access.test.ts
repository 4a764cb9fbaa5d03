import { describe, expect, it } from 'vitest';
import { consoleEndpoints } from '../../../adapters/console/resources/endpoints.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { adminToken, detailOf, postSignIn, signInTo, startConsole } from './console-server.ts';

/** A path of an endpoint with values in the place of its parameters. */
function pathOf(path: string): string {
  return path
    .replace('/api/', '')
    .replace(':account', 'acme')
    .replace(':id', '00000000-0000-4000-8000-000000000000');
}

const guarded = consoleEndpoints.filter(({ access }) => access !== 'anybody');
const changes = guarded.filter(({ method }) => method !== 'GET');

describe('every endpoint but the sign-in', () => {
  it('is closed to those who are not signed in, whatever API key they have', async () => {
    const { url, engine } = await startConsole();
    const { key } = await engine.keys.create({ account: 'acme' });
    for (const { method, path } of guarded) {
      const headers = { Origin: url, 'X-API-Key': key, Cookie: `mailproof-console=ca_${'x'.repeat(43)}` };
      const answer = await fetch(`${url}/console/api/${pathOf(path)}`, { method, headers });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is closed to a page of another origin', async () => {
    const { signInOperator } = await startConsole();
    const operator = await signInOperator();
    for (const { method, path } of guarded) {
      for (const headers of [
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' },
      ]) {
        const answer = await operator.send(method, pathOf(path), undefined, headers);
        expect([method, path, answer.status]).toEqual([method, path, 403]);
        expect(await detailOf(answer)).toMatch(/another origin/);
      }
    }
  });

  it('changes nothing without the token of the page', async () => {
    const { signIn } = await startConsole();
    const other = await signIn('acme');
    for (const [token, status] of [
      ['', 403],
      ['x', 401],
      [other.token, 401],
    ] as const) {
      // Each session has only so many requests a second.
      const acme = await signIn('acme');
      for (const { method, path } of changes) {
        const answer = await acme.send(method, pathOf(path), {}, { 'X-CSRF-Token': token });
        expect([method, path, answer.status]).toEqual([method, path, status]);
        expect(await detailOf(answer)).toMatch(/token of the page/);
      }
      expect((await acme.send('GET', 'session')).status).toBe(200);
    }
  });

  it('reads nothing to a page that still has the token of another session', async () => {
    const { signIn } = await startConsole();
    const [acme, globex] = [await signIn('acme'), await signIn('globex')];
    for (const path of ['session', 'balance', 'jobs', 'keys']) {
      expect((await globex.send('GET', path, undefined, { 'X-CSRF-Token': globex.token })).status).toBe(200);
      expect((await globex.send('GET', path, undefined, { 'X-CSRF-Token': acme.token })).status).toBe(401);
    }
  });

  it('is closed to accounts if it is for the operator, and to the operator if it is for accounts', async () => {
    const { signIn, signInOperator } = await startConsole();
    const browsers = { account: await signIn('acme'), operator: await signInOperator() };
    for (const { method, path, access } of guarded) {
      if (access !== 'account' && access !== 'operator') continue;
      const other = access === 'account' ? browsers.operator : browsers.account;
      const answer = await other.send(method, pathOf(path), method === 'POST' ? {} : undefined);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(await detailOf(answer)).toMatch(/^This is for/);
    }
  });
});

describe('a sign-in', () => {
  it('by a link succeeds once, and by the admin token each time', async () => {
    const { url, signInOperator } = await startConsole();
    const operator = await signInOperator();
    const invited = await operator.send('POST', 'accounts/acme/invitations', {});
    expect(invited.status).toBe(201);
    const { link } = (await invited.json()) as { link: string };
    expect(link).toMatch(new RegExp(`^${url}/console/#/sign-in/inv_[\\w-]+$`));
    const invitation = link.slice(link.lastIndexOf('/') + 1);
    const acme = await signInTo(url, { invitation });
    expect(await acme.read('session')).toMatchObject({
      kind: 'account',
      account: 'acme',
      csrf_token: acme.token,
      server: { sandbox: true, prices: { verification: 0.2, lookup: 1 } },
    });
    const again = await postSignIn(url, { invitation });
    expect(again.status).toBe(401);
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(await operator.read('session')).toMatchObject({ kind: 'operator', account: null });
  });

  it('by a link that was withdrawn fails', async () => {
    const { url, signInOperator } = await startConsole();
    const operator = await signInOperator();
    const invited = await operator.send('POST', 'accounts/acme/invitations', {});
    const { link, invitation } = (await invited.json()) as { link: string; invitation: { id: string } };
    expect(await operator.read('accounts/acme/invitations')).toEqual({ invitations: [invitation] });
    const path = `accounts/acme/invitations/${invitation.id}`;
    expect((await operator.send('DELETE', `accounts/globex/invitations/${invitation.id}`)).status).toBe(404);
    expect((await operator.send('DELETE', path)).status).toBe(204);
    expect((await operator.send('DELETE', path)).status).toBe(404);
    const answer = await postSignIn(url, { invitation: link.slice(link.lastIndexOf('/') + 1) });
    expect(answer.status).toBe(401);
  });

  it('by a link fails from the moment on at which it expires', async () => {
    const clock = new ManualClock();
    const { url, signInOperator } = await startConsole({ clock });
    const operator = await signInOperator();
    const invite = async () => {
      const invited = await operator.send('POST', 'accounts/acme/invitations', { valid_for_minutes: 60 });
      const { link } = (await invited.json()) as { link: string };
      return { invitation: link.slice(link.lastIndexOf('/') + 1) };
    };
    const [inTime, tooLate] = [await invite(), await invite()];
    clock.leap(3_600_000 - 1);
    expect((await postSignIn(url, inTime)).status).toBe(200);
    clock.leap(1);
    const answer = await postSignIn(url, tooLate);
    expect([answer.status, await detailOf(answer)]).toEqual([401, expect.stringMatching(/has expired/)]);
  });

  it('counts against the limit of its own network behind a proxy, whatever its client claims', async () => {
    const { url, lines } = await startConsole({
      clientAddressHeader: 'X-Forwarded-For',
      logAddresses: true,
    });
    const statusesFrom = async (entries: string, attempts: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < attempts; n += 1) {
        // What the client has sent itself, the proxy leaves in front of the address that it has seen.
        const headers = { 'X-Forwarded-For': `203.0.113.${n}, ${entries}` };
        statuses.push((await postSignIn(url, { admin_token: 'wrong' }, headers)).status);
      }
      return new Set(statuses.slice(0, 10)).add(statuses.at(-1) ?? 0);
    };
    expect(await statusesFrom('198.51.100.7', 11)).toEqual(new Set([401, 429]));
    expect(await statusesFrom('198.51.101.8', 10)).toEqual(new Set([401]));
    expect(await statusesFrom('2001:db8:1:2::1', 10)).toEqual(new Set([401]));
    expect(await statusesFrom('[2001:db8:1:2::ffff]:4711', 1)).toEqual(new Set([429]));
    expect(JSON.stringify(lines)).not.toContain('203.0.113.');
  });

  it('is counted by the address of its connection where no proxy is configured', async () => {
    const { url } = await startConsole();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const headers = { 'X-Forwarded-For': `198.51.${n}.7` };
      statuses.push((await postSignIn(url, { admin_token: 'wrong' }, headers)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    ['not JSON', 422],
    ['{}', 422],
    ['{"invitation":1}', 422],
    [`{"admin_token":"${'x'.repeat(1_001)}"}`, 422],
    [`{"admin_token":"${'x'.repeat(20_000)}"}`, 413],
    ['{"admin_token":"wrong"}', 401],
  ])('with such a body gets an error: %#', async (body, status) => {
    const { url } = await startConsole();
    expect((await postSignIn(url, body)).status).toBe(status);
  });

  it('is refused to a page of another origin, and to requests that do not say where they come from', async () => {
    const { url } = await startConsole();
    const body = { admin_token: adminToken };
    expect((await postSignIn(url, body, { Origin: 'https://evil.example' })).status).toBe(403);
    const unsaid = await fetch(`${url}/console/api/session`, { method: 'POST', body: JSON.stringify(body) });
    expect(unsaid.status).toBe(403);
  });

  it('is refused to an operator where there is no admin token', async () => {
    const { url } = await startConsole({ adminToken: undefined as never });
    expect((await postSignIn(url, { admin_token: adminToken })).status).toBe(403);
  });

  it('is refused after too many attempts', async () => {
    const { url } = await startConsole();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await postSignIn(url, { admin_token: 'wrong' })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

describe('a session', () => {
  it('ends at sign-out, in which the cookie is removed', async () => {
    const { signIn } = await startConsole();
    const acme = await signIn('acme');
    const answer = await acme.send('DELETE', 'session');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(answer.headers.get('content-length')).toBeNull();
    expect((await acme.send('GET', 'session')).status).toBe(401);
  });

  it('ends when the operator signs the account out, and so do its links', async () => {
    const { signIn, signInOperator } = await startConsole();
    const [acme, globex, operator] = [await signIn('acme'), await signIn('globex'), await signInOperator()];
    await operator.send('POST', 'accounts/acme/invitations', {});
    const answer = await operator.send('POST', 'accounts/acme/sign-out', {});
    expect(await answer.json()).toEqual({ ended: 2 });
    expect((await acme.send('GET', 'session')).status).toBe(401);
    expect((await globex.send('GET', 'session')).status).toBe(200);
  });

  it('is none for /v1', async () => {
    const { url, signIn } = await startConsole();
    const { cookie, token } = await signIn('acme');
    const headers = { Cookie: cookie, 'X-CSRF-Token': token, 'X-API-Key': token };
    expect((await fetch(`${url}/v1/credits`, { headers })).status).toBe(401);
  });

  it('shares with the others of its account 100 requests a second, which take none from others', async () => {
    const { signIn, signInOperator } = await startConsole({ clock: new ManualClock() });
    const sessions = [await signIn('acme'), await signIn('acme')];
    const [globex, operator] = [await signIn('globex'), await signInOperator()];
    const asked = Array.from({ length: 180 }, (_, n) => sessions[n % 2]!.send('GET', 'session'));
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(80);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    for (const other of [globex, operator]) expect((await other.send('GET', 'session')).status).toBe(200);
  });
});

it('no secret is logged, of a session, a link or the operator', async () => {
  const { signIn, lines } = await startConsole();
  const acme = await signIn('acme');
  const created = await acme.send('POST', 'keys', { name: 'first' });
  const { secret } = (await created.json()) as { secret: string };
  await acme.send('POST', `keys/${secret}/rotate`, {});
  const text = JSON.stringify(lines);
  for (const value of [adminToken, acme.token, acme.cookie.split('=')[1] ?? '', secret, 'inv_'])
    expect(text).not.toContain(value);
  expect(text).toContain('/api/keys');
});

it('However many wrong tokens come from an address, the right one signs in there at once', async () => {
  const clock = new ManualClock();
  const { url } = await startConsole({ clock });
  const statuses: number[] = [];
  const wrong = Array.from({ length: 130 }, async () => {
    statuses.push((await postSignIn(url, { admin_token: 'wrong' })).status);
  });
  // The others are answered when their second is over.
  await until(() => statuses.length >= 100);
  expect((await postSignIn(url, { admin_token: adminToken })).status).toBe(200);
  await until(() => {
    void clock.advance(1_000);
    return statuses.length === 130;
  });
  await Promise.all(wrong);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

it.each([
  ['files that do not exist', 'nothing.js', {}, 404],
  ['pages of another origin', 'api/session', { Origin: 'https://evil.example' }, 403],
])('Requests for or of %s count as those of strangers', async (_, path, headers, status) => {
  const clock = new ManualClock();
  const { url } = await startConsole({ clock });
  const statuses: number[] = [];
  const requests = Array.from({ length: 101 }, async () => {
    statuses.push((await fetch(`${url}/console/${path}`, { headers })).status);
  });
  await until(() => statuses.length === 100);
  expect(new Set(statuses)).toEqual(new Set([status]));
  await until(() => {
    void clock.advance(1_000);
    return statuses.length === 101;
  });
  await Promise.all(requests);
  expect(statuses.at(-1)).toBe(429);
});
