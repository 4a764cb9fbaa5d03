import { describe, expect, it } from 'vitest';
import {
  type RecipientResult,
  runTransactions,
  type TransactionsRequest,
} from '../../../src/probe/session/transaction.ts';
import { closing, failed, play, replyOf } from './scripted-dialogue.ts';

const [ann, bob, cat] = ['ann@example.com', 'bob@example.com', 'cat@example.com'];
const sender = '250 2.1.0 Sender OK';
const accepted = '250 2.1.5 Recipient OK';
const refused = '550 5.1.1 No such user';
const reset = '250 2.0.0 Flushed';
const fenceWording = '250 2.0.0 flushed';

function request(changes: Partial<TransactionsRequest> = {}): TransactionsRequest {
  return {
    mailFrom: 'check@probe.example.net',
    transactions: [[ann, bob]],
    pipelining: true,
    smtpUtf8: false,
    fenceWording: undefined,
    ...changes,
  };
}

/** Words for what became of a recipient: its reply, or why there is none. */
function told(result: RecipientResult): string {
  if (result.kind === 'no-reply') return result.failure;
  const { stage, reply, fenced } = result;
  return `${fenced ? 'surely' : 'perhaps'} ${reply.code} to ${stage}`;
}

function outcomes(
  changes: Partial<TransactionsRequest>,
  ...received: Parameters<typeof play>[1][]
): readonly string[] {
  return play(runTransactions(request(changes)), ...received).result.recipients.map(told);
}

const commandsOf = (...recipients: readonly string[]) => [
  'MAIL FROM:<check@probe.example.net>',
  ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
  'RSET',
];

describe('transactions with pipelining', () => {
  it('are one group of commands, each ended by its fence', () => {
    const transactions = [[ann, bob], [cat]];
    const { steps, result } = play(runTransactions(request({ transactions })), [
      sender,
      accepted,
      refused,
      reset,
      sender,
      refused,
      reset,
    ]);
    expect(steps).toEqual([
      {
        kind: 'commands',
        stage: 'rcpt',
        commands: [...commandsOf(ann, bob), ...commandsOf(cat)],
        replyCount: 7,
      },
    ]);
    expect(result).toEqual({
      recipients: [accepted, refused, refused].map((text) => ({
        kind: 'reply',
        stage: 'rcpt',
        reply: replyOf(text),
        fenced: true,
      })),
      transactions: [
        { mail: replyOf(sender), rcpt: [replyOf(accepted), replyOf(refused)], fence: replyOf(reset) },
        { mail: replyOf(sender), rcpt: [replyOf(refused)], fence: replyOf(reset) },
      ],
    });
  });

  it('tell each recipient of a refused sender, and of the others what was said about them', () => {
    const transactions = [[ann, bob], [cat]];
    const replies = ['550 5.7.1 Go away', '503 MAIL first', '503 MAIL first', reset, sender, accepted, reset];
    expect(outcomes({ transactions }, replies)).toEqual([
      'surely 550 to mail',
      'surely 550 to mail',
      'surely 250 to rcpt',
    ]);
  });

  it('give the reply to MAIL for the recipients of a refused sender', () => {
    const { result } = play(runTransactions(request({ transactions: [[ann]] })), [
      '451 4.3.0 Try later',
      '503 MAIL first',
      reset,
    ]);
    expect(result.recipients).toEqual([
      { kind: 'reply', stage: 'mail', reply: replyOf('451 4.3.0 Try later'), fenced: true },
    ]);
  });

  it('announce SMTPUTF8 where a recipient needs it', () => {
    const { steps } = play(runTransactions(request({ smtpUtf8: true })), [sender, accepted, accepted, reset]);
    expect(steps[0]).toMatchObject({
      commands: ['MAIL FROM:<check@probe.example.net> SMTPUTF8', ...commandsOf(ann, bob).slice(1)],
    });
  });
});

