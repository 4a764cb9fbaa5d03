import assert from 'node:assert/strict';
import type { ContractRunner } from '../runner.ts';
import { patience, play, rejects, type SmtpTransportContractSubject } from './scene.ts';

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

export function sendingContract(
  { describe, it }: ContractRunner,
  subject: SmtpTransportContractSubject,
): void {
  describe('sending', () => {
    it('writes a group of commands in order, CRLF after each', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        const commands = ['RSET', 'MAIL FROM:<probe@example.com>', 'RCPT TO:<ann@example.org>'];
        await connection.send(commands);
        for (const command of commands) assert.equal(await peer.command(), command);
        assert.equal(peer.heard, commands.map((command) => `${command}\r\n`).join(''));
      }));

    it('writes UTF-8, up to 2,048 octets a line', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        const command = `${'ü'.repeat(1_021)}🙂`;
        await connection.send([command]);
        assert.equal(Buffer.from(await peer.command(), 'latin1').toString('utf8'), command);
      }));

    it('writes nothing for no commands', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        await connection.send([]);
        await connection.send(['NOOP']);
        assert.equal(await peer.command(), 'NOOP');
        assert.equal(peer.heard, 'NOOP\r\n');
      }));

    for (const [name, command] of refused) {
      it(`refuses a command with ${name}, writes nothing of its group, and stays usable`, () =>
        play(subject, async ({ connect }) => {
          const { connection, peer } = await connect();
          await rejects(connection.send(['RSET', command]), 'invalid_argument');
          await connection.send(['NOOP']);
          assert.equal(await peer.command(), 'NOOP');
          assert.equal(peer.heard, 'NOOP\r\n');
          peer.say('250 still here\r\n');
          assert.deepEqual(await connection.receive(patience), { code: 250, lines: ['still here'] });
        }));
    }

    it('sends while a receive is waiting', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        const reply = connection.receive(patience);
        await connection.send(['NOOP']);
        assert.equal(await peer.command(), 'NOOP');
        peer.say('250 ok\r\n');
        assert.equal((await reply).code, 250);
      }));

    it('rejects with connection_closed when closed while a buffer is full', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.stopReading();
        const group = Array.from({ length: 16_000 }, () => 'x'.repeat(2_000));
        const stuck = rejects(connection.send(group), 'connection_closed');
        connection.close();
        await stuck;
        peer.reset();
      }));

    it('holds a long session without piling up listeners', () =>
      play(subject, async ({ connect }) => {
        const warnings: string[] = [];
        const heed = (warning: Error) => warnings.push(warning.name);
        process.on('warning', heed);
        const { connection, peer } = await connect();
        for (let round = 0; round < 60; round += 1) {
          await connection.send([`NOOP ${round}`]);
          assert.equal(await peer.command(), `NOOP ${round}`);
          peer.say(`250 ${round}\r\n`);
          assert.deepEqual((await connection.receive(patience)).lines, [String(round)]);
        }
        process.off('warning', heed);
        assert.deepEqual(warnings, []);
      }));
  });
}
