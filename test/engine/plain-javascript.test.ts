import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../adapters/client/index.ts';
import * as http from '../../adapters/http/index.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import * as net from '../../adapters/net/index.ts';
import { postgresLedger, postgresSchema, postgresStores } from '../../adapters/postgres/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import * as sandbox from '../../adapters/sandbox/index.ts';
import { createSmtpChannelTransport } from '../../adapters/smtp-channel/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import * as contract from '../../contract/index.ts';
import * as mailproof from '../../src/index.ts';

// Calls as plain JavaScript allows them: nothing here has the types that it should have.
type Loose = (...values: unknown[]) => unknown;
const loose = (value: unknown) => value as Loose;

const identity = {
  helo: 'verifier.example.net',
  mailFrom: 'probe@verifier.example.net',
  dns: ['127.0.0.1:1'],
};
const ports = () => ({ ...memoryStores(), ...net.netPorts(identity) });
const engine = mailproof.createEngine(ports());
const handler = http.createHttpHandler(engine);
const person = { first_name: 'Ann', last_name: 'Baker', domain: 'example' };
afterAll(() => engine.close());

/** Iterates, as the run of a job begins only then. */
async function drain(run: unknown): Promise<void> {
  for await (const _ of run as AsyncIterable<unknown>) return;
}

const close = async (opened: unknown) => (opened as { close(): Promise<void> }).close();