describe('replies that no longer match their commands', () => {
  const wordless = undefined;
  it.each([
    ['RSET is refused', wordless, [sender, accepted, accepted, refused]],
    ['the fence is worded as no fence is', fenceWording, [sender, accepted, accepted, sender]],
    ['a recipient is accepted in the words of a fence', fenceWording, [sender, accepted, reset, reset]],
    ['a recipient is accepted after its sender was refused', wordless, [refused, refused, accepted, reset]],
    ['a reply names the other recipient', wordless, [sender, '250 <BOB@example.com> OK', accepted, reset]],
    ['two replies are exchanged', wordless, [sender, accepted, `550 <${ann}>: unknown`, reset]],
  ])('say nothing about any recipient: %s', (_, wording, replies) => {
    const transactions = [[ann, bob], [cat]];
    const received = [...replies, sender, accepted, reset];
    const { result } = play(runTransactions(request({ transactions, fenceWording: wording })), received);
    expect(result.recipients.map(told)).toEqual(['desynchronised', 'desynchronised', 'desynchronised']);
    expect(result).toMatchObject({ failure: 'desynchronised' });
    expect(result).not.toHaveProperty('transactions');
  });

  const ofAnn = `250 <${ann}> OK`;
  it.each([
    ['the fence is worded as no fence is', fenceWording, [sender, ofAnn, accepted, sender]],
    ['RSET is refused', wordless, [sender, ofAnn, accepted, refused]],
    ['a reply never came', wordless, failed('reply_timeout', sender, ofAnn, accepted)],
  ])('count where they name their own recipients, in a group and step by step: %s', (_, wording, replies) => {
    const [first] = outcomes({ fenceWording: wording }, replies);
    expect(first).toBe('surely 250 to rcpt');
    if (!Array.isArray(replies)) return;
    const oneByOne = replies.map((reply) => [reply]);
    expect(outcomes({ fenceWording: wording, pipelining: false }, ...oneByOne)[0]).toBe(first);
  });

  it('do not count for a recipient whose sender was refused, although they name it', () => {
    const received = failed('reply_timeout', refused, `503 <${ann}>: MAIL first`, refused);
    expect(outcomes({}, received)[0]).toBe('reply_timeout');
  });

  it('are found in any transaction of a group', () => {
    const transactions = [[cat], [ann, bob]];
    expect(
      outcomes({ transactions }, [sender, accepted, reset, sender, accepted, accepted, refused]),
    ).toEqual(['desynchronised', 'desynchronised', 'desynchronised']);
  });

  it.each([
    ['names its own recipient, in any case', '250 <Ann@Example.com> OK'],
    ['names its own recipient besides another one', `550 <${ann}>: did you mean <${bob}>?`],
    ['names somebody who was not asked about', '550 Write to <postmaster@example.com>'],
    ['names the other one without brackets', `550 unknown: ${bob}`],
    ['forwards mail to another one', `251 User not local; will forward to <${bob}>`],
  ])('are not seen in a reply that %s', (_, reply) => {
    expect(outcomes({}, [sender, reply, refused, reset])).toEqual([
      `surely ${reply.slice(0, 3)} to rcpt`,
      'surely 550 to rcpt',
    ]);
  });

  it('are not seen where every recipient is refused after its sender', () => {
    expect(outcomes({}, [refused, refused, refused, reset])).toEqual([
      'surely 550 to mail',
      'surely 550 to mail',
    ]);
  });

  it('are not seen in the words of a refusal, as fences are positive', () => {
    expect(outcomes({ fenceWording }, [sender, accepted, refused, reset])).toEqual([
      'surely 250 to rcpt',
      'surely 550 to rcpt',
    ]);
  });
});

describe('a group that ends early', () => {
  const transactions = [[ann, bob], [cat]];
  const first = [sender, accepted, refused, reset];

  it('leaves what was said before, if fences are known by their wording', () => {
    const ends = failed('connection_closed', ...first, sender, accepted);
    expect(outcomes({ transactions, fenceWording }, ends)).toEqual([
      'surely 250 to rcpt',
      'surely 550 to rcpt',
      'perhaps 250 to rcpt',
    ]);
  });

  it('leaves doubt about each acceptance otherwise: replies may have shifted', () => {
    expect(outcomes({ transactions }, failed('connection_closed', ...first, sender))).toEqual([
      'perhaps 250 to rcpt',
      'surely 550 to rcpt',
      'connection_closed',
    ]);
  });

  it('leaves doubt about every recipient without a fence', () => {
    const ends = failed('connection_closed', sender, refused, accepted);
    expect(outcomes({ transactions, fenceWording }, ends)).toEqual([
      'perhaps 550 to rcpt',
      'perhaps 250 to rcpt',
      'connection_closed',
    ]);
  });

  it('says nothing if a reply did not come: it may have been lost, and all later ones have moved', () => {
    expect(outcomes({ transactions, fenceWording }, failed('reply_timeout', ...first))).toEqual([
      'reply_timeout',
      'reply_timeout',
      'reply_timeout',
    ]);
  });

  it('gives the failure, and no transactions to learn from', () => {
    const { result } = play(runTransactions(request({ transactions })), failed('reply_too_long', ...first));
    expect(result).toMatchObject({ failure: 'reply_too_long' });
    expect(result).not.toHaveProperty('transactions');
  });

  it('gives the 421 that ended it to those that have no other reply', () => {
    const ends = closing('421 4.7.0 Too many errors', sender, refused);
    const { result } = play(runTransactions(request({ transactions: [[ann, bob]] })), ends);
    expect(result.recipients).toEqual([
      { kind: 'reply', stage: 'rcpt', reply: replyOf(refused), fenced: false },
      { kind: 'no-reply', failure: 'service-closing', closingReply: replyOf('421 4.7.0 Too many errors') },
    ]);
    expect(result.failure).toBe('service-closing');
  });

  it('has no closing reply where the server gave none', () => {
    const { result } = play(runTransactions(request()), failed('connection_closed'));
    expect(result.recipients).toEqual([
      { kind: 'no-reply', failure: 'connection_closed' },
      { kind: 'no-reply', failure: 'connection_closed' },
    ]);
    expect(result.recipients[0]).not.toHaveProperty('closingReply');
  });

  it('counts as closed where replies are missing without a failure', () => {
    expect(outcomes({}, [])).toEqual(['connection_closed', 'connection_closed']);
    expect(outcomes({}, [sender, refused])).toEqual(['perhaps 550 to rcpt', 'connection_closed']);
  });
});

