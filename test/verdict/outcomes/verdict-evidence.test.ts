import { describe, expect, it } from 'vitest';
import { explanations, noMailExplanations } from '../../../src/verdict/explanations.ts';
import { evidenceOf } from '../../../src/verdict/outcomes/verdict-evidence.ts';
import { verdictWith } from '../verdicts.ts';

describe('the evidence behind a verdict', () => {
  it.each([
    [{}, 'accepted', 0.97],
    [{ is_domain_catch_all: null }, 'accepted+unsure', 0.93],
    [{ status: 'risky', substatus: 'catch_all', is_domain_catch_all: true }, 'accepted+catch_all', 0.58],
    [
      { status: 'risky', substatus: 'catch_all', is_domain_catch_all: null },
      'accepted+catch_all_likely',
      0.66,
    ],
    [{ status: 'risky', substatus: 'role_account', is_role_account: true }, 'accepted+role', 0.8],
    [{ status: 'risky', substatus: 'mailbox_full' }, 'full', 0.44],
    [
      { status: 'risky', substatus: 'disposable', is_disposable: true, is_role_account: true },
      'disposable',
      0.19,
    ],
    [{ status: 'risky', substatus: 'unverifiable', is_domain_catch_all: null }, 'unverifiable', 0.485],
    [{ is_secure_email_gateway: true, email_provider: 'Mimecast' }, 'accepted+filter', 0.9],
    [{ is_secure_email_gateway: false, email_provider: 'Sophos Email' }, 'accepted+filter', 0.9],
    [
      { status: 'invalid', substatus: 'mailbox_not_found', explanation: explanations.notFound },
      'not_found',
      0.99,
    ],
    [
      { status: 'invalid', substatus: 'mailbox_not_found', explanation: explanations.notFoundWeak },
      'not_found_unexplained',
      0.85,
    ],
    [
      {
        status: 'invalid',
        substatus: 'mailbox_not_found',
        // As a spreadsheet may have wrapped it.
        explanation: ` ${explanations.notFoundWeak.replace('; ', ';\n')}`,
      },
      'not_found_unexplained',
      0.85,
    ],
    [{ status: 'invalid', substatus: 'mailbox_disabled' }, 'disabled', 0.95],
  ] as const)('of %j is %s, which typically is worth what the tables say', (fields, kind, prior) => {
    const evidence = evidenceOf(verdictWith(fields));
    expect(evidence?.kind.name).toBe(kind);
    expect(evidence?.kind.typical).toBeCloseTo(prior, 2);
    const isRefusal = 'status' in fields && fields.status === 'invalid';
    expect(evidence?.kind.predicts).toBe(isRefusal ? 'bounce' : 'delivery');
  });

  it.each([
    { status: 'unknown', substatus: 'greylisted', confidence: null },
    { status: 'unknown', substatus: 'not_asked', confidence: null },
    // Of a later release.
    { status: 'risky', substatus: 'parked_domain' as 'disposable', confidence: 50 },
    { status: 'invalid', substatus: 'invalid_syntax', confidence: 100 },
    {
      status: 'invalid',
      substatus: 'no_mx_records',
      explanation: noMailExplanations['null-mx'],
      confidence: 100,
    },
  ] as const)('of %j is none', (fields) => {
    expect(evidenceOf(verdictWith(fields))).toBeUndefined();
  });

  it('names a provider that is known, and no other, whoever has written the verdict', () => {
    expect(evidenceOf(verdictWith({ email_provider: 'Google Workspace' }))?.provider).toBe(
      'Google Workspace',
    );
    expect(evidenceOf(verdictWith({ email_provider: 'ann@example.org' }))?.provider).toBe('Unknown');
  });
});
