import { describe, expect, it } from 'vitest';
import { lookupCard, verdictCard } from '../../../adapters/cli/output/result-cards.ts';
import type { EmailLookup } from '../../../src/resources.ts';
import { verification } from '../verification.ts';

const plain = { durationMs: 128, colour: false };
const hostile = '\u001b]0;title\u0007\n  status  safe';

/** About an address, the same in both cards. */
const facts = [
  '  status         safe',
  '  substatus      deliverable',
  '  explanation    The mail server accepts this address.',
  '  provider       Google Workspace',
  '  exchange       mx.example.org',
  '  catch-all      no',
  '  gateway        no',
  '  disposable     no',
  '  role account   no',
  '  free provider  no',
  '  confidence     97 %',
];

describe('verdictCard', () => {
  it('shows a verdict as aligned labels and values', () => {
    expect(verdictCard(verification(), plain)).toBe(
      ['  address        ann@example.org', ...facts, '  duration       128 ms', ''].join('\n'),
    );
  });

  it('says what is unknown', () => {
    const card = verdictCard(
      verification({ is_domain_catch_all: null, is_free: null, mx_record: null, confidence: null }),
      plain,
    );
    expect(card).toContain('catch-all      unknown\n');
    expect(card).toContain('free provider  unknown\n');
    expect(card).toContain('exchange       none\n');
    expect(card).toContain('confidence     none\n');
  });

  it('wraps and indents the explanation', () => {
    const card = verdictCard(verification({ explanation: 'one two three four five six seven' }), {
      ...plain,
      columns: 40,
    });
    expect(card).toContain('explanation    one two three four five\n                 six seven\n');
  });

  it.each([
    ['safe', 32],
    ['risky', 33],
    ['invalid', 31],
    ['unknown', 36],
  ] as const)('colours the status %s and nothing else', (status, colour) => {
    const card = verdictCard(verification({ status }), { ...plain, colour: true });
    expect(card).toContain(`status         \u001b[${colour}m${status}\u001b[39m\n`);
    expect(card.split('\u001b')).toHaveLength(3);
  });

  it('shows long durations in seconds', () => {
    expect(verdictCard(verification(), { ...plain, durationMs: 69_940 })).toContain(
      'duration       69.9 s\n',
    );
  });

  it('escapes control characters in text from outside', () => {
    const card = verdictCard(
      verification({ email: hostile, mx_record: hostile, email_provider: hostile, explanation: hostile }),
      plain,
    );
    expect(card).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(card.match(/^ {2}status/gm)).toHaveLength(1);
  });
});

function lookup(changes: Partial<EmailLookup> = {}): EmailLookup {
  return {
    first_name: 'Ann',
    last_name: 'Baker',
    domain: 'example.org',
    credits_consumed: 1,
    ...(verification({ email: 'ann.baker@example.org' }) as Omit<
      EmailLookup,
      'first_name' | 'last_name' | 'domain' | 'credits_consumed'
    >),
    ...changes,
  };
}

const missing = {
  email: null,
  status: 'unknown',
  substatus: 'no_address_found',
  explanation: 'There is none.',
  email_provider: 'Unknown',
  mx_record: null,
  credits_consumed: 0,
} as const;

describe('lookupCard', () => {
  it('shows the person and the facts about the address', () => {
    expect(lookupCard(lookup(), plain)).toBe(
      [
        '  person         Ann Baker',
        '  domain         example.org',
        '  address        ann.baker@example.org',
        ...facts,
        '  credits        1',
        '  duration       128 ms',
        '',
      ].join('\n'),
    );
  });

  it('leaves out the facts if no address was found', () => {
    expect(lookupCard(lookup({ ...missing, first_name: '' }), plain)).toBe(
      [
        '  person       Baker',
        '  domain       example.org',
        '  address      none',
        '  status       unknown',
        '  substatus    no_address_found',
        '  explanation  There is none.',
        '  credits      0',
        '  duration     128 ms',
        '',
      ].join('\n'),
    );
  });

  it('colours the status and nothing else', () => {
    expect(lookupCard(lookup(), { ...plain, colour: true })).toContain('\u001b[32msafe\u001b[39m\n');
    expect(lookupCard(lookup(missing), { ...plain, colour: true }).split('\u001b')).toHaveLength(3);
  });

  it('escapes control characters in text from outside', () => {
    const names = { first_name: hostile, last_name: hostile, domain: hostile, email: hostile };
    const card = lookupCard(lookup({ ...names, mx_record: hostile, explanation: hostile }), plain);
    expect(card).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(card.match(/^ {2}status/gm)).toHaveLength(1);
  });
});
