import { describe, expect, it } from 'vitest';
import type {
  MailboxScript,
  SandboxDomain,
  SandboxExchange,
  SandboxWorld,
} from '../../adapters/sandbox/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sandboxedLookups } from './sandboxed-lookups.ts';

/** acme.example.com with these mailboxes, on one exchange that behaves like this. */
function worldOf(
  mailboxes: readonly string[] | Readonly<Record<string, MailboxScript>>,
  exchange: SandboxExchange = {},
  domain: SandboxDomain = {},
): SandboxWorld {
  return {
    domains: { 'acme.example.com': { mx: ['mx.example.com'], mailboxes, ...domain } },
    exchanges: { 'mx.example.com': exchange },
  };
}

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
      confidence: 97,
    });
    // The control, ann.lee, alee.
    expect(questions).toBe(3);
  });

  it.each(['ann.lee', 'alee', 'ann', 'annl', 'annlee'])('is found as %s', async (localPart) => {
    const { result } = await lookUp(worldOf([localPart]));
    expect(result.email).toBe(`${localPart}@acme.example.com`);
  });

  it('is found at a domain that is written in letters of its own', async () => {
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

  it('is found where single recipients are greylisted but unknown ones refused', async () => {
    const { result } = await lookUp(worldOf({ 'ann.lee': { greylistMs: 600_000 }, alee: 'accepts' }));
    expect(result.email).toBe('alee@acme.example.com');
  });

  it('is not taken for found where only the address of a function fits', async () => {
    const { result } = await lookUp(worldOf(['info']), 'Info/Desk/acme.example.com');
    expect(result.email).toBeNull();
  });
});

describe('a person who has none', () => {
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
    expect(questions).toBeLessThanOrEqual(8);
  });

  it('whose mailbox is full is told apart', async () => {
    const { result } = await lookUp(worldOf({ 'ann.lee': 'full' }));
    expect(result).toMatchObject({ email: null, explanation: expect.stringContaining('full') });
  });
});

describe('a domain where nobody can be found', () => {
  const yahoo: SandboxWorld = {
    domains: { 'acme.example.com': { mx: ['mta5.am0.yahoodns.net'], mailboxes: ['ann.lee'] } },
    exchanges: { 'mta5.am0.yahoodns.net': { acceptsEverything: true } },
  };
  const cases: Record<string, [SandboxWorld, explanation: RegExp, questions: number]> = {
    'that accepts everybody': [worldOf(['ann.lee'], {}, { catchAll: true }), /accepts every address/, 1],
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
    ['李/明/acme.example.com', /letters that there is no rule for/],
    ['…/-/acme.example.com', /letters that there is no rule for/],
  ])('or a name that nothing can be made of (%s) takes no network', async (person, explanation) => {
    await using running = await sandboxedLookups(worldOf(['ann.lee']));
    expect((await running.lookup(person)).explanation).toMatch(explanation);
    expect(running.sandbox.statistics.dnsQuestions).toBe(0);
  });
});

describe('an answer that is put off', () => {
  const greylist = { greylistMs: 300_000 };

  it.each(['ann.lee', 'alee'])('leaves %s for the next attempt, which then finds it', async (localPart) => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf([localPart], greylist), { clock });
    const first = await running.attempt(ann);
    expect(first).toMatchObject({
      settled: false,
      result: { substatus: 'no_address_found', explanation: expect.stringContaining('greylisting') },
    });
    clock.leap(360_000);
    expect(await running.attempt(ann)).toMatchObject({
      settled: true,
      result: {
        substatus: 'deliverable',
        email: `${localPart}@acme.example.com`,
        is_domain_catch_all: false,
      },
    });
  });

  it('is not taken for an acceptance by a server that then accepts everybody', async () => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf([], greylist, { catchAll: true }), { clock });
    await running.attempt(ann);
    clock.leap(360_000);
    expect(await running.attempt(ann)).toMatchObject({ settled: false, result: { email: null } });
  });

  it('by a server that has a problem ends the search, unsettled', async () => {
    await using running = await sandboxedLookups(
      worldOf({ 'ann.lee': { reply: '451 4.3.0 Temporary lookup failure' }, alee: 'accepts' }),
    );
    expect(await running.attempt(ann)).toMatchObject({ settled: false, result: { email: null } });
    expect(running.questions).toBe(2);
  });
});