/** What can be called, by how; `value` is what is wrong. */
const calls: Readonly<Record<string, (value: unknown) => unknown>> = {
  'createEngine(…)': loose(mailproof.createEngine),
  'createEngine(ports, …)': (value) => loose(mailproof.createEngine)(ports(), value),
  'createEngine(ports, { prices: … })': (value) => loose(mailproof.createEngine)(ports(), { prices: value }),
  'createEngine(ports, { bulk: … })': (value) => loose(mailproof.createEngine)(ports(), { bulk: value }),
  'createEngine(ports, { retention: … })': (value) =>
    loose(mailproof.createEngine)(ports(), { retention: value }),
  'createEngine(ports, { trace: … })': (value) => loose(mailproof.createEngine)(ports(), { trace: value }),
  'diagnose(…)': loose(mailproof.diagnose),
  'worstSeverity(…)': loose(mailproof.worstSeverity),
  'verify(…)': loose(engine.verify),
  'verify(email, …)': (value) => loose(engine.verify)('a@b', value),
  'verify(email, { signal: … })': (value) => loose(engine.verify)('a@b', { signal: value }),
  'verify(email, { account: … })': (value) => loose(engine.verify)('a@b', { account: value }),
  'verify(email, { timeoutMs: … })': (value) => loose(engine.verify)('a@b', { timeoutMs: value }),
  'lookup(…)': loose(engine.lookup),
  'lookup({ first_name: … })': (value) => loose(engine.lookup)({ ...person, first_name: value }),
  'lookup({ domain: … })': (value) => loose(engine.lookup)({ ...person, domain: value }),
  'lookup(row, …)': (value) => loose(engine.lookup)(person, value),
  'runBulk(…)': (value) => drain(loose(engine.runBulk)(value)),
  'runBulk([…])': (value) => drain(loose(engine.runBulk)([value])),
  'runBulk({ jobId: … })': (value) => drain(loose(engine.runBulk)({ jobId: value })),
  'runBulk(emails, …)': (value) => drain(loose(engine.runBulk)(['a@b'], value)),
  'runBulk(emails, { signal: … })': (value) => drain(loose(engine.runBulk)(['a@b'], { signal: value })),
  'runBulk(emails, { onProgress: … })': (value) =>
    drain(loose(engine.runBulk)(['a@b'], { onProgress: value })),
  'runBulkLookup(…)': (value) => drain(loose(engine.runBulkLookup)(value)),
  'runBulkLookup([…])': (value) => drain(loose(engine.runBulkLookup)([value])),
  'runBulkLookup(rows, …)': (value) => drain(loose(engine.runBulkLookup)([person], value)),
  'jobs.submit(…)': loose(engine.jobs.submit),
  'jobs.submit([…])': (value) => loose(engine.jobs.submit)([value]),
  'jobs.submit(emails, …)': (value) => loose(engine.jobs.submit)(['a@b'], value),
  'jobs.submit(emails, { idempotencyKey: … })': (value) =>
    loose(engine.jobs.submit)(['a@b'], { idempotencyKey: value }),
  'jobs.checkCredits(kind, …)': (value) => loose(engine.jobs.checkCredits)('lookup', value),
  'jobs.checkCredits(…)': (value) => loose(engine.jobs.checkCredits)(value, {}),
  'jobs.get(…)': loose(engine.jobs.get),
  'jobs.get(id, …)': (value) => loose(engine.jobs.get)('id', value),
  'jobs.results(…)': loose(engine.jobs.results),
  'jobs.submitLookup(…)': loose(engine.jobs.submitLookup),
  'jobs.submitLookup([…])': (value) => loose(engine.jobs.submitLookup)([value]),
  'jobs.lookupResults(…)': (value) => loose(engine.jobs.lookupResults)(value, { limit: 1, offset: 0 }),
  'jobs.lookupResults(id, …)': (value) => loose(engine.jobs.lookupResults)('id', value),
  'jobs.list(…)': async (value) => loose(engine.jobs.list)(value),
  'jobs.list({ account: … })': async (value) => loose(engine.jobs.list)({ account: value }),
  'jobs.cancel(…)': loose(engine.jobs.cancel),
  'jobs.delete(…)': loose(engine.jobs.delete),
  'forget(…)': loose(engine.forget),
  'forget(email, …)': (value) => loose(engine.forget)('a@b', value),
  'accounts.grant(…)': (value) => loose(engine.accounts.grant)(value, { id: '1', milliCredits: 1 }),
  'accounts.grant(account, …)': (value) => loose(engine.accounts.grant)('acme', value),
  'accounts.subtract(…)': (value) => loose(engine.accounts.subtract)(value, { id: '1', milliCredits: 1 }),
  'accounts.subtract(account, …)': (value) => loose(engine.accounts.subtract)('acme', value),
  'accounts.usage(…)': (value) => loose(engine.accounts.usage)(value, { from: 0, to: 1 }),
  'accounts.usage(account, …)': (value) => loose(engine.accounts.usage)('acme', value),
  'accounts.balance(…)': loose(engine.accounts.balance),
  'accounts.entries(…)': (value) => loose(engine.accounts.entries)(value, { limit: 1 }),
  'accounts.entries(account, …)': (value) => loose(engine.accounts.entries)('acme', value),
  'keys.create(…)': loose(engine.keys.create),
  'keys.create({ account: … })': (value) => loose(engine.keys.create)({ account: value }),
  'keys.find(…)': loose(engine.keys.find),
  'keys.rotate(…)': loose(engine.keys.rotate),
  'keys.rotate(key, …)': (value) => loose(engine.keys.rotate)('mp_some', value),
  'keys.revoke(…)': loose(engine.keys.revoke),
  'keys.list(…)': loose(engine.keys.list),
  'rateLimits.take(…)': (value) => loose(engine.rateLimits.take)(value, { limit: 1, windowMs: 1 }),
  'rateLimits.take(subject, …)': (value) => loose(engine.rateLimits.take)('key', value),
  'observe(…)': loose(engine.observe),
  'observe(listener, …)': (value) => loose(engine.observe)(() => {}, value),
  'memoryStores(…)': loose(memoryStores),
  'netPorts(…)': loose(net.netPorts),
  'netPorts({ helo: …, mailFrom: … })': (value) => loose(net.netPorts)({ helo: value, mailFrom: value }),
  'netPorts({ helo, mailFrom: … })': (value) => loose(net.netPorts)({ ...identity, mailFrom: value }),
  'netPorts({ egresses: … })': (value) => loose(net.netPorts)({ egresses: value }),
  'netPorts({ egresses: […] })': (value) => loose(net.netPorts)({ egresses: [value] }),
  'netPorts({ dns: … })': (value) => loose(net.netPorts)({ ...identity, dns: value }),
  'createDns(…)': loose(net.createDns),
  'createSmtpTransport(…)': loose(net.createSmtpTransport),
  'isGloballyReachable(…)': loose(net.isGloballyReachable),
  'createSmtpChannelTransport(…)': loose(createSmtpChannelTransport),
  'sqliteStores(…)': loose(sqliteStores),
  'sqliteStores(file, …)': (value) => loose(sqliteStores)('/nowhere/mailproof.db', value),
  'redisStores(…)': loose(redisStores),
  'redisStores(url, …)': (value) => close(loose(redisStores)('redis://127.0.0.1:1', value)),
  'postgresStores(…)': loose(postgresStores),
  'postgresStores(url, …)': (value) => close(loose(postgresStores)('postgres://127.0.0.1:1/a', value)),
  'postgresLedger(…)': loose(postgresLedger),
  'postgresSchema(…)': loose(postgresSchema),
  'startSandbox(…)': async (value) => close(await loose(sandbox.startSandbox)(value)),
  'startSandbox({ domains: … })': async (value) =>
    close(await loose(sandbox.startSandbox)({ domains: value, exchanges: {} })),
  'startSandbox({ domains: { name: … } })': async (value) =>
    close(await loose(sandbox.startSandbox)({ domains: { 'example.org': value }, exchanges: {} })),
  'startDnsServer(…)': async (value) => close(await loose(sandbox.startDnsServer)(value)),
  'networkOf(…)': loose(sandbox.networkOf),
  'companyWorld(…)': loose(sandbox.companyWorld),
  'selfSignedCertificate(…)': loose(sandbox.selfSignedCertificate),
  'createHttpHandler(…)': loose(http.createHttpHandler),
  'createHttpHandler(engine, …)': (value) => loose(http.createHttpHandler)(engine, value),
  'handler.fetch(…)': loose(handler.fetch),
  'handler.node(…)': (value) => loose(handler.node)(value, value),
  'startServer(…)': loose(http.startServer),
  'startServer({ engine: … })': (value) => loose(http.startServer)({ engine: value, port: 0 }),
  'startMetricsServer(…)': (value) => loose(http.startMetricsServer)(value, { host: '127.0.0.1', port: 0 }),
  'startMetricsServer(metrics, …)': async (value) =>
    close(await loose(http.startMetricsServer)(http.createMetrics(), value)),
  ...Object.fromEntries(
    Object.entries(contract)
      .filter(([name]) => name.endsWith('Contract'))
      .flatMap(([name, suite]) => [
        [`${name}(…)`, loose(suite)],
        [`${name}(runner, …)`, (value: unknown) => loose(suite)({ describe: () => {}, it: () => {} }, value)],
      ]),
  ),
};

