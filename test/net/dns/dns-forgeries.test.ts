import { createSocket } from 'node:dgram';
import type { Packet } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedDns } from '../../support/scripted-dns.ts';
import { addressRecord, answerTo } from '../../support/scripted-resolver.ts';
import { until } from '../../support/until.ts';

const genuine = addressRecord('example.com', '192.0.2.1');
const forged = addressRecord('example.com', '198.51.100.66');

/** Messages that a forger or a broken server could send instead of the answer. */
const forgeries: Record<string, (packet: Packet) => Buffer> = {
  'another id': (packet) => answerTo(packet, { id: ((packet.id ?? 0) + 1) & 0xffff, answers: [forged] }),
  'a question': (packet) => answerTo(packet, { type: 'query', answers: [forged] }),
  'another opcode': (packet) => answerTo(packet, { flags: 4 << 11, answers: [forged] }),
  'an answer about another name': (packet) =>
    answerTo(packet, { questions: [{ type: 'A', class: 'IN', name: 'example.org' }], answers: [forged] }),
  'an answer about a longer name': (packet) =>
    answerTo(packet, {
      questions: [{ type: 'A', class: 'IN', name: 'example.com.example.com' }],
      answers: [forged],
    }),
  'an answer about another type': (packet) =>
    answerTo(packet, { questions: [{ type: 'AAAA', class: 'IN', name: 'example.com' }], answers: [forged] }),
  'an answer about another class': (packet) =>
    answerTo(packet, { questions: [{ type: 'A', class: 'CH', name: 'example.com' }], answers: [forged] }),
  'an answer without a question': (packet) => answerTo(packet, { questions: [], answers: [forged] }),
  'two questions': (packet) =>
    answerTo(packet, {
      questions: [...(packet.questions ?? []), ...(packet.questions ?? [])],
      answers: [forged],
    }),
  'nothing at all': () => Buffer.alloc(0),
  'the id alone': (packet) => answerTo(packet).subarray(0, 2),
  'a header alone': (packet) => answerTo(packet).subarray(0, 12),
  'a truncated question': (packet) => answerTo(packet).subarray(0, 20),
  noise: () => Buffer.alloc(512, 0xff),
};

describe('a message that does not answer the question', () => {
  it.each(Object.entries(forgeries))('is ignored: %s', async (_kind, forge) => {
    const { dns } = await scriptedDns((query) => {
      query.respond(forge(query.packet));
      query.respond(answerTo(query.packet, { answers: [genuine] }));
    });
    expect(await dns.a('example.com')).toEqual({ kind: 'records', records: ['192.0.2.1'], ttlSeconds: 300 });
  });

  it('is ignored if it comes from another address, even if it is a perfect forgery', async () => {
    const otherSocket = createSocket('udp4');
    onTestFinished(() => void otherSocket.close());
    const { dns } = await scriptedDns((query) => {
      const forgery = answerTo(query.packet, { answers: [forged] });
      otherSocket.send(forgery, query.from.port, '127.0.0.1', () => {
        query.respond(answerTo(query.packet, { answers: [genuine] }));
      });
    });
    expect(await dns.a('example.com')).toMatchObject({ records: ['192.0.2.1'] });
  });

  it('does not extend the timeout', async () => {
    const { dns, clock, resolver } = await scriptedDns((query) => query.respond(Buffer.from('garbage')), {
      tries: 1,
    });
    const answer = dns.a('example.com');
    await until(() => resolver.queries.length === 1);
    await clock.advance(2_000);
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
  });
});

describe('a query', () => {
  it('has an unpredictable port and id', async () => {
    const { dns, resolver } = await scriptedDns((query) =>
      query.respond(answerTo(query.packet, { answers: [genuine] })),
    );
    await Promise.all(Array.from({ length: 60 }, () => dns.a('example.com')));
    const ids = new Set(resolver.queries.map(({ packet }) => packet.id));
    const ports = new Set(resolver.queries.map(({ from }) => from.port));
    expect(ids.size).toBeGreaterThan(50);
    expect(ports.size).toBeGreaterThan(30);
    const inARow = resolver.queries.map(({ packet }, index) => (packet.id ?? 0) - index);
    expect(new Set(inARow).size).toBeGreaterThan(50);
  });

  it('requests recursion, and answers of at most 1232 bytes', async () => {
    const { dns, resolver } = await scriptedDns((query) =>
      query.respond(answerTo(query.packet, { answers: [genuine] })),
    );
    await dns.a('example.com');
    const { packet } = resolver.queries[0]!;
    expect(packet).toMatchObject({ type: 'query', flag_rd: true });
    expect(packet.questions).toEqual([{ name: 'example.com', type: 'A', class: 'IN' }]);
    expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
  });

  it('matches an answer that repeats its name in other letter case', async () => {
    const { dns } = await scriptedDns((query) => {
      const questions = [{ type: 'A', class: 'IN', name: 'eXaMpLe.CoM' }] as const;
      query.respond(
        answerTo(query.packet, {
          questions: [...questions],
          answers: [addressRecord('EXAMPLE.com', '192.0.2.1')],
        }),
      );
    });
    expect(await dns.a('example.com')).toMatchObject({ records: ['192.0.2.1'] });
  });
});
