import { describe, expect, it } from 'vitest';
import type { SmtpReply } from '../../../src/ports/smtp-transport.ts';
import { contradictsFence, FenceLearner } from '../../../src/probe/session/fence-wording.ts';

function reply(text: string): SmtpReply {
  return { code: Number(text.slice(0, 3)), lines: [text.slice(4)] };
}

function transaction(mail: string, rcpt: string, fence: string) {
  return { mail: reply(mail), rcpt: [reply(rcpt)], fence: reply(fence) };
}

function learnt(...transactions: ReturnType<typeof transaction>[]) {
  return learntAfter({ extended: false }, transactions);
}

function learntAfter(
  capabilities: { extended: boolean },
  transactions: readonly ReturnType<typeof transaction>[],
) {
  const learner = new FenceLearner(capabilities);
  learner.learn(transactions);
  return learner;
}

describe('The wording of fences', () => {
  it.each([
    ['by codes', ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok']],
    ['by words', ['250 OK', '250 Accepted', '250 Reset OK']],
    ['by the words behind the same code', ['250 2.1.0 OK a1-b2', '250 2.1.5 OK c3', '250 2.1.5 Flushed d4']],
  ] as const)('is learnt from two transactions that agree, %s', (_, [mail, accepted, reset]) => {
    const fence = learnt(
      transaction(mail, '550 5.1.1 No such user', reset),
      transaction(mail, accepted, reset),
    );
    expect(fence.wording).toBeDefined();
    const wording = fence.wording ?? '';
    expect(contradictsFence(transaction(mail, accepted, reset), wording)).toBe(false);
    expect(contradictsFence(transaction(mail, accepted, accepted), wording)).toBe(true);
    expect(contradictsFence(transaction(mail, accepted, mail), wording)).toBe(true);
    expect(contradictsFence(transaction(mail, reset, reset), wording)).toBe(true);
  });

  it('is the same whatever numbers, names and identifiers a reply contains', () => {
    const fence = learnt(
      transaction('250 <a@b.example> ok', '250 ok <ann@example.com>', '250 Reset OK [x9f]'),
      transaction('250 <a@b.example> ok', '250 ok <bob@example.com>', '250 Reset OK [Zz81]'),
    );
    expect(fence.isHopeless).toBe(true);
    const other = learnt(
      transaction('250 <a@b.example> sender ok', '250 ok <ann@example.com>', '250 Reset OK [x9f]'),
      transaction('250 <a@b.example> sender ok', '250 ok <bob@example.com>', '250 Reset OK [Zz81]'),
    );
    expect(other.wording).toBe('250 reset ok');
  });

  it('is the same however its words are spaced, and whatever follows its first 200 characters', () => {
    const long = (end: string) => `250 ${'Reset '.repeat(40)}${end}`;
    for (const [one, other] of [
      ['250 Reset OK', '250 Reset   OK'],
      [long('here'), long('there')],
    ] as const) {
      const fence = learnt(
        transaction('250 Sender OK', '250 Accepted', one),
        transaction('250 Sender OK', '250 Accepted', other),
      );
      expect(fence.wording).toBeDefined();
    }
    expect(
      learnt(
        transaction('250 OK', '550 No', '250 Reset   OK'),
        transaction('250 OK', '550 No', '250 Reset OK'),
      ).wording,
    ).toBe('250 reset ok');
  });

  it('is learnt beside refusals of several lines', () => {
    const refusal = { code: 550, lines: ['5.1.1 No such user.', 'See our pages.'] };
    const refused = { ...transaction('250 OK', '550 No', '250 Reset OK'), rcpt: [refusal] };
    expect(learnt(refused, refused).wording).toBe('250 reset ok');
  });

  it('is never known where replies are missing', () => {
    const sound = transaction('250 OK', '250 Accepted', '250 Reset OK');
    for (const missing of [
      { mail: undefined, rcpt: [], fence: undefined },
      { ...sound, fence: undefined },
      { ...sound, mail: undefined },
    ]) {
      const learner = new FenceLearner({ extended: true });
      learner.learn([missing, missing]);
      expect(learner.isHopeless).toBe(true);
    }
  });

  it('is not known after one transaction', () => {
    const fence = learnt(transaction('250 OK', '250 Accepted', '250 Reset OK'));
    expect(fence.wording).toBeUndefined();
    expect(fence.isHopeless).toBe(false);
  });

  it.each([
    ['is worded like MAIL', [transaction('250 OK', '250 Accepted', '250 OK')]],
    ['follows a reply like the one before it', [transaction('250 OK', '250 OK', '250 Reset')]],
    [
      'is worded in another way the second time',
      [transaction('250 OK', '550 No', '250 Reset'), transaction('250 OK', '550 No', '250 Gone')],
    ],
    [
      'follows another reply to MAIL the second time',
      [transaction('250 host', '250 OK', '250 Accepted'), transaction('250 Reset', '250 OK', '250 Accepted')],
    ],
    ['follows a refused MAIL', [transaction('550 No', '503 First', '250 Reset OK')]],
  ])('is never known once the reply to RSET %s', (_, transactions) => {
    const sound = transaction('250 OK', '250 Accepted', '250 Reset OK');
    const fence = learnt(...transactions, sound, sound);
    expect(fence.wording).toBeUndefined();
    expect(fence.isHopeless).toBe(true);
  });

  it.each([
    ['it is worded like MAIL', transaction('250 OK', '250 Accepted', '250 OK')],
    ['MAIL is refused', transaction('550 No', '503 First', '250 Reset OK')],
    [
      'MAIL is answered like EHLO',
      {
        mail: { code: 250, lines: ['mx.example.com', 'PIPELINING'] },
        rcpt: [reply('250 OK')],
        fence: reply('250 Reset OK'),
      },
    ],
  ])('is never known although it is always the same, if %s', (_, always) => {
    const fence = learnt(always, always, always);
    expect(fence.wording).toBeUndefined();
    expect(fence.isHopeless).toBe(true);
  });

  it('is contradicted by any recipient that is accepted in its words, and by no missing fence', () => {
    const sound = transaction('250 Sender OK', '250 Accepted', '250 Reset OK');
    const several = { ...sound, rcpt: ['250 Accepted', '250 Reset OK', '550 No'].map(reply) };
    expect(contradictsFence(several, '250 reset ok')).toBe(true);
    expect(contradictsFence({ ...sound, fence: undefined }, '250 reset ok')).toBe(false);
  });

  const accepted = transaction('250 Sender OK', '250 Accepted', '250 OK');
  const refused = transaction('250 Sender OK', '550 No such user', '250 OK');

  it.each([
    ['none was accepted', [refused, refused, refused]],
    ['none was refused', [accepted, accepted, accepted]],
    [
      'one was accepted in the words of a fence',
      [refused, refused, transaction('250 Sender OK', '250 OK', '250 OK')],
    ],
    [
      'one was accepted in the words of MAIL, as by its copy',
      [refused, refused, transaction('250 Sender OK', '250 Sender OK', '250 OK')],
    ],
    ['replies have shifted', [refused, refused, transaction('250 OK', '250 Sender OK', '250 Accepted')]],
  ])('proves nothing about several recipients while %s', (_, transactions) => {
    const fence = learnt(...transactions);
    expect(fence.wording).toBe('250 ok');
    expect(fence.provesRecipients).toBe(false);
  });

  it.each([
    ['accepted', [accepted, refused]],
    ['refused', [refused, refused, accepted]],
  ])('proves them once recipients were accepted and refused, the first of them %s', (_, transactions) => {
    expect(learnt(...transactions).provesRecipients).toBe(true);
  });

  it('proves them without a refusal where no reply to EHLO passes for another one', () => {
    expect(learntAfter({ extended: true }, [accepted, accepted]).provesRecipients).toBe(true);
    expect(learntAfter({ extended: true }, [refused, refused]).provesRecipients).toBe(false);
  });

  it('is never known where a reply to EHLO passes for one to MAIL', () => {
    const ehlo = { code: 250, lines: ['mx.example.com', 'PIPELINING'] };
    const shifted = { mail: ehlo, rcpt: [reply('250 OK')], fence: reply('250 Accepted') };
    const sound = transaction('250 OK', '250 Accepted', '250 Reset OK');
    expect(learnt(shifted, sound, sound).isHopeless).toBe(true);
  });
});