/** Accepted as well, or instead: what is left out, and objects all of whose fields have defaults. */
const mistakes = [undefined, null, 1, Number.NaN, '', 'text', true, {}, [], () => {}, Symbol('mistake')];

const shown = (value: unknown) => (typeof value === 'function' ? '() => {}' : String(JSON.stringify(value)));

async function outcomeOf(call: (value: unknown) => unknown, value: unknown): Promise<unknown> {
  try {
    await call(value);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a mistake that TypeScript would have found', () => {
  it.each(Object.entries(calls))('in %s never gets an error of JavaScript', async (_, call) => {
    for (const value of mistakes) {
      const error = await outcomeOf(call, value);
      if (error === undefined || error instanceof mailproof.MailproofError) continue;
      throw new Error(`${shown(value)} got ${String(error)}`, { cause: error });
    }
  });

  it.each([
    ['netPorts()', () => loose(net.netPorts)(), /Say who asks: netPorts\(\{ helo: /],
    ['netPorts({ helo })', () => loose(net.netPorts)({ helo: 'a.example.net' }), /Set mailFrom to a mailbox/],
    [
      'createEngine()',
      () => loose(mailproof.createEngine)(),
      /createEngine\(\{ \.\.\.memoryStores\(\), \.\.\.net/,
    ],
    [
      'createEngine with stores alone',
      () => loose(mailproof.createEngine)({ ...memoryStores() }),
      /The network ports lack clock, random, dns, egresses\. Pass both kinds/,
    ],
    [
      'createEngine without stores',
      () => loose(mailproof.createEngine)(net.netPorts(identity)),
      /The stores lack cache, .*queue\. Pass both kinds/,
    ],
    ['verify()', () => loose(engine.verify)(), /email must be a string, not undefined\. Pass one address/],
    ['verify of a list', () => loose(engine.verify)(['a@b']), /email must be a string, not an array/],
    [
      'verify with a number',
      () => loose(engine.verify)('a@b', 5_000),
      /options must be an object, not a number/,
    ],
    [
      'verify with a controller',
      () => loose(engine.verify)('a@b', { signal: new AbortController() }),
      /signal has no method throwIfAborted\. Pass the signal of an AbortController/,
    ],
    [
      'runBulk of text',
      () => loose(engine.runBulk)('a@b'),
      /work must be an object.*Pass an array of addresses/,
    ],
    [
      'runBulk of rows',
      () => loose(engine.runBulk)(['a@b', person]),
      /emails\[1\] must be a string, not an object/,
    ],
    [
      'lookup of three texts',
      () => loose(engine.lookup)('Ann', 'Baker', 'b.org'),
      /Pass \{ first_name: 'Ann'/,
    ],
    [
      'startSandbox({})',
      () => loose(sandbox.startSandbox)({}),
      /world\.domains must be an object, not undefined/,
    ],
    [
      'startServer(engine)',
      () => loose(http.startServer)(engine),
      /Pass startServer\(\{ engine, port: 8080 \}\)/,
    ],
    ['createHttpHandler()', () => loose(http.createHttpHandler)(), /Pass what createEngine\(\) returns/],
    ['observe()', () => loose(engine.observe)(), /listener must be a function.*engine\.observe\(\(event\)/],
  ])('is explained: %s', async (_, call, message) => {
    expect(await outcomeOf(call, undefined)).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['maxConnections', { maxConnections: -1 }],
    ['maxConnections', { maxConnections: Number.NaN }],
    ['maxConnections', { maxConnections: '64' }],
    ['tuning.sessionIdleMs', { tuning: { sessionIdleMs: -1 } }],
    ['closeTimeoutMs', { closeTimeoutMs: -1 }],
    ['connectionsPerExchange', { connectionsPerExchange: 0 }],
    ['connectionsPerProvider.gmail', { connectionsPerProvider: { gmail: 0.5 } }],
    ['connectionsPerProvider', { connectionsPerProvider: 5 }],
    ['tuning.recipientsPerTransaction', { tuning: { recipientsPerTransaction: 0 } }],
    ['tuning.recipientsPerSession', { tuning: { recipientsPerSession: -1 } }],
    ['tuning.refusalsPerSession', { tuning: { refusalsPerSession: '8' } }],
    ['bulk.concurrency', { bulk: { concurrency: 0 } }],
    ['bulk.addressTimeoutMs', { bulk: { addressTimeoutMs: Number.NaN } }],
    ['bulk.giveUpMs', { bulk: { giveUpMs: '6h' } }],
    ['bulk.leaseMs', { bulk: { leaseMs: -1 } }],
  ])('is explained where a number is out of range: %s of %j', async (parameter, options) => {
    const error = await outcomeOf(() => loose(mailproof.createEngine)(ports(), options), undefined);
    expect(error).toMatchObject({ code: 'invalid_argument', parameter });
    expect(String(error)).toContain(`${parameter} must be `);
  });

  it.each([
    ['verify', (options: unknown) => loose(engine.verify)('a@b', options), 'acount', 'account'],
    ['lookup', (options: unknown) => loose(engine.lookup)(person, options), 'timeout', 'timeoutMs'],
    ['runBulk', (options: unknown) => drain(loose(engine.runBulk)(['a@b'], options)), 'levle', 'level'],
    [
      'runBulkLookup',
      (options: unknown) => drain(loose(engine.runBulkLookup)([person], options)),
      'onprogress',
      'onProgress',
    ],
    [
      'jobs.submit',
      (options: unknown) => loose(engine.jobs.submit)(['a@b'], options),
      'idempotencykey',
      'idempotencyKey',
    ],
    [
      'jobs.submitLookup',
      (options: unknown) => loose(engine.jobs.submitLookup)([person], options),
      'acount',
      'account',
    ],
    ['jobs.get', (options: unknown) => loose(engine.jobs.get)('id', options), 'keyID', 'keyId'],
    ['jobs.cancel', (options: unknown) => loose(engine.jobs.cancel)('id', options), 'keyI', 'keyId'],
    [
      'jobs.lookupResults',
      (options: unknown) => loose(engine.jobs.lookupResults)('id', options),
      'ofset',
      'offset',
    ],
    ['jobs.list', (options: unknown) => loose(engine.jobs.list)(options), 'acount', 'account'],
    ['jobs.list', (options: unknown) => loose(engine.jobs.list)(options), 'unfinishd', 'unfinished'],
    [
      'jobs.ofAccount',
      (options: unknown) => loose(engine.jobs.ofAccount)('acme', options),
      'befor',
      'before',
    ],
    ['forget', (options: unknown) => loose(engine.forget)('a@b', options), 'singal', 'signal'],
    [
      'accounts.grant',
      (options: unknown) => loose(engine.accounts.grant)('acme', options),
      'miliCredits',
      'milliCredits',
    ],
    ['accounts.usage', (options: unknown) => loose(engine.accounts.usage)('acme', options), 'form', 'from'],
    [
      'accounts.entries',
      (options: unknown) => loose(engine.accounts.entries)('acme', options),
      'befor',
      'before',
    ],
    ['keys.create', (options: unknown) => loose(engine.keys.create)(options), 'tets', 'test'],
    [
      'keys.rotate',
      (options: unknown) => loose(engine.keys.rotate)('mp_some', options),
      'oldValidMs',
      'oldValidForMs',
    ],
    [
      'rateLimits.take',
      (options: unknown) => loose(engine.rateLimits.take)('key', options),
      'windowMS',
      'windowMs',
    ],
    [
      'netPorts',
      (options: unknown) => loose(net.netPorts)({ ...identity, ...Object(options) }),
      'localAdress',
      'localAddress',
    ],
    ['memoryStores', loose(memoryStores), 'maxCacheBites', 'maxCacheBytes'],
    ['sqliteStores', (options: unknown) => loose(sqliteStores)('/nowhere/a.db', options), 'clok', 'clock'],
    [
      'redisStores',
      (options: unknown) => loose(redisStores)('redis://127.0.0.1:1', options),
      'prefx',
      'prefix',
    ],
    [
      'postgresStores',
      (options: unknown) => loose(postgresStores)('postgres://127.0.0.1:1/a', options),
      'shema',
      'schema',
    ],
    [
      'createHttpHandler',
      (options: unknown) => loose(http.createHttpHandler)(engine, options),
      'basepath',
      'basePath',
    ],
    [
      'startServer',
      (options: unknown) => loose(http.startServer)({ engine, ...Object(options) }),
      'hots',
      'host',
    ],
    [
      'diagnose',
      (options: unknown) => loose(mailproof.diagnose)(ports(), options),
      'blocklists',
      'blockLists',
    ],
    [
      'createClient',
      (options: unknown) => loose(createClient)({ baseUrl: 'http://a', apiKey: 'mp_a', ...Object(options) }),
      'retires',
      'retries',
    ],
    ['createMetrics', loose(http.createMetrics), 'procesMetrics', 'processMetrics'],
    [
      'createSmtpChannelTransport',
      (options: unknown) =>
        loose(createSmtpChannelTransport)({
          clock: net.systemClock,
          isAllowed: () => true,
          ...Object(options),
        }),
      'localAdress',
      'localAddress',
    ],
  ])('is refused where an option of %s is misspelt', async (_, call, typed, meant) => {
    expect(await outcomeOf(call, { [typed]: 'acme' })).toMatchObject({
      code: 'invalid_argument',
      parameter: typed,
      message: `There is no option ${typed}. Did you mean ${meant}?`,
    });
  });

  it.each([
    [{ pace: 'fast' }, "pace must be 'adaptive' or 'fixed'. The default is 'adaptive'."],
    [{ maxConections: 5 }, 'There is no option maxConections. Did you mean maxConnections?'],
    [{ prices: { verfy: 1 } }, 'There is no option prices.verfy. Did you mean prices.verify?'],
    [{ canaries: 'mx.example.org' }, /^canaries must be an array, not a string\./],
    [{ canaries: [''] }, /^canaries\[0\] must not be empty\./],
    [{ gateways: ['sophoss'] }, `There is no provider "sophoss". Did you mean 'sophos'?`],
    [{ gateways: ['Acme'] }, `There is no provider "Acme". Use the id of a provider, such as 'sophos'.`],
    [{ retention: { jobsDays: '30' } }, 'retention.jobsDays must be a number of days above 0.'],
    [{ retention: { journalDays: '400' } }, 'retention.journalDays must be a number of days from 7.'],
    [{ gateways: 'proofpoint' }, /^gateways must be an array, not a string\./],
    [{ bulk: { retryDelaysMs: 5 } }, /^bulk\.retryDelaysMs must be an array, not a number\./],
    [{ bulk: { retryDelaysMs: ['5'] } }, /^bulk\.retryDelaysMs\[0\] must be a number of milliseconds/],
  ])('is explained in the options of an engine: %j', async (options, message) => {
    expect(await outcomeOf(() => loose(mailproof.createEngine)(ports(), options), undefined)).toMatchObject({
      code: 'invalid_argument',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is explained where the exchange of a simulated domain is no list', async () => {
    const world = { domains: { 'a.org': { mx: 'mx.a.org' } }, exchanges: {} };
    expect(await outcomeOf(() => loose(sandbox.startSandbox)(world), undefined)).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/^world\.domains\['a\.org'\]\.mx must be an array, not a string\./),
    });
  });

  it.each([
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: 5 } },
      undefined,
      "world.domains['a.org'].mailboxes must be an object, not a number.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: [5] } },
      undefined,
      "world.domains['a.org'].mailboxes[0] must be a string, not a number.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: ['ann@A.org'] } },
      undefined,
      "world.domains['a.org'].mailboxes[0] must be a local part alone: leave out '@A.org'.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: { 'ann@a.org': 'full' } } },
      undefined,
      "world.domains['a.org'].mailboxes['ann@a.org'] must be a local part alone: leave out '@a.org'.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: { ann: null } } },
      undefined,
      "world.domains['a.org'].mailboxes['ann'] must be an object, not null.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: { ann: 'acepts' } } },
      undefined,
      "world.domains['a.org'].mailboxes['ann'] must be one of 'accepts', 'missing',",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: { ann: { greylistMS: 5 } } } },
      undefined,
      "Did you mean world.domains['a.org'].mailboxes['ann'].greylistMs?",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailboxes: new Set(['ann']) } },
      undefined,
      "world.domains['a.org'].mailboxes must be an array or a plain object.",
    ],
    [
      { 'a.org': { mx: ['mx.a.org'], mailbox: ['ann'] } },
      undefined,
      "Did you mean world.domains['a.org'].mailboxes?",
    ],
    [
      {},
      { 'x.org': { mx: [{ exchange: 'a' }] } },
      "world.zone['x.org'].mx[0] is wrong. It must be a preference",
    ],
    [{}, { 'x.org': { mx: [null] } }, "world.zone['x.org'].mx[0] is wrong."],
    [{}, { 'x.org': { mx: ['10 mx.a.org'] } }, "world.zone['x.org'].mx[0] is wrong."],
    [{}, { 'x.org': { A: ['127.0.0.1'] } }, "There is no option world.zone['x.org'].A."],
    [{}, 5, 'world.zone must be an object, not a number.'],
    [{}, { 'mx.a.org': null }, "world.zone['mx.a.org'] must be an object, not null."],
    [{}, { 'mx.a.org': { a: '127.0.0.1' } }, "world.zone['mx.a.org'].a must be an array, not a string."],
  ])(
    'is explained in the domains %j and the zone %j of a simulated world',
    async (domains, zone, message) => {
      const world = { domains, exchanges: { 'mx.a.org': {} }, ...(zone === undefined ? {} : { zone }) };
      expect(await outcomeOf(() => loose(sandbox.startSandbox)(world), undefined)).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining(message),
      });
    },
  );

  it('is refused where a webhook would otherwise be told of the jobs of all accounts', async () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const webhooks = { url: 'https://example.com/', secret, acount: 'acme' };
    expect(await outcomeOf(() => loose(mailproof.createEngine)(ports(), { webhooks }), 0)).toMatchObject({
      code: 'invalid_argument',
      message: 'There is no option webhooks.acount. Did you mean webhooks.account?',
    });
  });

  it('names the options where none is like the one that was passed', async () => {
    expect(await outcomeOf(() => loose(engine.jobs.list)({ limit: 5 }), undefined)).toMatchObject({
      code: 'invalid_argument',
      message: 'There is no option limit. Use account, keyId, unfinished.',
    });
  });

  it('is refused where a filter has another type', async () => {
    expect(await outcomeOf(() => loose(engine.jobs.list)({ unfinished: 'no' }), undefined)).toMatchObject({
      code: 'invalid_argument',
      parameter: 'unfinished',
    });
  });

  it.each([
    ['account', ''],
    ['account', 'a\0'],
    ['account', '\ud800'],
    ['keyId', 'k\0'],
  ])('is refused whether or not the answer is cached: %s %j', async (name, value) => {
    const email = `${name}@invalid`;
    const verify = () => engine.verify(email, { [name]: value });
    expect(await outcomeOf(verify, undefined)).toMatchObject({ code: 'invalid_argument', parameter: name });
    await engine.verify(email);
    expect(await outcomeOf(verify, undefined)).toMatchObject({ code: 'invalid_argument', parameter: name });
  });

  it.each([
    [
      'keys.create({})',
      () => loose(engine.keys.create)({}),
      /^account must be a string, not undefined\. Pass the account that the key is for/,
    ],
    [
      'accounts.balance()',
      () => loose(engine.accounts.balance)(),
      /^account must be a string, not undefined\. Pass the name of an account/,
    ],
    [
      'credits in quotes',
      () => loose(engine.accounts.grant)('acme', { id: '1', milliCredits: '5' }),
      /^milliCredits must be an integer from 1 to \d+, not a string\.$/,
    ],
  ])('names what was passed: %s', async (_, call, message) => {
    expect(await outcomeOf(call, undefined)).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
  });

  it('leaves no trace', () => {
    expect(existsSync('/nowhere/mailproof.db')).toBe(false);
  });
});
