import type { Socket } from 'node:net';
import { decode, type Packet } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDns } from '../../../adapters/net/dns/dns.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openSockets } from '../../support/open-sockets.ts';
import { addressRecord, answerTo, frame, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { until } from '../../support/until.ts';

const truncated = 1 << 9;
const records = Array.from({ length: 150 }, (_, index) => addressRecord('example.com', `192.0.2.${index}`));
const expected = {
  kind: 'records',
  records: records.map((_, index) => `192.0.2.${index}`),
  ttlSeconds: 300,
};

/** Starts a resolver that truncates every answer over UDP, and calls `onTcpQuery` for each query over TCP. */
async function startTruncatingResolver(onTcpQuery: (connection: Socket, query: Packet) => void) {
  const resolver = await startScriptedResolver({
    onQuery: (query) => query.respond(answerTo(query.packet, { flags: truncated })),
    onConnection: (connection) => {
      const chunks: Buffer[] = [];
      connection.on('data', (chunk) => {
        chunks.push(chunk);
        const received = Buffer.concat(chunks);
        if (received.length >= 2 && received.length === 2 + received.readUInt16BE(0)) {
          onTcpQuery(connection, decode(received.subarray(2)));
        }
      });
    },
  });
  const clock = new ManualClock();
  const dns = createDns({ servers: [resolver.address], clock });
  onTestFinished(async () => {
    await dns.close();
    await resolver.close();
  });
  return { dns, clock, resolver };
}

describe('a truncated answer', () => {
  it('is repeated over TCP, with the same question', async () => {
    const questions: Packet[] = [];
    const { dns } = await startTruncatingResolver((connection, query) => {
      questions.push(query);
      connection.write(frame(answerTo(query, { answers: records })));
    });
    expect(await dns.a('example.com')).toEqual(expected);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({ flag_rd: true, questions: [{ name: 'example.com', type: 'A' }] });
  });

  it('is read from chunks of any size', async () => {
    const { dns } = await startTruncatingResolver((connection, query) => {
      connection.setNoDelay(true);
      const bytes = frame(answerTo(query, { answers: records }));
      const write = (from: number) => {
        if (from >= bytes.length) return;
        // The length itself arrives in two chunks.
        const size = from < 4 ? 1 : 700;
        connection.write(bytes.subarray(from, from + size), () => setImmediate(write, from + size));
      };
      write(0);
    });
    expect(await dns.a('example.com')).toEqual(expected);
  });

  it('ignores bytes after the answer', async () => {
    const { dns } = await startTruncatingResolver((connection, query) => {
      const answer = frame(answerTo(query, { answers: records }));
      connection.write(Buffer.concat([answer, Buffer.alloc(100_000, 0xff)]));
    });
    expect(await dns.a('example.com')).toEqual(expected);
  });

  it.each<[string, (connection: Socket, query: Packet) => void]>([
    ['closes', (connection) => connection.end()],
    ['resets', (connection) => connection.resetAndDestroy()],
    ['closes in the middle', (connection, query) => connection.end(frame(answerTo(query)).subarray(0, 20))],
  ])('is a server failure if the server %s', async (_what, onTcpQuery) => {
    const { dns } = await startTruncatingResolver(onTcpQuery);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
  });

  it.each<[string, (query: Packet) => Buffer]>([
    ['garbage', () => frame(Buffer.alloc(100, 0xff))],
    ['nothing', () => frame(Buffer.alloc(0))],
    ['half an answer', (query) => frame(answerTo(query, { answers: records }).subarray(0, 100))],
    [
      'another id',
      (query) => frame(answerTo({ ...query, id: ((query.id ?? 0) + 1) & 0xffff }, { answers: records })),
    ],
    [
      'another question',
      (query) => frame(answerTo({ ...query, questions: [{ type: 'A', name: 'example.org' }] })),
    ],
    ['truncation again', (query) => frame(answerTo(query, { flags: truncated }))],
  ])('is malformed if the server sends %s over TCP', async (_what, answer) => {
    const { dns } = await startTruncatingResolver((connection, query) => connection.write(answer(query)));
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
  });

  it('is a server failure if the server is silent over TCP, after the timeout of one try', async () => {
    let received = false;
    const { dns, clock, resolver } = await startTruncatingResolver((connection) => {
      connection.write(Buffer.from([0xff]));
      received = true;
    });
    const answer = dns.a('example.com');
    await until(() => received);
    await clock.advance(2_000);
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'server-failure' });
    expect(resolver.queries).toHaveLength(1);
  });

  it('is requested from the next server if the first has no TCP', async () => {
    const first = await startScriptedResolver({
      onQuery: (query) => query.respond(answerTo(query.packet, { flags: truncated })),
    });
    const second = await startScriptedResolver({
      onQuery: (query) => query.respond(answerTo(query.packet, { answers: records.slice(0, 1) })),
    });
    const dns = createDns({ servers: [first.address, second.address], clock: new ManualClock() });
    onTestFinished(async () => {
      await dns.close();
      await first.close();
      await second.close();
    });
    expect(await dns.a('example.com')).toMatchObject({ records: ['192.0.2.0'] });
  });

  it('leaves no socket and no timer when aborted', async () => {
    let received = false;
    const { dns, clock } = await startTruncatingResolver(() => {
      received = true;
    });
    const before = await openSockets();
    const controller = new AbortController();
    const answer = dns.a('example.com', { signal: controller.signal });
    await until(() => received);
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(clock.pending).toBe(0);
    expect(await openSockets()).toEqual(before);
  });
});
