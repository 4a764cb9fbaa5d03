import { describe, expect, test } from 'vitest';
import { providers } from '../../../src/exchange/providers.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { Classification } from '../../../src/probe/reply/meanings.ts';
import {
  providerRepliesAboutRecipient,
  providerRepliesAboutUs,
} from '../../../src/probe/reply/provider-replies.ts';
import {
  codeAlone,
  type LabelledReply,
  labelledReplies,
  parseReply,
  sessionNames,
} from './labelled-replies.ts';

function classificationOf(labelled: LabelledReply): Classification {
  const { reply, stage, recipient, provider } = labelled;
  return classify(parseReply(reply), {
    stage,
    recipient,
    ...sessionNames,
    ...(provider === undefined ? {} : { provider }),
  });
}

describe('a labelled reply is classified as its label says', () => {
  test.each(labelledReplies.map((labelled) => [labelled.stage, labelled.reply, labelled] as const))(
    '%s: %s',
    (_stage, _reply, labelled) => {
      const { meaning, certainty } = labelled;
      const classification = classificationOf(labelled);
      expect(classification).toMatchObject({
        meaning,
        ...(certainty === undefined ? {} : { certainty }),
      });
      if ('reach' in labelled) expect(classification.reach).toBe(labelled.reach);
      if ('wordless' in labelled) expect(classification.wordless ?? false).toBe(labelled.wordless);
    },
  );
});

describe('the costliest error', () => {
  const aboutOthers = labelledReplies.filter(({ subject }) => subject !== 'recipient');

  test('no reply about us, our sender, the server or a temporary condition calls the mailbox missing or disabled', () => {
    const invalid = aboutOthers.filter((labelled) =>
      ['mailbox-not-found', 'mailbox-disabled'].includes(classificationOf(labelled).meaning),
    );
    expect(aboutOthers.length).toBeGreaterThanOrEqual(100);
    expect(invalid).toEqual([]);
  });

  test('nor does a reply about us or our sender whose code is changed to 550 5.1.1', () => {
    const invalid = aboutOthers
      .filter(({ subject, stage }) => stage === 'rcpt' && (subject === 'client' || subject === 'sender'))
      .filter(({ note }) => note !== codeAlone)
      .map((labelled) => ({ ...labelled, reply: withCode511(labelled.reply) }))
      .filter((labelled) =>
        ['mailbox-not-found', 'mailbox-disabled'].includes(classificationOf(labelled).meaning),
      );
    expect(invalid).toEqual([]);
  });
});

describe('Haraka, if no plugin has accepted the recipient', () => {
  // It says the same of domains that are not in its list, and of mailboxes that a plugin has left to others.
  test.each(['ann@example.org', 'user@example.org', 'mail@mail.example.org'])(
    'says nothing of the mailbox %s',
    (recipient) => {
      const reply = { code: 550, lines: [`I cannot deliver mail for <${recipient}>`] };
      expect(classify(reply, { stage: 'rcpt', recipient })).toEqual({
        meaning: 'not-responsible',
        certainty: 'explicit',
        reach: 'domain',
      });
    },
  );
});

function withCode511(reply: string): string {
  return reply.replace(/^[245]\d\d([ -])(?:#?[245]\.\d+\.\d+ ?)?/gm, '550$15.1.1 ');
}

test('every provider in the table of provider replies is a known provider', () => {
  const known = providers.map(({ id }) => id);
  const named = [...providerRepliesAboutUs, ...providerRepliesAboutRecipient].flatMap(
    (row) => row.providers ?? [],
  );
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});

test('every provider of a labelled reply is a known provider', () => {
  const known = providers.map(({ id }) => id);
  const named = labelledReplies.flatMap(({ provider }) => provider ?? []);
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});

test('an unknown provider, or none, makes no difference', () => {
  const reply = parseReply('550 5.1.1 User unknown');
  expect(classify(reply, { stage: 'rcpt', provider: 'nobody' })).toEqual(classify(reply, { stage: 'rcpt' }));
});

test('a refusal means the same whoever is refused, unless his name is one of its words', () => {
  const meaningOf = (name: string, line: string) => {
    const recipient = `${name}@example.org`;
    return classify({ code: 550, lines: [line] }, { stage: 'rcpt', recipient, ...sessionNames }).meaning;
  };
  for (const name of ['ann', 'bob', 'spam', 'blocked'])
    expect(meaningOf(name, `<${name}@example.org>: no such user`)).toBe('mailbox-not-found');
  expect(meaningOf('ann', 'blocked: no such user')).toBe('client-blocked');
  expect(meaningOf('blocked', 'blocked: no such user')).toBe('mailbox-not-found');
  expect(meaningOf('bob', '<bob@example.org>: spam: no such user')).toBe('client-blocked');
  expect(meaningOf('spam', 'spam: no such user')).toBe('mailbox-not-found');
});
