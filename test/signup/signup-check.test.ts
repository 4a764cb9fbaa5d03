import { resolve } from 'node:path';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import type { SandboxWorld } from '../../adapters/sandbox/index.ts';
import {
  checkSignup,
  type SignupEngine,
  type SignupOptions,
  signupPlugin,
  signupSchema,
} from '../../adapters/signup/index.ts';
import { createEngine, type EmailVerification, InsufficientCredits } from '../../src/index.ts';
import { closedPort } from '../support/closed-port.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';
import { verdictWith } from '../verdict/verdicts.ts';

const world: SandboxWorld = {
  domains: {
    'example.org': { mx: ['mx.example.org'], mailboxes: ['ann', 'info'] },
    'gmial.com': { mx: ['mx.example.org'], mailboxes: ['ann'] },
    'mailinator.com': { mx: ['mx.example.org'], mailboxes: ['ann'] },
  },
  exchanges: { 'mx.example.org': {} },
};

/** Where nothing can be reached: no resolver, no mail server. */
async function engineWithoutNetwork() {
  const dns = [`127.0.0.1:${await closedPort()}`];
  const engine = createEngine({ ...memoryStores(), ...netPorts({ dns }) });
  onTestFinished(() => engine.close());
  return engine;
}

/** An engine that does as it is told at each level. */
function scriptedEngine(
  answers: Partial<Record<string, () => Promise<EmailVerification>>>,
  areReachable = true,
): SignupEngine & { readonly asked: string[]; examinations: number } {
  const asked: string[] = [];
  const engine = {
    asked,
    examinations: 0,
    verify: (_email: string, { level = 'smtp' }) => {
      asked.push(level);
      return answers[level]?.() ?? Promise.reject(new Error(`nothing is known at ${level}`));
    },
    egresses: {
      areReachable,
      examine: async () => {
        engine.examinations += 1;
        return areReachable;
      },
    },
  };
  return engine;
}

