import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../src/errors.ts';
import { type Dialogue, quit, type SmtpStep, type StepResult } from '../../../src/probe/session/dialogue.ts';
import { DialogueRunner } from '../../../src/probe/session/dialogue-runner.ts';
import { ScriptedConnection } from './scripted-connection.ts';
import { replyOf } from './scripted-dialogue.ts';

function start() {
  const connection = new ScriptedConnection();
  const trace: string[] = [];
  const runner = new DialogueRunner(connection, 'mx.example.com', (kind, lines) =>
    trace.push([kind, ...(typeof lines === 'function' ? lines() : lines)].join(' | ')),
  );
  return { connection, trace, runner };
}

/** A dialogue of these steps, which returns what they received. */
function* stepsOf(...steps: readonly SmtpStep[]): Dialogue<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(yield step);
  return results;
}

describe('A dialogue', () => {
  it('sends each group at once, and receives its replies in order', async () => {
    const { connection, runner, trace } = start();
    const result = runner.run(stepsOf(['MAIL', 'RSET'], ['NOOP']));
    await yieldToEventLoop();
    expect(connection.groups).toEqual([['MAIL', 'RSET']]);
    connection.reply('250 one', '250 two');
    await yieldToEventLoop();
    connection.reply('250 three');
    expect(await result).toEqual([
      { replies: [replyOf('250 one'), replyOf('250 two')] },
      { replies: [replyOf('250 three')] },
    ]);
    expect(trace).toEqual([
      'sent | MAIL | RSET',
      'received | 250 one',
      'received | 250 two',
      'sent | NOOP',
      'received | 250 three',
    ]);
  });

  it('tells of each reply when it arrives', async () => {
    const { connection, runner } = start();
    const told: string[] = [];
    const result = runner.run(stepsOf(['MAIL', 'RSET']), {
      onReply: ({ lines }) => told.push(...lines),
    });
    connection.reply('250 one');
    await yieldToEventLoop();
    expect(told).toEqual(['one']);
    connection.reply('250 two');
    await result;
    expect(told).toEqual(['one', 'two']);
  });

  it('sends nothing where the server speaks first, and shows all lines of a reply', async () => {
    const { connection, runner, trace } = start();
    connection.reply('220-mx.example.com\n220-ESMTP\n220 ready');
    await runner.run(stepsOf([]));
    expect(connection.groups).toEqual([]);
    expect(trace).toEqual(['received | 220-mx.example.com | 220-ESMTP | 220 ready']);
  });

  it('waits longer for the greeting than for other replies, and as long as it is told', async () => {
    const { connection, runner } = start();
    connection.reply('220 hello');
    const result = runner.run(stepsOf([], ['MAIL']));
    await yieldToEventLoop();
    connection.reply('250 OK');
    await result;
    const ended = runner.run(quit(), { replyMs: 77 });
    await yieldToEventLoop();
    connection.reply('221 Bye');
    await ended;
    expect(connection.calls).toEqual(['receive in 30000', 'receive in 45000', 'receive in 77']);
    expect(connection.groups).toEqual([['MAIL'], ['QUIT']]);
  });

  it('receives a failure of the connection, with the replies before it', async () => {
    const { connection, runner, trace } = start();
    const result = runner.run(stepsOf(['MAIL', 'RSET']));
    await yieldToEventLoop();
    connection.reply('250 one');
    connection.fail('reply_timeout');
    expect(await result).toEqual([{ replies: [replyOf('250 one')], failure: 'reply_timeout' }]);
    expect(trace.at(-1)).toBe('failed | It failed: reply_timeout.');
  });

  it('receives a failure to send', async () => {
    const { connection, runner } = start();
    connection.sendError = new ConnectionError('connection_closed', 'It is closed.');
    expect(await runner.run(stepsOf(['MAIL']))).toEqual([{ replies: [], failure: 'connection_closed' }]);
    expect(connection.calls).toEqual([]);
  });

  it('rejects with errors that are no failure of the connection', async () => {
    const { connection, runner, trace } = start();
    const result = runner.run(stepsOf(['MAIL']));
    await yieldToEventLoop();
    connection.breakDown(new TypeError('our fault'));
    await expect(result).rejects.toThrow('our fault');
    expect(trace).toEqual(['sent | MAIL']);
  });

  it('works without anybody who watches', async () => {
    const connection = new ScriptedConnection();
    const runner = new DialogueRunner(connection, 'mx', undefined);
    const result = runner.run(stepsOf(['MAIL'], 'start-tls', ['RSET']));
    await yieldToEventLoop();
    connection.reply('250 OK');
    await yieldToEventLoop();
    connection.fail('connection_closed');
    expect(await result).toEqual([
      { replies: [replyOf('250 OK')] },
      { replies: [] },
      { replies: [], failure: 'connection_closed' },
    ]);
  });
});

