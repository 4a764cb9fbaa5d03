import systemDns from 'node:dns';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDns } from '../../../adapters/net/dns/dns.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { openSockets } from '../../support/open-sockets.ts';
import { answerTo, type Query, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { dnsOver, found, serveZone, workingZone, zoneAnswering } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

describe('many questions at the same time', () => {
  it('all get their own answers', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `host${index}.example.com`);
    const zone = Object.fromEntries(names.map((name, index) => [name, { mx: [[index, name]] as const }]));
    const server = await serveZone(zone);
    const { dns } = dnsOver([server.address]);
    const answers = await Promise.all(names.map((name) => dns.mx(name)));
    expect(answers).toEqual(
      names.map((name, index) => ({
        kind: 'records',
        records: [{ preference: index, exchange: name }],
        ttlSeconds: 300,
      })),
    );
    expect(server.questions).toBe(1_000);
  });

  it('are sent up to the limit, in order, without the aborted ones', async () => {
    const waiting: Query[] = [];
    const order: string[] = [];
    const resolver = await startScriptedResolver({
      onQuery: (query) => {
        waiting.push(query);
        order.push(query.packet.questions![0]!.name);
      },
    });
    onTestFinished(() => resolver.close());
    const { dns } = dnsOver([resolver.address], { maxQuestions: 2 });
    const controller = new AbortController();
    const names = Array.from({ length: 8 }, (_, index) => `host${index}.example.com`);
    const answers = names.map((name, index) => dns.a(name, index === 4 ? { signal: controller.signal } : {}));
    const settled = Promise.allSettled(answers);
    await until(() => waiting.length === 2);
    controller.abort();
    for (let answered = 0; answered < 7; answered++) {
      await until(() => waiting.length > 0);
      expect(waiting.length).toBeLessThanOrEqual(2);
      const query = waiting.shift()!;
      query.respond(answerTo(query.packet));
      await answers[names.indexOf(query.packet.questions![0]!.name)];
    }
    const left = names.filter((_, index) => index !== 4);
    expect((await settled).map(({ status }) => status)).toEqual(
      names.map((_, index) => (index === 4 ? 'rejected' : 'fulfilled')),
    );
    expect([...order].sort()).toEqual(left);
    expect(order.slice(2)).toEqual(left.slice(2));
  });
});

describe('cleaning up', () => {
  it('leaves no socket and no timer of an aborted question, however early it is aborted', async () => {
    const server = await serveZone(zoneAnswering('silent'));
    const { dns, clock } = dnsOver([server.address], { maxQuestions: 30 });
    const before = await openSockets();
    for (const iterations of [0, 1, 2, 3]) {
      const controllers = Array.from({ length: 50 }, () => new AbortController());
      const questions = controllers.map(({ signal }) => dns.a('example.com', { signal }));
      const settled = Promise.allSettled(questions);
      for (let iteration = 0; iteration < iterations; iteration++) await new Promise(setImmediate);
      const reason = new Error('enough');
      for (const controller of controllers) controller.abort(reason);
      expect(await settled).toEqual(controllers.map(() => ({ status: 'rejected', reason })));
      expect(clock.pending).toBe(0);
      expect(await openSockets()).toEqual(before);
    }
  });

  it('leaves no socket and no timer of an answered question', async () => {
    const server = await serveZone(workingZone);
    const before = await openSockets();
    const { dns, clock } = dnsOver([server.address]);
    await dns.a('example.com');
    expect(clock.pending).toBe(0);
    expect(await openSockets()).toEqual(before);
  });

  it('answers all questions on close, sent or waiting, and leaves no socket and no timer', async () => {
    const server = await serveZone(zoneAnswering('silent'));
    const before = await openSockets();
    const { dns, clock } = dnsOver([server.address], { maxQuestions: 5 });
    const questions = Array.from({ length: 20 }, () => dns.mx('example.com'));
    await until(() => server.questions === 5);
    await dns.close();
    const closed = { kind: 'failure', reason: 'unreachable', detail: 'closed' };
    expect(await Promise.all(questions)).toEqual(questions.map(() => closed));
    expect(await dns.a('example.com')).toEqual(closed);
    expect(server.questions).toBe(5);
    expect(clock.pending).toBe(0);
    expect(await openSockets()).toEqual(before);
  });

  it('happens at the end of an `await using` scope', async () => {
    const server = await serveZone(workingZone);
    const { dns } = dnsOver([server.address]);
    await dns[Symbol.asyncDispose]();
    expect(await dns.a('example.com')).toMatchObject({ reason: 'unreachable' });
  });
});

describe('the options of createDns', () => {
  it.each([
    '',
    'localhost',
    'dns.example.com:53',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:',
    '127.0.0.1:+53',
    '127.0.0.256',
    '[127.0.0.1]:53',
    '[::1',
    '::1]',
    '[::1]:',
    '[::1]53',
    '[localhost]:53',
  ])('refuse the server %j', (server) => {
    expect(() => createDns({ servers: [server] })).toThrow(InvalidArgument);
  });

  it.each(['127.0.0.1', '127.0.0.1:5353', '::1', '[::1]', '[::1]:5353', '2001:db8::53', 'fe80::1%eth0'])(
    'accept the server %j',
    async (server) => {
      await createDns({ servers: [server] }).close();
    },
  );

  it.each([{ servers: [] }, { timeoutMs: 0 }, { timeoutMs: Number.NaN }, { tries: 0 }, { maxQuestions: 0 }])(
    'refuse %j',
    (options) => {
      expect(() => createDns({ servers: ['127.0.0.1'], ...options })).toThrow(InvalidArgument);
    },
  );

  it('default to the servers of the system', async () => {
    const server = await serveZone(workingZone);
    const before = systemDns.getServers();
    systemDns.setServers([server.address]);
    try {
      const dns = createDns();
      onTestFinished(() => dns.close());
      expect(await dns.a('example.com')).toEqual(found);
    } finally {
      systemDns.setServers(before);
    }
  });
});
