import assert from 'node:assert/strict';
import type { SmtpConnection } from '../../src/ports/smtp-transport.ts';
import { until } from '../until.ts';
import { assertClosed, assertRejects, longWait, type ServerTest } from './fixture.ts';

const malformed: readonly (readonly [name: string, bytes: string | Buffer])[] = [
  ['words', 'hello there\r\n'],
  ['letters for a code', 'abc x\r\n'],
  ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['binary', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x00, 0xff, 0x0a])],
  ['an empty line', '\r\n'],
  ['two digits', '25\r\n'],
  ['four digits', '2500 x\r\n'],
  ['a code without a separator', '250x\r\n'],
  ['code 199', '199 x\r\n'],
  ['code 600', '600 x\r\n'],
  ['code 000', '000 x\r\n'],
  ['white space before the code', ' 250 x\r\n'],
  ['another code on the last line', '250-a\r\n550 b\r\n'],
  ['another code on a line between', '250-a\r\n251-b\r\n250 c\r\n'],
  ['garbage instead of the next line', '250-a\r\nb\r\n'],
];

const tooLong: readonly (readonly [name: string, bytes: string | Buffer])[] = [
  ['a line of 2,049 bytes', `250 ${'x'.repeat(2_043)}\r\n`],
  ['129 lines', `${'250-x\r\n'.repeat(128)}250 y\r\n`],
  ['64 KiB and one byte', `${`250-${'x'.repeat(1_018)}\r\n`.repeat(63)}250 ${'y'.repeat(1_019)}\r\n`],
  ['200,000 continuation lines', `${'250-x\r\n'.repeat(200_000)}250 y\r\n`],
  ['16 MB in lines', `${`250-${'x'.repeat(500)}\r\n`.repeat(33_000)}250 y\r\n`],
  ['16 MB in one line', Buffer.alloc(16_777_216, '250-')],
];

export function hostileRepliesContract(test: ServerTest): void {
  for (const [name, bytes] of malformed) {
    test(`rejects ${name} with reply_malformed and closes`, async ({ connect }) => {
      const { connection, peer } = await connect();
      const refused = assertRejects(connection.receive(longWait), 'reply_malformed');
      peer.write(bytes);
      await refused;
      await assertClosed(connection, peer);
    });
  }

  for (const [name, bytes] of tooLong) {
    test(`rejects ${name} with reply_too_long and closes`, async ({ connect }) => {
      const { connection, peer } = await connect();
      const refused = assertRejects(connection.receive(longWait), 'reply_too_long');
      peer.write(bytes);
      await refused;
      await assertClosed(connection, peer);
    });
  }

  for (const [name, bytes] of [
    ['a line', 'x'],
    ['a reply', '250-x\r\n'],
  ] as const) {
    test(`rejects ${name} that never ends with reply_too_long and closes`, async ({ connect }) => {
      const { connection, peer } = await connect();
      const refused = assertRejects(connection.receive(longWait), 'reply_too_long');
      const streaming = peer.writeForever(bytes);
      await refused;
      await streaming;
      await assertClosed(connection, peer);
    });

    test(`closes on ${name} that never ends, even if no receive is waiting`, async ({ connect }) => {
      const { connection, peer } = await connect();
      await peer.writeForever(bytes);
      assert.equal(connection.unread, true);
      await assertRejects(connection.receive(longWait), 'reply_too_long');
      await assertClosed(connection, peer);
    });
  }

  test('closes on a flood of replies without commands', async ({ connect }) => {
    const { connection, peer } = await connect();
    await peer.writeForever('250 ok\r\n');
    await assertRejects(receiveAll(connection, 10_000), 'reply_too_long');
    await assertClosed(connection, peer);
  });

  test('first returns the replies that came before garbage', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.write('250 one\r\n250 two\r\ngarbage\r\n250 three\r\n');
    await until(() => peer.closed);
    assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['one'] });
    assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['two'] });
    await assertRejects(connection.receive(longWait), 'reply_malformed');
    await assertClosed(connection, peer);
  });
}

async function receiveAll(connection: SmtpConnection, limit: number): Promise<void> {
  for (let count = 0; count < limit; count += 1) await connection.receive(longWait);
}
