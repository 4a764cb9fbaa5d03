import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { decode, encode } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exchangeRaw, portOf, rawQuestion } from '../../support/raw-dns.ts';
import { frame } from '../../support/scripted-resolver.ts';
import { serveZone } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

describe('the messages of the DNS server', () => {
  it('repeat id and question to the letter', async () => {
    const server = await serveZone({ 'example.com': { a: ['192.0.2.1'] } });
    const answer = decode(await exchangeRaw(server.address, encode(rawQuestion)));
    expect(answer).toMatchObject({
      id: 4711,
      type: 'response',
      flag_ra: true,
      questions: rawQuestion.questions,
    });
    expect(answer.additionals).toEqual([]);
  });

  it('carry the configured SOA in empty answers, or none', async () => {
    const server = await serveZone({
      'example.com': { soa: { ttlSeconds: 50, minimumSeconds: 40 } },
      'example.org': { soa: null },
    });
    const empty = decode(await exchangeRaw(server.address, encode(rawQuestion)));
    const questions = [{ type: 'A', name: 'example.org' }] as const;
    const bare = decode(
      await exchangeRaw(server.address, encode({ ...rawQuestion, questions: [...questions] })),
    );
    expect(empty.authorities).toMatchObject([{ type: 'SOA', ttl: 50, data: { minimum: 40 } }]);
    expect(bare.authorities).toEqual([]);
  });

  it('fit into 512 bytes for a client without EDNS (RFC 1035)', async () => {
    const server = await serveZone({
      'example.com': { a: Array.from({ length: 40 }, (_, index) => `192.0.2.${index}`) },
    });
    const answer = await exchangeRaw(server.address, encode(rawQuestion));
    expect(answer.length).toBeLessThanOrEqual(512);
    expect(decode(answer)).toMatchObject({ flag_tc: true, answers: [] });
  });

  it('are FORMERR for EDNS from a server without it', async () => {
    const server = await serveZone({ 'example.com': { a: ['192.0.2.1'] } }, { edns: false });
    const edns = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    } as const;
    const complaint = decode(
      await exchangeRaw(server.address, encode({ ...rawQuestion, additionals: [{ ...edns, options: [] }] })),
    );
    const answer = decode(await exchangeRaw(server.address, encode(rawQuestion)));
    expect((complaint.flags ?? 0) & 0xf).toBe(1);
    expect(answer.answers).toHaveLength(1);
  });

  it('work over TCP however the questions are split and joined', async () => {
    const server = await serveZone({ 'example.com': { a: ['192.0.2.1'] } });
    const connection = connect(portOf(server.address), '127.0.0.1');
    onTestFinished(async () => void connection.destroy());
    const received: Buffer[] = [];
    connection.on('data', (chunk) => received.push(chunk));
    const questions = Buffer.concat([1, 2, 3].map((id) => frame(encode({ ...rawQuestion, id }))));
    for (const [from, to] of [
      [0, 1],
      [1, 40],
      [40, questions.length],
    ] as const) {
      connection.write(questions.subarray(from, to));
      await new Promise(setImmediate);
    }
    const answer = encode(decode(await exchangeRaw(server.address, encode(rawQuestion))));
    await until(() => Buffer.concat(received).length === 3 * (answer.length + 2));
    expect(Buffer.concat(received).readUInt16BE(2)).toBe(1);
  });

  it('are not sent for garbage, answers, and several questions at once', async () => {
    const server = await serveZone({ 'example.com': { a: ['192.0.2.1'] } });
    const port = portOf(server.address);
    const socket = createSocket('udp4');
    onTestFinished(() => new Promise((resolve) => socket.close(resolve)));
    const answers: Buffer[] = [];
    socket.on('message', (message) => answers.push(message));
    const questions = rawQuestion.questions ?? [];
    for (const message of [
      Buffer.alloc(0),
      Buffer.alloc(5),
      Buffer.alloc(1_000, 0xff),
      encode({ ...rawQuestion, type: 'response' }),
      encode({ ...rawQuestion, questions: [...questions, ...questions] }),
      encode(rawQuestion),
    ]) {
      socket.send(message, port, '127.0.0.1');
    }
    await until(() => answers.length > 0);
    expect(answers.map((answer) => decode(answer).id)).toEqual([4711]);
    expect(server.questions).toBe(1);
  });
});
