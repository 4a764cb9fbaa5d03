import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConsoleSessions } from '../../../adapters/console/sign-in/console-sessions.ts';
import {
  createSignIn,
  type SignedIn,
  type SignInRequest,
} from '../../../adapters/console/sign-in/sign-in.ts';
import { problemOf } from '../../../adapters/http/problem.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { memoryBudgets } from '../../budgets/memory-budgets.ts';
import { interceptedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { browserRequest, cookiePair } from './browser-request.ts';

const adminToken = '0f4c81d29be7a365c08d1e72';
const hour = 3_600_000;
const refusedWith = (status: number) => expect.objectContaining({ status });

/** Starts an empty store and the sign-in of a process. `another` is one of another process, perhaps with another token. */
function start() {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const calls: string[] = [];
  const failures: unknown[] = [];
  const sessions = recorded(new ConsoleSessions({ cache: stores.cache, clock }), calls);
  const another = (token: string | undefined = adminToken) =>
    createSignIn({
      sessions,
      adminToken: token,
      budgets: memoryBudgets(clock),
      onFailure: (cause) => failures.push(cause),
    });
  return { clock, sessions, calls, failures, another, ...another() };
}

/** Records the arguments and results of all calls as text. */
function recorded(sessions: ConsoleSessions, calls: string[]): ConsoleSessions {
  return interceptedPort(sessions, async (method, args, carryOut) => {
    const result = await carryOut();
    calls.push(JSON.stringify([method, args, result]));
    return result;
  });
}

type Started = ReturnType<typeof start>;

/** Signs in, and returns the cookie that the browser then has, and the token of the page. */
async function enter(
  { signIn }: Pick<Started, 'signIn'>,
  body: SignInRequest,
  headers = {},
): Promise<SignedIn & { readonly cookie: string }> {
  const { signedIn, setCookie } = await signIn(browserRequest({ method: 'POST', headers }), body);
  return { ...signedIn, cookie: cookiePair(setCookie) };
}

async function enterAs(started: Started, account: string, headers = {}) {
  const { secret } = await started.invite(account, { validForMs: hour });
  return { secret, ...(await enter(started, { kind: 'invitation', secret }, headers)) };
}

const withCookie = (cookie: string) => browserRequest({ headers: { cookie } });

describe('an invitation', () => {
  it('signs its account in for twelve hours', async () => {
    const started = start();
    const { cookie, session } = await enterAs(started, 'acme');
    expect(session).toMatchObject({ account: 'acme', expiresAt: started.clock.now() + 12 * hour });
    started.clock.leap(12 * hour - 1);
    expect((await started.authenticate(withCookie(cookie))).session).toEqual(session);
    started.clock.leap(1);
    await expect(started.authenticate(withCookie(cookie))).rejects.toThrow(refusedWith(401));
  });

  it('signs in once, also if two browsers send it at the same time', async () => {
    const started = start();
    const { secret } = await started.invite('acme', { validForMs: hour });
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => enter(started, { kind: 'invitation', secret })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(enter(started, { kind: 'invitation', secret })).rejects.toThrow(refusedWith(401));
  });

  it('that is unknown, used, withdrawn or expired is refused in the same words', async () => {
    const started = start();
    const { secret: used } = await enterAs(started, 'acme');
    const { secret: withdrawn, invitation } = await started.invite('acme', { validForMs: hour });
    await started.sessions.withdraw(invitation.id);
    const { secret: expired } = await started.invite('acme', { validForMs: hour });
    started.clock.leap(hour);
    const secrets = [used, withdrawn, expired, expired.slice(0, -1), '', invitation.id, 'inv_*', 'a\0\ud800'];
    const refusals = [];
    for (const secret of secrets) {
      started.clock.leap(60_000);
      refusals.push(await enter(started, { kind: 'invitation', secret }).catch(wordsOf));
    }
    expect(new Set(refusals)).toEqual(new Set([expect.stringMatching(/^401 This link is not valid/)]));
  });
});

describe('the operator', () => {
  it('signs in with the admin token, and has no account', async () => {
    const started = start();
    const { cookie, session } = await enter(started, { kind: 'operator', token: adminToken });
    expect(session.account).toBeNull();
    expect((await started.another().authenticate(withCookie(cookie))).session).toEqual(session);
  });

  it.each(['', adminToken.toUpperCase(), `${adminToken} `, adminToken.slice(1), 'x'.repeat(100_000)])(
    'does not sign in with another token, such as "%.40s"',
    async (token) => {
      await expect(enter(start(), { kind: 'operator', token })).rejects.toThrow(refusedWith(401));
    },
  );

  it('cannot sign in where no admin token was set', async () => {
    const none = createSignIn({ ...memorySignIn(), adminToken: undefined });
    for (const token of ['', adminToken])
      await expect(enter(none, { kind: 'operator', token })).rejects.toThrow(refusedWith(403));
  });

  it('is signed out once the admin token is replaced or taken away; accounts are not', async () => {
    const started = start();
    const { cookie } = await enter(started, { kind: 'operator', token: adminToken });
    const { cookie: accountCookie } = await enterAs(started, 'acme');
    const none = createSignIn({ ...memorySignIn(), sessions: started.sessions, adminToken: undefined });
    for (const restarted of [started.another('7be2c05419fd8a3360b1d24e'), none]) {
      await expect(restarted.authenticate(withCookie(cookie))).rejects.toThrow(refusedWith(401));
      expect((await restarted.authenticate(withCookie(accountCookie))).session.account).toBe('acme');
    }
  });

  it.each([
    '',
    'short',
    adminToken.slice(1),
    adminToken.repeat(50),
    'x'.repeat(24),
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'P@ssw0rdP@ssw0rdP@ssw0rd',
    'mailproof-admin-password',
    'Mailproof Admin Password 2026!',
    'correct horse battery staple',
  ])('is not protected by a token like "%.40s"', (token) => {
    expect(() => createSignIn({ ...memorySignIn(), adminToken: token })).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'adminToken',
        message: expect.stringContaining('openssl rand -hex 24'),
      }),
    );
  });

  it('may have any token that was made at random', () => {
    for (let made = 0; made < 1_000; made += 1) {
      const token = randomBytes(24).toString('hex');
      expect(() => createSignIn({ ...memorySignIn(), adminToken: token })).not.toThrow();
    }
  });
});

