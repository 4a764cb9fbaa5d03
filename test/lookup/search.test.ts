import { describe, expect, it } from 'vitest';
import type { SandboxWorld } from '../../adapters/sandbox/index.ts';
import { KeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { LoopSteps } from '../../src/concurrency/loop-steps.ts';
import { shareOfRequests } from '../../src/concurrency/work-share.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import { search } from '../../src/lookup/search.ts';
import { explanations } from '../../src/verdict/explanations.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sandboxedLookups, worldOf } from './sandboxed-lookups.ts';

const ann = 'Ann/Lee/acme.example.com';

async function lookUp(world: SandboxWorld, person = ann) {
  await using running = await sandboxedLookups(world);
  const result = await running.lookup(person);
  expect(running.sandbox.statistics.violations).toEqual([]);
  return { result, questions: running.questions };
}

describe('a person who has an address', () => {
  it('is found, with all that a verification says of the address', async () => {
    const { result, questions } = await lookUp(worldOf(['alee']), '  ANN / lee /Acme.example.COM');
    expect(result).toEqual({
      status: 'safe',
      substatus: 'deliverable',
      explanation: 'The mail server accepts this address and refuses addresses that do not exist.',
      email_provider: 'Unknown',
      credits_consumed: 1,
      first_name: 'Ann',
      last_name: 'Lee',
      domain: 'acme.example.com',
      email: 'alee@acme.example.com',
      mx_record: 'mx.example.com',
      is_domain_catch_all: false,
      is_secure_email_gateway: false,
      is_disposable: false,
      is_role_account: false,
      is_free: false,
      confidence: 95,
    });
    // ann.lee, alee, and the catch-all probe: one refused name does not show that all others are.
    expect(questions).toBe(3);
  });

  it.each(['ann.lee', 'alee', 'ann', 'annl', 'annlee'])('is found as %s', async (localPart) => {
    const { result } = await lookUp(worldOf([localPart]));
    expect(result.email).toBe(`${localPart}@acme.example.com`);
  });

  it('is found at an internationalised domain', async () => {
    const world: SandboxWorld = {
      domains: { 'bücher.example.com': { mx: ['mx.example.com'], mailboxes: ['joerg.mueller'] } },
      exchanges: { 'mx.example.com': {} },
    };
    const { result } = await lookUp(world, 'Jörg/Müller/bücher.example.com');
    expect(result).toMatchObject({
      domain: 'bücher.example.com',
      email: 'joerg.mueller@xn--bcher-kva.example.com',
    });
  });

  it('is found if existing recipients are greylisted and unknown ones refused', async () => {
    const { result } = await lookUp(worldOf({ 'ann.lee': { greylistMs: 600_000 }, alee: 'accepts' }));
    expect(result.email).toBe('alee@acme.example.com');
  });

  it('is not found if only a role account fits', async () => {
    const { result } = await lookUp(worldOf(['info']), 'Info/Desk/acme.example.com');
    expect(result.email).toBeNull();
  });
});

describe('at a domain that nobody knows', () => {
  it.each([
    ['needs a catch-all probe if the first address is accepted', worldOf(['ann.lee']), 2],
    ['needs none if two addresses are refused before', worldOf(['ann']), 3],
    [
      'needs one if two addresses are refused as closed, because a catch-all refuses these too',
      worldOf({ 'ann.lee': 'disabled', alee: 'disabled', ann: 'accepts' }),
      4,
    ],
  ])('a find %s', async (_, world, questions) => {
    const outcome = await lookUp(world);
    expect(outcome.result).toMatchObject({ status: 'safe', is_domain_catch_all: false });
    expect(outcome.questions).toBe(questions);
  });

  it.each([
    ['nobody', []],
    ['somebody who left', ['ann.lee']],
    ['all who left', ['ann.lee', 'alee']],
  ])('nobody is found if it accepts everybody but %s', async (_, left) => {
    const mailboxes = Object.fromEntries(left.map((localPart) => [localPart, 'disabled' as const]));
    const { result, questions } = await lookUp(worldOf(mailboxes, {}, { catchAll: true }));
    expect(result).toMatchObject({ email: null, explanation: lookupExplanations.catchAll });
    expect(questions).toBe(left.length + 2);
  });

  it('that accepts everybody, people who are looked up at once cost two questions together', async () => {
    await using running = await sandboxedLookups(worldOf([], {}, { catchAll: true }));
    const people = ['Ann/Lee', 'Bob/Ray', 'Cay/Fox'].map((name) => `${name}/acme.example.com`);
    const results = await Promise.all(people.map((person) => running.lookup(person)));
    expect(results.map(({ email }) => email)).toEqual([null, null, null]);
    expect(running.questions).toBe(2);
  });
});

describe('a person who has no address', () => {
  it('is not found, and nothing else is said', async () => {
    const { result, questions } = await lookUp(worldOf(['bob.smith']));
    expect(result).toEqual({
      status: 'unknown',
      substatus: 'no_address_found',
      explanation: 'None of the addresses that this person would most likely have at the domain exists.',
      email_provider: 'Unknown',
      credits_consumed: 1,
      first_name: 'Ann',
      last_name: 'Lee',
      domain: 'acme.example.com',
      email: null,
      mx_record: null,
      is_domain_catch_all: null,
      is_secure_email_gateway: false,
      is_disposable: null,
      is_role_account: null,
      is_free: null,
      confidence: null,
    });
    expect(questions).toBeLessThanOrEqual(15);
  });

  it('is distinguished from one whose mailbox is full', async () => {
    const { result } = await lookUp(worldOf({ 'ann.lee': 'full' }));
    expect(result).toMatchObject({ email: null, explanation: expect.stringContaining('full') });
  });

  it('is distinguished from one whose mailbox is full also where somebody was found', async () => {
    await using running = await sandboxedLookups(worldOf({ 'bob.smith': 'accepts', 'ann.lee': 'full' }));
    await running.lookup('Bob/Smith/acme.example.com');
    const before = running.questions;
    expect(await running.lookup(ann)).toMatchObject({ explanation: lookupExplanations.mailboxFull });
    expect(running.questions - before).toBe(1);
  });
});

describe('a backup that accepts everybody', () => {
  const world: SandboxWorld = {
    domains: {
      'acme.example.com': {
        mx: ['mx.example.com', 'backup.example.com'],
        mailboxes: ['ann.lee', 'bob.smith'],
      },
    },
    exchanges: {
      'mx.example.com': { refusesConnections: true },
      'backup.example.com': { acceptsEverything: true },
    },
  };

  it.each([
    ['where nobody was found', undefined],
    ['where somebody was found', { confirmed: { 'first.last': 1 } }],
  ])('tells neither that a person exists nor that none does: %s', async (_, known) => {
    await using running = await sandboxedLookups(world);
    if (known !== undefined)
      await running.stores.cache.set('lookup-patterns:acme.example.com', {
        value: JSON.stringify(known),
        expiresAt: Number.MAX_SAFE_INTEGER,
      });
    expect(await running.lookup(ann)).toMatchObject({
      email: null,
      explanation: explanations.backupAccepts,
    });
  });
});

describe('a domain where no person can be found', () => {
  const yahoo: SandboxWorld = {
    domains: { 'acme.example.com': { mx: ['mta5.am0.yahoodns.net'], mailboxes: ['ann.lee'] } },
    exchanges: { 'mta5.am0.yahoodns.net': { acceptsEverything: true } },
  };
  const cases: Record<string, [SandboxWorld, explanation: RegExp, questions: number]> = {
    'that accepts everybody': [worldOf(['ann.lee'], {}, { catchAll: true }), /accepts every address/, 2],
    'of a provider that accepts everything at first': [yahoo, /^Yahoo Mail accepts every address/, 0],
    'that does not exist': [{ domains: {}, exchanges: {} }, /does not exist/, 0],
    'without mail': [{ domains: { 'acme.example.com': { mx: 'null' } }, exchanges: {} }, /takes no mail/, 0],
    'whose name servers fail': [
      { domains: { 'acme.example.com': { dns: 'server-failure' } }, exchanges: {} },
      /name servers/,
      0,
    ],
    'whose server nobody reaches': [worldOf(['ann.lee'], { refusesConnections: true }), /No connection/, 0],
    'whose server refuses to talk to us': [worldOf(['ann.lee'], { blocks: 'hello' }), /refuses to talk/, 0],
    'whose server says nothing of anybody': [
      worldOf(['ann.lee'], { replies: { rcpt: '252 2.5.2 Cannot verify the user' } }),
      /cannot be checked/,
      1,
    ],
  };
  it.each(Object.entries(cases))(
    '%s is given up at once, and the explanation says why',
    async (_, [world, explanation, questions]) => {
      const outcome = await lookUp(world);
      expect(outcome.result).toMatchObject({ status: 'unknown', substatus: 'no_address_found', email: null });
      expect(outcome.result.explanation).toMatch(explanation);
      expect(outcome.questions).toBe(questions);
    },
  );

  it.each([
    ['Ann/Lee/no domain', /The domain is not one/],
    ['Ann/Lee/gmail.com', /^Anybody can have an address at this email provider/],
    ['Ann/Lee/mailinator.com', /disposable/],
    ['ᏣᎳᎩ/ᏗᏏ/acme.example.com', /letters that there is no rule for/],
    ['…/-/acme.example.com', /letters that there is no rule for/],
  ])('or a name without candidates (%s) needs no network', async (person, explanation) => {
    await using running = await sandboxedLookups(worldOf(['ann.lee']));
    expect((await running.lookup(person)).explanation).toMatch(explanation);
    expect(running.sandbox.statistics.dnsQuestions).toBe(0);
  });
});

it('a person whose name was not read in time, after costly names of the account, is no lookup: nothing is charged', async () => {
  const clock = new ManualClock();
  const share = shareOfRequests('acme');
  const { signal } = new AbortController();
  await LoopSteps.of(clock).alone(share, () => clock.leap(10_000), signal);
  const asked = async () => {
    throw new Error('Nobody is to be asked.');
  };
  const outcome = search(
    { first_name: 'Ann', last_name: 'Lee', domain: 'acme.example.com' },
    { timeoutMs: 5_000, share },
    {
      clock,
      verifier: { examineDomain: asked },
      verify: asked,
      knowledge: { recall: asked, learn: asked },
      domainLocks: new KeyedMutex(),
    },
  );
  const rejected = expect(outcome).rejects.toThrow(ServiceUnavailable);
  await clock.advance(5_000);
  await rejected;
});