describe('transactions without pipelining', () => {
  const transactions = [[ann, bob], [cat]];
  const lockstep = { transactions, pipelining: false };

  it('wait for each reply before the next command', () => {
    const received = [[sender], [accepted], [refused], [reset], [sender], [accepted], [reset]];
    const { steps, result } = play(runTransactions(request(lockstep)), ...received);
    const commands = [...commandsOf(ann, bob), ...commandsOf(cat)];
    const stages = ['mail', 'rcpt', 'rcpt', 'reset', 'mail', 'rcpt', 'reset'];
    expect(steps).toEqual(
      commands.map((command, index) => ({
        kind: 'commands',
        stage: stages[index],
        commands: [command],
        replyCount: 1,
      })),
    );
    expect(result).toEqual({
      recipients: [accepted, refused, accepted].map((text) => ({
        kind: 'reply',
        stage: 'rcpt',
        reply: replyOf(text),
        fenced: true,
      })),
      transactions: [
        { mail: replyOf(sender), rcpt: [replyOf(accepted), replyOf(refused)], fence: replyOf(reset) },
        { mail: replyOf(sender), rcpt: [replyOf(accepted)], fence: replyOf(reset) },
      ],
    });
  });

  it('name no recipient to a server that refuses the sender', () => {
    const received = [[refused], [reset], [sender], [accepted], [reset]];
    const { steps, result } = play(runTransactions(request(lockstep)), ...received);
    const [mail, fence] = commandsOf();
    expect(steps.slice(0, 2)).toMatchObject([{ commands: [mail] }, { commands: [fence] }]);
    expect(result.recipients.map(told)).toEqual([
      'surely 550 to mail',
      'surely 550 to mail',
      'surely 250 to rcpt',
    ]);
  });

  it('say nothing more once the connection has failed', () => {
    for (const received of [
      [failed('connection_closed')],
      [[sender], failed('connection_closed')],
      [[sender], [accepted], failed('connection_closed')],
      [[sender], [accepted], [accepted], failed('connection_closed')],
    ]) {
      const { steps, result } = play(runTransactions(request(lockstep)), ...received);
      expect(steps).toHaveLength(received.length);
      expect(result.failure).toBe('connection_closed');
      expect(result.recipients.map(told)).toEqual([
        received.length > 2 ? 'perhaps 250 to rcpt' : 'connection_closed',
        received.length > 3 ? 'perhaps 250 to rcpt' : 'connection_closed',
        'connection_closed',
      ]);
    }
  });

  it('end with a reply that came together with the failure', () => {
    for (const received of [
      [failed('reply_malformed', sender)],
      [[sender], failed('reply_malformed', accepted)],
    ]) {
      const { steps } = play(runTransactions(request(lockstep)), ...received);
      expect(steps).toHaveLength(received.length);
    }
  });

  it('begin no other transaction once replies no longer match, and believe nothing of the last one', () => {
    const received = [[sender], [accepted], [accepted], [refused]];
    const { result } = play(runTransactions(request(lockstep)), ...received);
    expect(result.recipients.map(told)).toEqual(['desynchronised', 'desynchronised', 'desynchronised']);
    expect(result.failure).toBe('desynchronised');
  });

  it('keep what earlier transactions have found', () => {
    const received = [[sender], [accepted], [refused], [reset], [sender], [accepted], [refused]];
    expect(outcomes(lockstep, ...received)).toEqual([
      'surely 250 to rcpt',
      'surely 550 to rcpt',
      'desynchronised',
    ]);
  });

  it('are checked by the wording of fences where it is known', () => {
    const received = [[sender], [accepted], [reset], [reset]];
    expect(outcomes({ ...lockstep, fenceWording }, ...received)).toEqual([
      'desynchronised',
      'desynchronised',
      'desynchronised',
    ]);
  });
});
