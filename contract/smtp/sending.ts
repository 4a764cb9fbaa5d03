import assert from 'node:assert/strict';
import { assertRejects, longWait, type ServerTest } from './fixture.ts';

const refused: readonly (readonly [name: string, command: string])[] = [
  ['CR LF', 'RCPT TO:<a@example.com>\r\nDATA'],
  ['LF', 'RCPT TO:<a@example.com>\nDATA'],
  ['CR', 'RCPT TO:<a@example.com>\rDATA'],
  ['NUL', 'RCPT TO:<a\0@example.com>'],
  ['CR LF at the end', 'NOOP\r\n'],
  ['half a character', 'RCPT TO:<\ud83d@example.com>'],
  ['2,047 octets before its CRLF', 'x'.repeat(2_047)],
  ['as many octets in fewer characters', `x${'ü'.repeat(1_023)}`],
];

export function sendingContract(test: ServerTest): void {
  test('writes a group of commands in order, each with CRLF', async ({ connect }) => {
    const { connection, peer } = await connect();
    const commands = ['RSET', 'MAIL FROM:<probe@example.com>', 'RCPT TO:<ann@example.org>'];
    await connection.send(commands);
    for (const command of commands) assert.equal(await peer.readCommand(), command);
    assert.equal(peer.received, commands.map((command) => `${command}\r\n`).join(''));
  });

  test('writes UTF-8, up to 2,048 octets per line', async ({ connect }) => {
    const { connection, peer } = await connect();
    const command = `${'ü'.repeat(1_021)}🙂`;
    await connection.send([command]);
    assert.equal(Buffer.from(await peer.readCommand(), 'latin1').toString('utf8'), command);
  });

  test('writes nothing for no commands', async ({ connect }) => {
    const { connection, peer } = await connect();
    await connection.send([]);
    await connection.send(['NOOP']);
    assert.equal(await peer.readCommand(), 'NOOP');
    assert.equal(peer.received, 'NOOP\r\n');
  });

  for (const [name, command] of refused) {
    test(`refuses a command with ${name}, writes nothing of its group, and stays usable`, async (context) => {
      const { connect } = context;
      const { connection, peer } = await connect();
      await assertRejects(connection.send(['RSET', command]), 'invalid_argument');
      await connection.send(['NOOP']);
      assert.equal(await peer.readCommand(), 'NOOP');
      assert.equal(peer.received, 'NOOP\r\n');
      peer.write('250 still here\r\n');
      assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['still here'] });
    });
  }

  test('sends while a receive is waiting', async ({ connect }) => {
    const { connection, peer } = await connect();
    const reply = connection.receive(longWait);
    await connection.send(['NOOP']);
    assert.equal(await peer.readCommand(), 'NOOP');
    peer.write('250 ok\r\n');
    assert.equal((await reply).code, 250);
  });

  test('rejects with connection_closed when closed while a buffer is full', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.stopReading();
    const group = Array.from({ length: 16_000 }, () => 'x'.repeat(2_000));
    const stuck = assertRejects(connection.send(group), 'connection_closed');
    connection.close();
    await stuck;
    peer.reset();
  });

  test('adds no listeners during a long session', async ({ connect }) => {
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on('warning', onWarning);
    const { connection, peer } = await connect();
    for (let round = 0; round < 60; round += 1) {
      await connection.send([`NOOP ${round}`]);
      assert.equal(await peer.readCommand(), `NOOP ${round}`);
      peer.write(`250 ${round}\r\n`);
      assert.deepEqual((await connection.receive(longWait)).lines, [String(round)]);
    }
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });
}
