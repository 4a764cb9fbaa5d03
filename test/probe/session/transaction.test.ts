import { describe, expect, it } from 'vitest';
import { askGroup, type GroupRequest, type GroupResult } from '../../../src/probe/session/transaction.ts';
import { closing, failed, play, replyOf } from './scripted-dialogue.ts';

const [ann, bob, cat] = ['ann@example.com', 'bob@example.com', 'cat@example.com'];
const sender = '250 2.1.0 Sender OK';
const accepted = '250 2.1.5 Recipient OK';
const refused = '550 5.1.1 No such user';
const reset = '250 2.0.0 Flushed';

function ask(changes: Partial<GroupRequest>, ...received: Parameters<typeof play>[1][]) {
  const request = { mailFrom: 'check@probe.example.net', transactions: [[ann, bob]], smtpUtf8: false };
  return play(askGroup({ ...request, pipelining: true, ...changes }), ...received);
}

/** What counts of a group, or why it does not. */
const told = (result: GroupResult) =>
  result.kind === 'void'
    ? result.failure
    : result.recipients.map(({ stage, reply, index }) => `${reply.code} to ${stage}, as number ${index}`);

const commandsOf = (...recipients: readonly string[]) => [
  'MAIL FROM:<check@probe.example.net>',
  ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
  'RSET',
];

describe('A group with pipelining', () => {
  it('is sent at once, and gives each recipient its reply, with its place in the transaction', () => {
    const transactions = [[ann, bob], [cat]];
    const { steps, result } = ask({ transactions }, [
      sender,
      accepted,
      refused,
      reset,
      sender,
      refused,
      reset,
    ]);
    expect(steps).toEqual([[...commandsOf(ann, bob), ...commandsOf(cat)]]);
    expect(told(result)).toEqual([
      '250 to rcpt, as number 0',
      '550 to rcpt, as number 1',
      '550 to rcpt, as number 0',
    ]);
    expect(result).toMatchObject({ transactions: 2, isClosing: false });
  });

  it('gives the recipients of a refused sender the reply to MAIL', () => {
    const outOfOrder = '503 MAIL first';
    const replies = ['451 4.3.0 Try later', outOfOrder, reset, sender, accepted, reset];
    expect(told(ask({ transactions: [[ann], [bob]] }, replies).result)).toEqual([
      '451 to mail, as number 0',
      '250 to rcpt, as number 0',
    ]);
  });

  it('announces SMTPUTF8 where a recipient needs it', () => {
    const { steps } = ask({ smtpUtf8: true }, [sender, accepted, accepted, reset]);
    expect(steps).toEqual([
      ['MAIL FROM:<check@probe.example.net> SMTPUTF8', ...commandsOf(ann, bob).slice(1)],
    ]);
  });

  it.each([
    ['RSET is refused', [sender, accepted, accepted, refused]],
    ['RSET is not answered with 250', [sender, accepted, accepted, '220 Go ahead']],
    ['a recipient is accepted after its sender was refused', [refused, refused, accepted, reset]],
    ['a reply names the other recipient', [sender, '250 <BOB@example.com> OK', accepted, reset]],
    ['the reply to RSET names a recipient', [sender, accepted, accepted, `250 <${ann}> OK`]],
    ['RSET is answered like a recipient', [sender, accepted, refused, accepted]],
  ])('says nothing about anybody if %s', (_, replies) => {
    const transactions = [[cat], [ann, bob]];
    const { result } = ask({ transactions }, [sender, accepted, reset, ...replies]);
    expect(told(result)).toBe('desynchronised');
  });

  it('counts if RSET is answered with the code of a recipient, but in other words, as by Gmail', () => {
    const { result } = ask({ transactions: [[ann]] }, [sender, accepted, '250 2.1.5 Flushed']);
    expect(told(result)).toEqual(['250 to rcpt, as number 0']);
  });

  it('tells that RSET was refused, as by servers that count it', () => {
    expect(ask({}, [sender, accepted, accepted, '421 4.7.0 Too many']).result).toMatchObject({
      ...{ kind: 'void', isResetRefused: true },
    });
  });

  it('takes the address that mail is forwarded to, in 251, for no other recipient', () => {
    expect(told(ask({}, [sender, `251 Will forward to <${bob}>`, accepted, reset]).result)).toEqual([
      '251 to rcpt, as number 0',
      '250 to rcpt, as number 1',
    ]);
  });

  it('says nothing if a reply is missing, and tells what there was', () => {
    for (const [step, failure] of [
      [failed('connection_closed', sender, accepted), 'connection_closed'],
      [closing('421 4.7.0 Too many', sender, accepted), 'service-closing'],
    ] as const) {
      const { result } = ask({}, step);
      expect(result).toMatchObject({ kind: 'void', failure, replies: [sender, accepted].map(replyOf) });
    }
  });

  it('counts although a surplus 421 follows it, and nothing else may', () => {
    const all = [sender, accepted, accepted, reset];
    expect(ask({}, closing('421 Bye', ...all)).result).toMatchObject({ kind: 'counts', isClosing: true });
    expect(told(ask({}, failed('connection_closed', ...all)).result)).toBe('connection_closed');
    expect(told(ask({}, failed('desynchronised')).result)).toBe('desynchronised');
  });
});

describe('A group without pipelining', () => {
  const oneByOne = { pipelining: false, transactions: [[ann], [bob]] };

  it('waits for the reply to each command', () => {
    const received = [[sender], [accepted], [reset], [sender], [refused], [reset]];
    const { steps, result } = ask(oneByOne, ...received);
    expect(steps).toEqual([...commandsOf(ann), ...commandsOf(bob)].map((command) => [command]));
    expect(told(result)).toEqual(['250 to rcpt, as number 0', '550 to rcpt, as number 0']);
  });

  it('names nobody to a server that refuses the sender', () => {
    const { steps, result } = ask({ ...oneByOne, transactions: [[ann]] }, [refused], [reset]);
    expect([steps.length, told(result)]).toEqual([2, ['550 to mail, as number 0']]);
  });

  it('ends where it fails, and then says nothing', () => {
    const lost = failed('reply_timeout');
    for (const received of [[lost], [[sender], lost], [[sender], [accepted], lost]])
      expect(told(ask(oneByOne, ...received).result)).toBe('reply_timeout');
  });
});
