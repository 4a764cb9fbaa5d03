import { describe, expect, it } from 'vitest';
import { lookupCard } from '../../../adapters/cli/output/lookup-card.ts';
import type { EmailLookup } from '../../../src/resources.ts';
import { verification } from '../verification.ts';

const plain = { durationMs: 128, colour: false };

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
    const hostile = '\u001b]0;title\u0007\n  status  safe';
    const names = { first_name: hostile, last_name: hostile, domain: hostile, email: hostile };
    const card = lookupCard(lookup({ ...names, mx_record: hostile, explanation: hostile }), plain);
    expect(card).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(card.match(/^ {2}status/gm)).toHaveLength(1);
  });
});
