import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MailboxScript, SandboxDomain, SandboxWorld } from '../../adapters/sandbox/index.ts';
import type { LookupRow } from '../../src/resources.ts';
import { sandboxedLookups } from '../lookup/sandboxed-lookups.ts';
import { times } from '../support/values/for-all.ts';

const firstNames = ['Ann', 'Bob', 'Cay', 'Jörg', 'Zoë', 'Jean-Luc'] as const;
const lastNames = ['Lee', 'Smith', 'Müller', 'van den Berg', 'O’Neil', 'García López'] as const;

const localParts = [
  ...['ann.lee', 'alee', 'ann', 'lee', 'annl', 'bob.smith', 'bsmith', 'bob', 'smith.bob', 'bob_smith'],
  ...['cay.vandenberg', 'cay.berg', 'cvandenberg', 'joerg.mueller', 'jorg.muller', 'jmueller', 'joerg'],
  ...['zoe.oneil', 'zoneil', 'zoe', 'jeanluc.garcia', 'jgarcia', 'jean-luc.garcia', 'jlgarcia', 'info'],
] as const;

const script: fc.Arbitrary<MailboxScript> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('accepts' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<MailboxScript>(
      'missing',
      'full',
      'disabled',
      { reply: '451 4.3.0 Temporary lookup failure' },
      { greylistMs: 3_600_000 },
    ),
  },
);

const company = fc.record({
  mailboxes: fc.dictionary(fc.constantFrom(...localParts), script, { maxKeys: 12 }),
  catchAll: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  shared: fc.boolean(),
});

const exchange = fc.constantFrom(
  {},
  {},
  { pipelining: false },
  { maxRefusals: 3 },
  { maxConnections: 1 },
  { enhancedCodes: false },
  { greylistMs: 3_600_000 },
  { greylistMs: 3_600_000, greylists: 'existing' as const },
);

const scene = fc.array(company, { minLength: 1, maxLength: 3 }).chain((companies) =>
  fc.record({
    companies: fc.constant(companies),
    exchanges: fc.tuple(exchange, exchange, exchange, exchange),
    rows: fc.array(
      fc.record<LookupRow>({
        first_name: fc.constantFrom(...firstNames),
        last_name: fc.constantFrom(...lastNames),
        domain: fc.constantFrom(...companies.map((_, index) => domainOf(index))),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
);

function domainOf(index: number): string {
  return `company${index}.example.com`;
}

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

function worldOf({ companies, exchanges }: Scene): SandboxWorld {
  const hosts = exchanges.map((settings, index) => [`mx${index}.example.com`, settings] as const);
  const domains = companies.map(({ mailboxes, catchAll, shared }, index): [string, SandboxDomain] => [
    domainOf(index),
    { mx: [shared ? 'mx3.example.com' : `mx${index}.example.com`], mailboxes, catchAll },
  ]);
  return { domains: Object.fromEntries(domains), exchanges: Object.fromEntries(hosts) };
}

describe('whatever the companies and their exchanges are like', () => {
  it('who is found is always accepted, for at most twenty questions a person and one a domain', async () => {
    await times(60).forAllAsync(scene, async (drawn) => {
      await using running = await sandboxedLookups(worldOf(drawn));
      const results = await Promise.all(
        drawn.rows.map(({ first_name, last_name, domain }) =>
          running.lookup(`${first_name}/${last_name}/${domain}`, { timeoutMs: 60_000 }),
        ),
      );
      for (const [index, { email, status, domain }] of results.entries()) {
        expect(domain).toBe(drawn.rows[index]!.domain);
        expect(email === null).toBe(status === 'unknown');
        if (email === null) continue;
        const [localPart = ''] = email.split('@');
        const { mailboxes, catchAll } = drawn.companies[Number(/\d/.exec(domain))]!;
        expect(catchAll).toBe(false);
        expect(mailboxes[localPart]).toBe('accepts');
      }
      const { statistics } = running.sandbox;
      // How many connections an exchange takes is learned by trying.
      const violations = statistics.violations.filter(({ kind }) => kind !== 'too-many-connections');
      expect(violations).toEqual([]);
      const asked = [...statistics.recipients.keys()];
      for (const [index] of drawn.companies.entries()) {
        const domain = domainOf(index);
        const people = new Set(
          drawn.rows
            .filter((row) => row.domain === domain)
            .map((row) => `${row.first_name} ${row.last_name}`),
        );
        const questions = asked.filter((address) => address.endsWith(`@${domain}`)).length;
        expect(questions).toBeLessThanOrEqual(20 * people.size + 1);
      }
    });
  });
});
