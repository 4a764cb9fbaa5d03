import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/probe/classification.ts';
import { KnownReplies } from '../../src/probe/known-replies.ts';

describe('a reply met before', () => {
  it('is read as if it were new, whoever the recipients are and in whatever order they come', () => {
    const word = fc.constantFrom('ann', 'user', 'unknown', 'blocked', 'full', 'mailbox', 'a', 'host', 'x.y');
    const recipient = fc
      .tuple(word, fc.constantFrom('example.org', 'unknown.example.com', 'blocked.example.net'))
      .map(([localPart, domain]) => `${localPart}@${domain}`);
    const template = fc.constantFrom(
      '5.1.1 <{}>: Recipient address rejected: User unknown',
      '5.1.1 {} user unknown',
      'mailbox unavailable',
      '5.2.2 mailbox full',
      '5.7.1 client host blocked',
      '4.2.0 <{}>: greylisted',
      'no such user {} here',
      '',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(recipient, template, fc.constantFrom(450, 550, 552)), { maxLength: 30 }),
        (asked) => {
          const known = new KnownReplies();
          for (const [address, text, code] of asked) {
            const reply = { code, lines: [text.replaceAll('{}', address)] };
            const context = { stage: 'rcpt', recipient: address } as const;
            expect(known.classify(reply, context)).toEqual(classify(reply, context));
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