describe('TLS', () => {
  it('is started with the name of the exchange', async () => {
    const { connection, runner, trace } = start();
    expect(await runner.run(stepsOf('start-tls'))).toEqual([{ replies: [] }]);
    expect(connection.calls).toEqual(['TLS with mx.example.com in 15000']);
    expect(trace).toEqual(['secured']);
  });

  it('that fails is a failure of the dialogue', async () => {
    const { connection, runner, trace } = start();
    connection.tlsError = new ConnectionError('tls_failed', 'No common cipher.');
    expect(await runner.run(stepsOf('start-tls'))).toEqual([{ replies: [], failure: 'tls_failed' }]);
    expect(trace).toEqual(['failed | No common cipher.']);
  });
});

describe('421', () => {
  it('ends a dialogue, and is no reply to any command', async () => {
    const { connection, runner } = start();
    const result = runner.run(stepsOf(['MAIL', 'RCPT', 'RSET']));
    await yieldToEventLoop();
    connection.reply('250 OK', '421 Too many errors');
    expect(await result).toEqual([
      {
        replies: [replyOf('250 OK')],
        failure: 'service-closing',
        closingReply: replyOf('421 Too many errors'),
      },
    ]);
  });

  it('ends it too if it comes after the last reply, with those replies', async () => {
    const { connection, runner } = start();
    const result = runner.run(stepsOf(['RCPT']));
    await yieldToEventLoop();
    connection.reply('550 No', '421 Too many errors');
    expect(await result).toEqual([
      {
        replies: [replyOf('550 No')],
        failure: 'service-closing',
        closingReply: replyOf('421 Too many errors'),
      },
    ]);
  });

  it('ends it if it comes before the commands are sent, which they are not then', async () => {
    const { connection, runner } = start();
    connection.reply('421 Shutting down');
    expect(await runner.run(stepsOf(['MAIL']))).toEqual([
      { replies: [], failure: 'service-closing', closingReply: replyOf('421 Shutting down') },
    ]);
    expect(connection.groups).toEqual([]);
  });
});

describe('A reply too many', () => {
  it('shows that replies and commands do not match, so none of the group counts', async () => {
    const { connection, runner } = start();
    const result = runner.run(stepsOf(['MAIL', 'RSET']));
    await yieldToEventLoop();
    connection.reply('250 one', '250 one', '250 two');
    expect(await result).toEqual([{ replies: [], failure: 'desynchronised' }]);
  });

  it('shows it before a group is sent, which it is not then', async () => {
    const { connection, runner } = start();
    connection.reply('250 again');
    expect(await runner.run(stepsOf(['MAIL']))).toEqual([{ replies: [], failure: 'desynchronised' }]);
    expect(connection.groups).toEqual([]);
    expect(connection.calls).toEqual(['receive in 45000']);
  });

  it('is found after a greeting as well', async () => {
    const { connection, runner } = start();
    connection.reply('220 hello', '220 hello');
    expect(await runner.run(stepsOf([]))).toEqual([{ replies: [], failure: 'desynchronised' }]);
  });

  it('that fails to arrive whole is that failure', async () => {
    const { connection, runner } = start();
    const result = runner.run(stepsOf(['MAIL']));
    await yieldToEventLoop();
    connection.reply('250 one');
    connection.fail('reply_malformed');
    expect(await result).toEqual([{ replies: [replyOf('250 one')], failure: 'reply_malformed' }]);
  });
});
