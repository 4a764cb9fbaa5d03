import { createSocket } from 'node:dgram';
import type { Packet } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedDns } from '../../support/scripted-dns.ts';
import { addressRecord, answerTo } from '../../support/scripted-resolver.ts';
import { until } from '../../support/until.ts';

const truth = addressRecord('example.com', '192.0.2.1');
const lie = addressRecord('example.com', '198.51.100.66');

/** What somebody else, or a broken server, could send instead of the answer. */
const forgeries: Record<string, (packet: Packet) => Buffer> = {
  'another id': (packet) => answerTo(packet, { id: ((packet.id ?? 0) + 1) & 0xffff, answers: [lie] }),
  'a question': (packet) => answerTo(packet, { type: 'query', answers: [lie] }),
  'another opcode': (packet) => answerTo(packet, { flags: 4 << 11, answers: [lie] }),
  'an answer about another name': (packet) =>
    answerTo(packet, { questions: [{ type: 'A', class: 'IN', name: 'example.org' }], answers: [lie] }),
  'an answer about a longer name': (packet) =>
    answerTo(packet, {
      questions: [{ type: 'A', class: 'IN', name: 'example.com.example.com' }],
      answers: [lie],
    }),
  'an answer about another type': (packet) =>
    answerTo(packet, { questions: [{ type: 'AAAA', class: 'IN', name: 'example.com' }], answers: [lie] }),
  'an answer about another class': (packet) =>
    answerTo(packet, { questions: [{ type: 'A', class: 'CH', name: 'example.com' }], answers: [lie] }),
  'an answer without a question': (packet) => answerTo(packet, { questions: [], answers: [lie] }),
  'two questions': (packet) =>
    answerTo(packet, {
      questions: [...(packet.questions ?? []), ...(packet.questions ?? [])],
      answers: [lie],
    }),
  'nothing at all': () => Buffer.alloc(0),
  'the id alone': (packet) => answerTo(packet).subarray(0, 2),
  'a header alone': (packet) => answerTo(packet).subarray(0, 12),
  'a question that is cut off': (packet) => answerTo(packet).subarray(0, 20),
  noise: () => Buffer.alloc(512, 0xff),
};

describe('an answer that does not answer the question', () => {
  it.each(Object.entries(forgeries))('is passed over: %s', async (_kind, forge) => {
    const { dns } = await scriptedDns((query) => {
      query.respond(forge(query.packet));
      query.respond(answerTo(query.packet, { answers: [truth] }));
    });
    expect(await dns.a('example.com')).toEqual({ kind: 'records', records: ['192.0.2.1'], ttlSeconds: 300 });
  });

  it('is passed over when it comes from another source, however well it is made', async () => {
    const stranger = createSocket('udp4');
    onTestFinished(() => void stranger.close());
    const { dns } = await scriptedDns((query) => {
      const forged = answerTo(query.packet, { answers: [lie] });
      stranger.send(forged, query.from.port, '127.0.0.1', () => {
        query.respond(answerTo(query.packet, { answers: [truth] }));
      });
    });
    expect(await dns.a('example.com')).toMatchObject({ records: ['192.0.2.1'] });
  });

  it('does not lengthen the wait', async () => {
    const { dns, clock, resolver } = await scriptedDns((query) => query.respond(Buffer.from('garbage')), {
      tries: 1,
    });
    const answer = dns.a('example.com');
    await until(() => resolver.queries.length === 1);
    await clock.advance(2_000);
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
  });
});

describe('the question', () => {
  it('goes out from ports and with ids that cannot be guessed', async () => {
    const { dns, resolver } = await scriptedDns((query) =>
      query.respond(answerTo(query.packet, { answers: [truth] })),
    );
    await Promise.all(Array.from({ length: 60 }, () => dns.a('example.com')));
    const ids = new Set(resolver.queries.map(({ packet }) => packet.id));
    const ports = new Set(resolver.queries.map(({ from }) => from.port));
    expect(ids.size).toBeGreaterThan(50);
    expect(ports.size).toBeGreaterThan(30);
    const inARow = resolver.queries.map(({ packet }, index) => (packet.id ?? 0) - index);
    expect(new Set(inARow).size).toBeGreaterThan(50);
  });

  it('asks for recursion, and for answers of at most 1232 bytes', async () => {
    const { dns, resolver } = await scriptedDns((query) =>
      query.respond(answerTo(query.packet, { answers: [truth] })),
    );
    await dns.a('example.com');
    const { packet } = resolver.queries[0]!;
    expect(packet).toMatchObject({ type: 'query', flag_rd: true });
    expect(packet.questions).toEqual([{ name: 'example.com', type: 'A', class: 'IN' }]);
    expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
  });

  it('is recognised in an answer that spells it differently', async () => {
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
