import assert from 'node:assert/strict';
import type { SmtpReply } from '../../src/ports/smtp-transport.ts';
import { until } from '../until.ts';
import { longWait, type ServerTest } from './fixture.ts';

const ehlo = Buffer.from('250-mx.example.com\r\n250-SIZE 1000\r\n250 Grüße – 你好\r\n');
const ehloReply: SmtpReply = { code: 250, lines: ['mx.example.com', 'SIZE 1000', 'Grüße – 你好'] };

/** Bytes of a server, and the reply they make. */
const wellFormed: readonly (readonly [name: string, bytes: string | Buffer, reply: SmtpReply])[] = [
  ['a greeting', '220 mx.example.com ESMTP\r\n', { code: 220, lines: ['mx.example.com ESMTP'] }],
  ['several lines', ehlo, ehloReply],
  ['a bare code', '250\r\n', { code: 250, lines: [''] }],
  ['a bare code at the end of several lines', '250-a\r\n250\r\n', { code: 250, lines: ['a', ''] }],
  ['no text after the separator', '250-\r\n250 \r\n', { code: 250, lines: ['', ''] }],
  ['LF alone', '250-a\n250 b\n', { code: 250, lines: ['a', 'b'] }],
  ['LF alone after a bare code', '250\n', { code: 250, lines: [''] }],
  ['white space in the text, unchanged', '250  a\tb \r\n', { code: 250, lines: [' a\tb '] }],
  ['the lowest code', '200 x\r\n', { code: 200, lines: ['x'] }],
  ['the highest code', '599 x\r\n', { code: 599, lines: ['x'] }],
  ['bytes that are no UTF-8', Buffer.from('550 caf\xe9\r\n', 'latin1'), { code: 550, lines: ['caf\xe9'] }],
  [
    'the longest line',
    Buffer.from(`250 ${'\xe9'.repeat(2_042)}\r\n`, 'latin1'),
    { code: 250, lines: ['\xe9'.repeat(2_042)] },
  ],
  [
    'the most lines',
    `${'250-x\r\n'.repeat(127)}250 y\r\n`,
    { code: 250, lines: [...Array<string>(127).fill('x'), 'y'] },
  ],
  [
    'the most bytes',
    `${`250-${'x'.repeat(1_018)}\r\n`.repeat(63)}250 ${'y'.repeat(1_018)}\r\n`,
    { code: 250, lines: [...Array<string>(63).fill('x'.repeat(1_018)), 'y'.repeat(1_018)] },
  ],
];

export function repliesContract(test: ServerTest): void {
  for (const [name, bytes, reply] of wellFormed) {
    test(`reads ${name}`, async ({ connect }) => {
      const { connection, peer } = await connect();
      peer.write(bytes);
      assert.deepEqual(await connection.receive(longWait), reply);
      assert.equal(connection.unread, false);
    });
  }

  test('reads a reply that is split into two packets, at every byte', async ({ connect }) => {
    const { connection, peer } = await connect();
    for (let cut = 1; cut < ehlo.length; cut += 1) {
      peer.write(ehlo.subarray(0, cut));
      await until(() => connection.unread);
      peer.write(ehlo.subarray(cut));
      assert.deepEqual(await connection.receive(longWait), ehloReply);
    }
  });

  test('reads a reply that arrives byte by byte', async ({ connect }) => {
    const { connection, peer } = await connect();
    const reply = connection.receive(longWait);
    for (const byte of ehlo) await peer.write(Buffer.from([byte]));
    assert.deepEqual(await reply, ehloReply);
  });

  test('reads several replies in one packet, one by one and in order', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.write('250 one\r\n550-two\r\n550 and a half\r\n450 three\r\n');
    assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['one'] });
    assert.equal(connection.unread, true);
    assert.deepEqual(await connection.receive(longWait), { code: 550, lines: ['two', 'and a half'] });
    assert.deepEqual(await connection.receive(longWait), { code: 450, lines: ['three'] });
    assert.equal(connection.unread, false);
  });

  test('keeps two hundred pipelined replies in order, however they are split into packets', async (context) => {
    const { connect } = context;
    const { connection, peer } = await connect();
    const numbers = Array.from({ length: 200 }, (_, number) => String(number));
    await connection.send(numbers.map((number) => `RCPT TO:<user${number}@example.com>`));
    const answer = async () => {
      for (const number of numbers) {
        assert.equal(await peer.readCommand(), `RCPT TO:<user${number}@example.com>`);
        await peer.write(`250-${number}\r\n250 `);
        await peer.write(`${number}\r\n`);
      }
    };
    const answered = answer();
    for (const number of numbers) {
      assert.deepEqual(await connection.receive(longWait), { code: 250, lines: [number, number] });
    }
    await answered;
  });

  test('reports unread bytes: a whole reply, or the beginning of one', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.write('421 closing\r\n');
    await until(() => connection.unread);
    assert.equal((await connection.receive(longWait)).code, 421);
    assert.equal(connection.unread, false);
    peer.write('2');
    await until(() => connection.unread);
  });

  test('does not report the beginning of an awaited reply as unread', async ({ connect, server }) => {
    const { connection, peer } = await connect();
    const reply = connection.receive(longWait);
    await peer.write('250-first\r\n250 ');
    await server.synchronise();
    assert.equal(connection.unread, false);
    await peer.write('last\r\n');
    assert.deepEqual(await reply, { code: 250, lines: ['first', 'last'] });
    assert.equal(connection.unread, false);
  });
}