describe('a session', () => {
  it('of an account is never one of the operator, whatever is made of its cookie', async () => {
    const started = start();
    const { cookie } = await enterAs(started, 'acme');
    for (const forged of [cookie.replace('=ca_', '=co_'), cookie.replace('=ca_', '='), `${cookie}0`])
      await expect(started.authenticate(withCookie(forged))).rejects.toThrow(refusedWith(401));
  });

  it('cannot be planted: a sign-in gives every browser a new secret', async () => {
    const started = start();
    const { cookie: planted } = await enterAs(started, 'mallory');
    const { cookie } = await enterAs(started, 'acme', { cookie: planted });
    expect(cookie).not.toBe(planted);
    // The earlier session of this browser has ended.
    await expect(started.authenticate(withCookie(planted))).rejects.toThrow(refusedWith(401));
    expect((await started.authenticate(withCookie(cookie))).session.account).toBe('acme');
  });

  it('stays if somebody who is signed in opens a link that is not valid', async () => {
    const started = start();
    const { cookie, session } = await enterAs(started, 'acme');
    await expect(enter(started, { kind: 'invitation', secret: 'used' }, { cookie })).rejects.toThrow(
      refusedWith(401),
    );
    expect((await started.authenticate(withCookie(cookie))).session).toEqual(session);
  });

  it('ends everywhere when its browser signs out, and others stay', async () => {
    const started = start();
    const { cookie } = await enterAs(started, 'acme');
    const { cookie: other } = await enterAs(started, 'acme');
    const { setCookie } = await started.signOut(withCookie(cookie));
    expect(setCookie).toMatch(/^__Host-mailproof-console=; .*Max-Age=0/);
    await expect(started.another().authenticate(withCookie(cookie))).rejects.toThrow(refusedWith(401));
    expect((await started.authenticate(withCookie(other))).session.account).toBe('acme');
  });

  it('has no cookie that the store, or its id, would give away', async () => {
    const started = start();
    const entered = [
      await enterAs(started, 'acme'),
      { secret: adminToken, ...(await enter(started, { kind: 'operator', token: adminToken })) },
    ];
    for (const { secret, cookie, csrfToken } of entered) {
      await started.authenticate(withCookie(cookie));
      await started.signOut(withCookie(cookie));
      for (const text of [secret, cookie.slice(cookie.indexOf('=') + 1), csrfToken])
        expect(started.calls.join('\n')).not.toContain(text);
    }
    expect(started.calls.length).toBeGreaterThan(6);
  });

  it.each(['', '*', 'ca_', `ca_${'x'.repeat(43)}`, `co_${'x'.repeat(43)}`, 'x'.repeat(10_000), 'cs_0'])(
    'is none with the cookie "%.60s"',
    async (secret) => {
      const { authenticate, signOut } = start();
      const request = withCookie(`__Host-mailproof-console=${secret}`);
      await expect(authenticate(request)).rejects.toThrow(refusedWith(401));
      await signOut(request);
    },
  );
});

