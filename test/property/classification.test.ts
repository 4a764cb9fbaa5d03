import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../src/probe/reply/classification.ts';
import {
  type Classification,
  type Meaning,
  type Stage,
  subjectByMeaning,
} from '../../src/probe/reply/meanings.ts';
import { labelledReplies, parseReply, sessionNames } from '../probe/reply/labelled-replies.ts';
import { times } from '../support/values/for-all.ts';
import { words } from '../support/values/words.ts';

const stages: readonly Stage[] = ['greeting', 'hello', 'starttls', 'mail', 'rcpt', 'reset'];
const stage = fc.constantFrom(...stages);

/** Words that occur in phrases, and punctuation that servers put around them. */
const telling = [
  ...[
    'user unknown',
    'no such user',
    'mailbox full',
    'account disabled',
    'greylisted',
    'blocked using',
    'spamhaus',
  ],
  ...[
    'relay access denied',
    'sender address rejected',
    'try again later',
    'too many recipients',
    'starttls',
    'said: 550 5.1.1',
  ],
  ...[
    '5.1.1',
    '4.2.0',
    '5.7.1',
    '(#5.1.1)',
    '<ann@example.org>',
    'probe@verify.example.net',
    '收件人不存在',
    '\uE000',
    '%40',
    '...',
  ],
];
const line = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...telling), fc.string({ unit: 'grapheme', maxLength: 12 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const lines = fc.array(line, { maxLength: 6 });
const anyCode = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.integer(), fc.double());
const context = fc.record(
  {
    recipient: fc.oneof(fc.constant('ann@example.org'), fc.string({ unit: 'binary', maxLength: 330 })),
    sender: fc.oneof(fc.constant(sessionNames.sender), fc.string({ maxLength: 40 })),
    helo: fc.oneof(fc.constant(sessionNames.helo), fc.string({ maxLength: 40 })),
    provider: fc.constantFrom('gmail', 'microsoft-365', 'qq', 'mimecast', 'gmx', 'nobody'),
  },
  { requiredKeys: [] },
);

const ofMailbox: readonly Meaning[] = ['mailbox-not-found', 'mailbox-disabled', 'mailbox-full'];
const invalid: readonly Meaning[] = ['mailbox-not-found', 'mailbox-disabled'];

describe('classification', () => {
  test('classifies any reply at any stage, and the same reply always the same', () => {
    times(2_000).forAll(anyCode, lines, stage, context, (code, text, at, known) => {
      const classification = classify({ code, lines: text }, { stage: at, ...known });
      expect(subjectByMeaning).toHaveProperty(classification.meaning);
      expect(classify({ code, lines: [...text] }, { stage: at, ...known })).toEqual(classification);
    });
  });

  test('a reply to a command other than RCPT is never about the mailbox', () => {
    const elsewhere = stage.filter((at) => at !== 'rcpt');
    times(1_000).forAll(
      fc.integer({ min: 200, max: 599 }),
      lines,
      elsewhere,
      context,
      (code, text, at, known) => {
        expect(ofMailbox).not.toContain(classify({ code, lines: text }, { stage: at, ...known }).meaning);
      },
    );
  });

  test('only a permanent refusal calls a mailbox missing or disabled', () => {
    const other = fc.oneof(
      fc.integer({ min: 200, max: 499 }),
      fc.integer().filter((code) => code < 500 || code > 599),
    );
    times(2_000).forAll(other, lines, context, (code, text, known) => {
      expect(invalid).not.toContain(classify({ code, lines: text }, { stage: 'rcpt', ...known }).meaning);
    });
  });

  test('words about a block list, a sender or a temporary condition are never outweighed by "user unknown"', () => {
    const aboutOthers = fc.constantFrom(
      ...[
        'blocked using zen.spamhaus.org',
        'your IP address is blacklisted',
        'sender address rejected',
        'greylisted',
      ],
      ...[
        'relay access denied',
        'please try again later',
        'too many connections',
        'SPF check failed',
        'poor reputation',
      ],
    );
    const missing = fc.constantFrom(
      ...'user unknown, no such user here, mailbox not found, 5.1.1, account disabled'.split(', '),
    );
    times(1_000).forAll(
      fc.constantFrom(550, 551, 553, 554),
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      aboutOthers,
      missing,
      fc.lorem({ maxCount: 3 }),
      (code, order, others, absent, chatter) => {
        const parts = [others, absent, chatter];
        const text = order.map((index) => parts[index]).join('; ');
        expect(invalid).not.toContain(
          classify({ code, lines: [text] }, { stage: 'rcpt', ...sessionNames }).meaning,
        );
      },
    );
  });

  test('the case of the text is irrelevant', () => {
    const cased = fc.tuple(fc.constantFrom(...labelledReplies), fc.infiniteStream(fc.boolean()));
    times(2_000).forAll(cased, ([labelled, upper]) => {
      const reply = parseReply(labelled.reply);
      const swapped = reply.lines.map((text) =>
        [...text]
          .map((letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
          .join(''),
      );
      const known = knownOf(labelled);
      expect(classify({ code: reply.code, lines: swapped }, known)).toEqual(classify(reply, known));
    });
  });
});

function knownOf(labelled: (typeof labelledReplies)[number]) {
  const { stage: at, recipient, provider } = labelled;
  return { stage: at, recipient, ...sessionNames, ...(provider === undefined ? {} : { provider }) };
}

/** A reply that repeats the recipient somewhere: `{address}`, `{local}` or `{domain}`. */
const echoing: readonly (readonly [reply: string, meaning: Meaning])[] = [
  [
    '550 5.1.1 <{address}>: Recipient address rejected: User unknown in virtual mailbox table',
    'mailbox-not-found',
  ],
  ['550 5.1.1 <{address}>... User unknown', 'mailbox-not-found'],
  ['550 <{address}>: Recipient address rejected: User unknown', 'mailbox-not-found'],
  ['550 User <{address}> unknown', 'mailbox-not-found'],
  ['550 {address}: no such user', 'mailbox-not-found'],
  ['550 The account "{address}" does not exist', 'mailbox-not-found'],
  ["550 Mailbox '{local}' not found", 'mailbox-not-found'],
  ['550 No such user: {local}', 'mailbox-not-found'],
  ['550 User {local} does not exist at {domain}', 'mailbox-not-found'],
  ['550 5.1.1 {local}... User unknown', 'mailbox-not-found'],
  ['550 No such user at {domain}', 'mailbox-not-found'],
  ['550 User unknown', 'mailbox-not-found'],
  [
    '550-5.1.1 The email account {address} that you tried\n550 5.1.1 to reach does not exist',
    'mailbox-not-found',
  ],
  ['550 {escaped} is not a valid mailbox', 'mailbox-not-found'],
  ['550 5.2.1 <{address}>: account is disabled', 'mailbox-disabled'],
  ['552 5.2.2 <{address}>: mailbox over quota', 'mailbox-full'],
  [
    '450 4.2.0 <{address}>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/{domain}.html',
    'greylisted',
  ],
  [
    '450 4.1.1 <{address}>: Recipient address rejected: unverified address: Address verification in progress',
    'verification-pending',
  ],
  ['451 4.3.0 <{address}>: Temporary lookup failure', 'temporary-failure'],
  ['554 5.7.1 <{address}>: Relay access denied', 'not-responsible'],
  ['554 5.7.1 <{address}>: Client host rejected: Access denied', 'client-blocked'],
  ['550 5.7.1 <{address}>: Recipient address rejected: Access denied', 'policy-refused'],
  ['550 5.7.1 mail to {escaped} refused', 'policy-refused'],
  ['554 {address} refused', 'policy-refused'],
  ['550 5.1.8 <probe@verify.example.net>: Sender address rejected; recipient {address}', 'sender-refused'],
  ['452 4.5.3 <{address}>: too many recipients', 'too-many-recipients'],
];

/** Local parts made of words that occur in phrases. */
const tellingWord = fc.constantFrom(
  ...words(`
  user unknown blocked spam abuse ghost host mailbox full quota disabled no such not found greylist relay
  denied sender helo ptr rbl spamhaus invalid temporary recipient account reputation banned policy
  starttls too many again later ann x 550
`),
);
const nastyLocal = fc
  .tuple(
    tellingWord,
    fc.array(fc.tuple(fc.constantFrom('.', '-', '_', '+', ''), tellingWord), { maxLength: 3 }),
  )
  .map(([first, rest]) => first + rest.map(([sign, word]) => sign + word).join(''));
const nastyDomain = fc
  .array(tellingWord, { maxLength: 2 })
  .map((labels) => [...labels, 'example.org'].join('.'));

function reply(template: string, local: string, domain: string) {
  const address = `${local}@${domain}`;
  return parseReply(
    template
      .replaceAll('{address}', address)
      .replaceAll('{escaped}', encodeURIComponent(address))
      .replaceAll('{local}', local)
      .replaceAll('{domain}', domain),
  );
}

function classificationOf(template: string, local: string, domain: string): Classification {
  return classify(reply(template, local, domain), {
    stage: 'rcpt',
    recipient: `${local}@${domain}`,
    ...sessionNames,
  });
}

describe('the repeated recipient', () => {
  test.each(echoing)('is not taken for words of the server in: %s', (template, meaning) => {
    expect(classificationOf(template, 'ann', 'example.org').meaning).toBe(meaning);
    times(300).forAll(nastyLocal, nastyDomain, (local, domain) => {
      expect(classificationOf(template, local, domain)).toEqual(
        classificationOf(template, 'ann', 'example.org'),
      );
    });
  });

  test('may be repeated in another case', () => {
    times(500).forAll(
      fc.constantFrom(...echoing),
      nastyLocal,
      nastyDomain,
      ([template, meaning], local, domain) => {
        const shouted = reply(template, local.toUpperCase(), domain.toUpperCase());
        const known = { stage: 'rcpt', recipient: `${local}@${domain}`, ...sessionNames } as const;
        expect(classify(shouted, known).meaning).toBe(meaning);
      },
    );
  });
});