describe('what is known already', () => {
  it('is not asked again: addresses that were refused', async () => {
    await using running = await sandboxedLookups(worldOf(['ann']));
    await running.verify('ann.lee@acme.example.com');
    await running.verify('Alee@acme.example.com');
    const before = running.questions;
    expect((await running.lookup(ann)).email).toBe('ann@acme.example.com');
    // Refusals have shown that the domain is selective, so that not even the control is needed.
    expect(running.questions - before).toBe(1);
  });

  it('is the answer: an address that is safe', async () => {
    await using running = await sandboxedLookups(worldOf(['ann.lee']));
    await running.verify('ann.lee@acme.example.com');
    const before = running.questions;
    expect((await running.lookup(ann)).email).toBe('ann.lee@acme.example.com');
    expect(running.questions).toBe(before);
  });

  it('is found out again where it was unknown', async () => {
    const replies = ['451 4.3.0 Temporary lookup failure', '250 2.1.5 Ok'];
    await using running = await sandboxedLookups(worldOf({ 'ann.lee': { replies } }));
    expect((await running.verify('ann.lee@acme.example.com')).status).toBe('unknown');
    expect((await running.lookup(ann)).email).toBe('ann.lee@acme.example.com');
  });
});

describe('people of one domain', () => {
  it('cost one question each once the first was found', async () => {
    await using running = await sandboxedLookups(worldOf(['ann', 'bob', 'cay']));
    await running.lookup(ann);
    for (const person of ['Bob/Smith', 'Cay/Jones']) {
      const before = running.questions;
      expect((await running.lookup(`${person}/acme.example.com`)).status).toBe('safe');
      expect(running.questions - before).toBe(1);
    }
  });

  it('who are looked for at once learn from the first who is found', async () => {
    const names = ['Ann/Lee', 'Bob/Smith', 'Cay/Jones', 'Dan/Moore', 'Eve/Gray', 'Fay/Hall'];
    const mailboxes = names.slice(1).map((name) => name.toLowerCase().replace('/', '_'));
    await using running = await sandboxedLookups(worldOf(mailboxes));
    const results = await Promise.all(names.map((name) => running.lookup(`${name}/acme.example.com`)));
    expect(results.filter(({ status }) => status === 'safe')).toHaveLength(5);
    const alone = running.questions;
    expect(alone).toBeLessThan(1 + 2 * 8 + 5);
  });

  it('who were not found are asked about once more when another shows how addresses are made', async () => {
    const names = ['Ann/Lee', 'Bob/Smith', 'Cay/Jones', 'Dan/Moore', 'Eve/Gray', 'Fay/Hall'];
    const mailboxes = names.map((name) => name.toLowerCase().split('/').reverse().join('.'));
    const people = names.map((name) => `${name}/acme.example.com`);
    await using oneByOne = await sandboxedLookups(worldOf(mailboxes));
    const first = await oneByOne.lookup(people[0]!);
    expect(first.email).toBeNull();
    await using atOnce = await sandboxedLookups(worldOf(mailboxes));
    const results = await Promise.all(people.map((person) => atOnce.lookup(person)));
    expect(results.map(({ email }) => email)).toEqual(mailboxes.map((name) => `${name}@acme.example.com`));
  });

  it('are kept apart from people of other domains', async () => {
    await using running = await sandboxedLookups({
      domains: {
        'acme.example.com': { mx: ['mx.example.com'], mailboxes: ['ann_lee'] },
        'bolt.example.com': { mx: ['mx.example.com'], mailboxes: ['bob.smith', 'bob_smith'] },
      },
      exchanges: { 'mx.example.com': {} },
    });
    await running.lookup(ann);
    const { email } = await running.lookup('Bob/Smith/bolt.example.com');
    expect(email).toBe('bob.smith@bolt.example.com');
  });
});
