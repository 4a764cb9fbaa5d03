import { describe, expect, it } from 'vitest';
import { explanations } from '../../src/verdict/explanations.ts';
import { share, verifierIn } from './verifier-fixture.ts';

const syntax = { timeoutMs: 10_000, share, level: 'syntax' } as const;
const dns = { ...syntax, level: 'dns' } as const;

const notAsked = { status: 'unknown', substatus: 'not_asked', confidence: null, is_domain_catch_all: null };

describe('a verification of the syntax', () => {
  it('asks nobody, and says what the address itself tells', async () => {
    const { verifier, asked, shares, clock } = verifierIn();
    expect(await verifier.verify('info@example.org', syntax)).toEqual({
      ...notAsked,
      email: 'info@example.org',
      explanation: explanations.notAskedDns,
      email_provider: 'Unknown',
      mx_record: null,
      is_secure_email_gateway: false,
      is_disposable: false,
      is_role_account: true,
      is_free: false,
    });
    expect([asked, shares]).toEqual([[], []]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    [
      'ann@example.test',
      {
        status: 'invalid',
        substatus: 'no_mx_records',
        explanation: 'The domain name is reserved for special use and never receives mail.',
      },
    ],
    ['ann@mailinator.com', { status: 'risky', substatus: 'disposable' }],
    ['ann@@example.org', { status: 'invalid', substatus: 'invalid_syntax' }],
  ])('knows %s without asking', async (email, expected) => {
    const { verifier, shares } = verifierIn();
    expect(await verifier.verify(email, syntax)).toMatchObject(expected);
    expect(shares).toEqual([]);
  });
});

describe('a verification of DNS', () => {
  it('tells exchange and provider, and asks no exchange', async () => {
    const { verifier, asked, examined, clock } = verifierIn({ mx: ['aspmx.l.google.com'] });
    expect(await verifier.verify('ann@example.org', dns)).toMatchObject({
      ...notAsked,
      explanation: explanations.notAskedServer,
      mx_record: 'aspmx.l.google.com',
      email_provider: 'Google Workspace',
    });
    expect([asked, examined]).toEqual([[], []]);
    expect(clock.pending).toBe(0);
  });

  it('tells a domain without mail, and one whose DNS fails', async () => {
    const nullMx = { kind: 'records', records: [{ preference: 0, exchange: '' }], ttlSeconds: 60 } as const;
    expect(await verifierIn({ mx: nullMx }).verifier.verify('ann@example.org', dns)).toMatchObject({
      status: 'invalid',
      substatus: 'no_mx_records',
    });
    const failed = { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' } as const;
    expect(await verifierIn({ mx: failed }).verifier.verify('ann@example.org', dns)).toMatchObject({
      status: 'unknown',
      substatus: 'dns_error',
    });
  });

  it('ends with its deadline', async () => {
    const { verifier, clock } = verifierIn({ mx: 'silent' });
    const verdict = verifier.verify('ann@example.org', dns);
    await clock.advance(10_000);
    expect(await verdict).toMatchObject({ substatus: 'timeout', mx_record: null });
    expect(clock.pending).toBe(0);
  });
});

it.each([
  ['smtp', 'The mail server did not answer in the time allowed.'],
  ['dns', 'The name servers of the domain did not answer in the time allowed.'],
  ['syntax', 'The name servers of the domain did not answer in the time allowed.'],
] as const)('A caller whose time is up at the level %s is told who did not answer', (level, explanation) => {
  const { verifier } = verifierIn();
  expect(verifier.timeoutVerdict('ann@example.org', level)).toMatchObject({
    substatus: 'timeout',
    explanation,
  });
  expect(verifier.timeoutVerdict('ann@@example.org', level)).toMatchObject({ substatus: 'invalid_syntax' });
});