describe('a sign-in', () => {
  it.each(['http://192.168.1.5:8080', 'http://mail.example.com', 'http://localhost.evil.example'])(
    'from %s, where browsers keep no cookie of ours, uses no link up and says why',
    async (origin) => {
      const started = start();
      const { secret } = await started.invite('acme', { validForMs: hour });
      for (const body of [
        { kind: 'invitation', secret },
        { kind: 'operator', token: adminToken },
      ] as const) {
        const refusal = await enter(started, body, { host: origin.slice(7), origin }).catch(wordsOf);
        expect(refusal).toMatch(/^403 Browsers keep a sign-in only over https.*The link stays valid/);
      }
      const https = { host: origin.slice(7), origin: 'https://mail.example.com' };
      expect((await enter(started, { kind: 'invitation', secret }, https)).session.account).toBe('acme');
    },
  );

  it.each(
    'http://localhost:8080 http://127.0.0.1:8080 http://[::1]:8080 http://app.localhost:8080'.split(' '),
  )('from %s needs no https', async (origin) => {
    const { session } = await enterAs(start(), 'acme', { host: origin.slice(7), origin });
    expect(session.account).toBe('acme');
  });

  it('succeeds although the former session of the browser could not be ended', async () => {
    const started = start();
    const { cookie: former, session } = await enterAs(started, 'globex');
    const cause = new Error('The storage is away.');
    started.sessions.end = () => Promise.reject(cause);
    const { secret } = await started.invite('acme', { validForMs: hour });
    const { signedIn, formerId } = await started.signIn(
      browserRequest({ method: 'POST', headers: { cookie: former } }),
      { kind: 'invitation', secret },
    );
    expect([signedIn.session.account, formerId]).toEqual(['acme', session.id]);
    expect(started.failures).toEqual([cause]);
  });
});

describe('the token of the page', () => {
  it('is the same for as long as the session lasts, and another for each session', async () => {
    const started = start();
    const first = await enterAs(started, 'acme');
    const second = await enterAs(started, 'acme');
    const again = await started.another().authenticate(withCookie(first.cookie));
    expect(again.csrfToken).toBe(first.csrfToken);
    expect(second.csrfToken).not.toBe(first.csrfToken);
  });

  it('is needed for every change, and must not be that of another session', async () => {
    const started = start();
    const { session, csrfToken } = await enterAs(started, 'acme');
    const { csrfToken: others } = await enterAs(started, 'acme');
    const check = (method: 'GET' | 'POST', token: string | undefined) =>
      started.checkToken(browserRequest({ method, headers: { 'x-csrf-token': token } }), {
        session,
        csrfToken,
      });
    for (const method of ['GET', 'POST'] as const) {
      check(method, csrfToken);
      for (const token of [others, csrfToken.toLowerCase(), `${csrfToken}, ${csrfToken}`])
        expect(() => check(method, token)).toThrow(refusedWith(401));
    }
    for (const token of [undefined, '']) {
      check('GET', token);
      expect(() => check('POST', token)).toThrow(refusedWith(403));
    }
  });
});

describe('wrong attempts to sign in', () => {
  const attempt = (started: Started, clientAddress: string | undefined) =>
    started
      .signIn({ ...browserRequest({ method: 'POST' }), clientAddress }, { kind: 'operator', token: 'guess' })
      .catch(wordsOf);

  it('are ten a minute from one network', async () => {
    const started = start();
    const words = [];
    for (let number = 0; number < 11; number += 1) words.push(await attempt(started, `2001:db8::${number}`));
    expect(words.slice(0, 10)).toEqual(Array(10).fill('401 This is not the admin token.'));
    expect(words[10]).toBe(
      '429 Rate limit exceeded: the maximum is 10 wrong attempts to sign in per minute per client address (console_sign_ins). Try again in 60 seconds.',
    );
    expect(await attempt(started, '2001:db8:0:1::1')).toMatch(/^401/);
    started.clock.leap(60_000);
    expect(await attempt(started, '2001:db8::1')).toMatch(/^401/);
  });

  it('share one limit where the host does not tell who the client is', async () => {
    const started = start();
    for (let number = 0; number < 10; number += 1) await attempt(started, undefined);
    expect(await attempt(started, undefined)).toMatch(/^429/);
    expect(await attempt(started, '192.0.2.1')).toMatch(/^401/);
  });

  it('keep nobody at their address from signing in with the right link or token', async () => {
    const started = start();
    for (let number = 0; number < 12; number += 1) await attempt(started, '192.0.2.1');
    for (let number = 0; number < 12; number += 1) {
      const { secret } = await started.invite('acme', { validForMs: hour });
      expect((await enter(started, { kind: 'invitation', secret })).session.account).toBe('acme');
      expect((await enter(started, { kind: 'operator', token: adminToken })).session.account).toBe(null);
    }
    expect(await attempt(started, '192.0.2.1')).toMatch(/^429/);
  });
});

function memorySignIn() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  return {
    sessions: new ConsoleSessions({ cache, clock }),
    budgets: memoryBudgets(clock),
    onFailure: () => {},
  };
}

function wordsOf(error: unknown): string {
  const { status, message } = problemOf(error);
  return `${status} ${message}`;
}