describe('a form', () => {
  it.each<[string, unknown, SignupOptions, object]>([
    [
      'takes an address that exists',
      'ann@example.org',
      {},
      { accept: true, reason: 'deliverable', message: '' },
    ],
    [
      'refuses one that does not exist',
      'eve@example.org',
      {},
      { accept: false, reason: 'mailbox_not_found', message: 'This mailbox does not exist.' },
    ],
    [
      'refuses a domain without mail',
      'ann@nowhere.example.org',
      {},
      { accept: false, reason: 'no_mx_records' },
    ],
    ['refuses what is no address', 'ann@', {}, { accept: false, reason: 'invalid_syntax', verdict: null }],
    ['refuses what is no text', undefined, {}, { accept: false, reason: 'invalid_syntax' }],
    ['refuses temporary addresses', 'ann@mailinator.com', {}, { accept: false, reason: 'disposable' }],
    ['takes them if told so', 'ann@mailinator.com', { disposable: 'accept' }, { accept: true }],
    ['takes role accounts', 'info@example.org', {}, { accept: true, reason: 'role_account' }],
    [
      'refuses them if told so',
      'info@example.org',
      { roleAccount: 'refuse' },
      { accept: false, reason: 'role_account' },
    ],
    [
      'asks about a typo that exists',
      'ann@gmial.com',
      {},
      {
        accept: true,
        message: 'Did you mean ann@gmail.com?',
        suggestion: { email: 'ann@gmail.com', domain: 'gmail.com' },
      },
    ],
    [
      'asks about a typo that does not',
      'eve@gmial.com',
      {},
      { accept: false, message: 'This mailbox does not exist. Did you mean eve@gmail.com?' },
    ],
  ])('%s', async (_, email, options, expected) => {
    await using sandboxed = await sandboxedEngine(world);
    expect(await checkSignup(sandboxed.engine, email, { timeoutMs: 20_000, ...options })).toMatchObject(
      expected,
    );
  });

  it.each<[string, unknown]>([
    ['an option that does not exist', { timeout: 3 }],
    ['a policy that does not exist', { disposable: true }],
    ['a level that does not exist', { level: 'port' }],
    ['a time limit that is none', { timeoutMs: '3' }],
    ['an account that is none', { account: '' }],
  ])('says that %s is a mistake', async (_, options) => {
    const check = checkSignup(scriptedEngine({}), 'ann@example.org', options as SignupOptions);
    await expect(check).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

describe('where the fault is ours, a form lets in', () => {
  it('everybody while DNS is down, but no temporary address', async () => {
    const engine = await engineWithoutNetwork();
    expect(await checkSignup(engine, 'ann@example.org', { timeoutMs: 500 })).toMatchObject({
      ...{ accept: true, reason: 'service_unavailable', message: '' },
      error: { code: 'service_unavailable' },
    });
    expect(await checkSignup(engine, 'ann@mailinator.com', { timeoutMs: 500 })).toMatchObject({
      ...{ accept: false, reason: 'disposable' },
    });
  });

  it('everybody once the engine is closed, but nothing that is no address', async () => {
    const engine = await engineWithoutNetwork();
    await engine.close();
    expect(await checkSignup(engine, 'ann@example.org')).toMatchObject({
      accept: true,
      reason: 'engine_closed',
    });
    expect(await checkSignup(engine, 'ann@@example.org')).toMatchObject({ accept: false });
  });

  it('everybody if the credits do not suffice, but no domain without mail', async () => {
    await using sandboxed = await sandboxedEngine(world);
    const check = (email: string) =>
      checkSignup(sandboxed.engine, email, { account: 'poor', timeoutMs: 20_000 });
    expect(await check('ann@example.org')).toMatchObject({ accept: true, reason: 'insufficient_credits' });
    expect(await check('ann@nowhere.example.org')).toMatchObject({ accept: false, reason: 'no_mx_records' });
  });

  it('everybody if the engine hangs or has an error without a code', async () => {
    const hanging = scriptedEngine({ smtp: () => new Promise(() => {}) });
    expect(await checkSignup(hanging, 'ann@example.org', { timeoutMs: 1 })).toMatchObject({
      ...{ accept: true, reason: 'timeout', verdict: null },
    });
    expect(await checkSignup(scriptedEngine({}), 'ann@example.org')).toMatchObject({
      ...{ accept: true, reason: 'internal_error' },
      error: { code: 'internal_error', message: 'nothing is known at smtp', cause: expect.any(Error) },
    });
  });
});

describe('the level', () => {
  const known = async () => verdictWith();
  const timeout = async () => verdictWith({ status: 'unknown', substatus: 'timeout' });

  it('is dns without an identity, and smtp then fails with what to set', async () => {
    const engine = await engineWithoutNetwork();
    expect(engine.egresses.areReachable).toBe(false);
    await expect(checkSignup(engine, 'ann@example.org', { level: 'smtp' })).rejects.toThrow(
      /netPorts\(\{ helo: /,
    );
    const failure = { code: 'invalid_argument', parameter: 'helo' };
    await expect(engine.verify('ann@example.org')).rejects.toMatchObject(failure);
    await expect(
      engine.lookup({ first_name: 'Ann', last_name: 'Lee', domain: 'example.org' }),
    ).rejects.toMatchObject(failure);
    await expect(engine.jobs.submit(['ann@example.org'])).rejects.toMatchObject(failure);
    expect(await engine.verify('info@example.org', { level: 'syntax' })).toMatchObject({
      is_role_account: true,
    });
  });

  it.each([
    ['smtp while mail servers can be reached', true, known, ['smtp'], 0],
    ['smtp at first where they cannot, which is found out then', true, timeout, ['smtp'], 1],
    ['dns where that is known, while it is found out again', false, known, ['dns'], 1],
  ])('is %s', async (_, areReachable, answer, asked, examinations) => {
    const engine = scriptedEngine({ smtp: answer, dns: answer }, areReachable);
    expect(await checkSignup(engine, 'ann@example.org')).toMatchObject({ accept: true });
    expect([engine.asked, engine.examinations]).toEqual([asked, examinations]);
  });

  it('goes down as far as there is an answer, and the first error is said', async () => {
    const poor = new InsufficientCredits({ availableMilliCredits: 0, requiredMilliCredits: 200 });
    const engine = scriptedEngine({ smtp: () => Promise.reject(poor), syntax: known });
    const check = await checkSignup(engine, 'ann@example.org');
    expect(check).toMatchObject({ accept: true, reason: 'insufficient_credits', error: poor });
    expect(engine.asked).toEqual(['smtp', 'dns', 'syntax']);
  });

  it('is not changed by the engine where port 25 is shut: it asks canaries at most once a minute', async () => {
    await using sandboxed = await sandboxedEngine({
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
      exchanges: {
        'mx.example.org': { refusesConnections: true },
        'gmail-smtp-in.l.google.com': { refusesConnections: true },
      },
    });
    const { engine, sandbox } = sandboxed;
    expect(engine.egresses.areReachable).toBe(true);
    expect(await engine.egresses.examine()).toBe(false);
    expect(engine.egresses.areReachable).toBe(false);
    const before = sandbox.statistics.totals.connections;
    const checks = Array.from({ length: 5 }, () =>
      checkSignup(engine, 'ann@example.org', { timeoutMs: 20_000 }),
    );
    for (const check of await Promise.all(checks))
      expect(check).toMatchObject({ accept: true, reason: 'not_asked' });
    expect(sandbox.statistics.totals.connections).toEqual(before);
  });
});

it('is a Standard Schema, with the message as the issue', async () => {
  await using sandboxed = await sandboxedEngine(world);
  const schema: StandardSchemaV1<string, string> = signupSchema(sandboxed.engine, { timeoutMs: 20_000 });
  const { validate } = schema['~standard'];
  expect(await validate(' ann@example.org ')).toEqual({ value: 'ann@example.org' });
  expect(await validate('eve@example.org')).toEqual({
    issues: [{ message: 'This mailbox does not exist.' }],
  });
  expect(await validate(7)).toEqual({ issues: [{ message: 'This is not an email address.' }] });
  expect(() => signupSchema(sandboxed.engine, { level: 'port' as 'dns' })).toThrow(/level must be/);
});

it('is a plugin of better-auth', async () => {
  const modules = 'examples/node_modules/better-auth/dist';
  const { betterAuth } = await import(resolve(`${modules}/index.mjs`));
  const { memoryAdapter } = await import(resolve(`${modules}/adapters/memory-adapter/index.mjs`));
  await using sandboxed = await sandboxedEngine(world);
  const auth = betterAuth({
    baseURL: 'http://127.0.0.1',
    secret: 'a secret of the tests, which nobody else knows',
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true },
    plugins: [signupPlugin(sandboxed.engine, { timeoutMs: 20_000 })],
  });
  const signUp = async (email: string) => {
    const body = JSON.stringify({ email, password: 'correct horse', name: 'Ann' });
    const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1' };
    const url = 'http://127.0.0.1/api/auth/sign-up/email';
    const response: Response = await auth.handler(new Request(url, { method: 'POST', body, headers }));
    return { status: response.status, body: await response.json() };
  };
  expect(await signUp('ann@example.org')).toMatchObject({
    status: 200,
    body: { user: { email: 'ann@example.org' } },
  });
  expect(await signUp('eve@example.org')).toEqual({
    status: 422,
    body: { code: 'MAILBOX_NOT_FOUND', message: 'This mailbox does not exist.' },
  });
});

it('looks at new addresses only in better-auth', () => {
  const [hook] = signupPlugin(scriptedEngine({})).hooks.before;
  const paths = ['/sign-up/email', '/change-email', '/sign-in/email', undefined];
  expect(paths.map((path) => hook?.matcher({ path }))).toEqual([true, true, false, false]);
});
