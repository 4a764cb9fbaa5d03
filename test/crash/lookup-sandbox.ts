import { firstNames, lastNames } from '../../adapters/sandbox/demo/company-world.ts';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, type SandboxDomain, startSandbox } from '../../adapters/sandbox/index.ts';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LookupRow } from '../../src/resources.ts';
import { explanations, noMailExplanations } from '../../src/verdict/explanations.ts';
import { companyDomain, exchangeHost, numbered, slowExchanges } from './companies.ts';

/** A row of the submission, as answers show it, with its true result. */
export interface ExpectedRow extends LookupRow {
  /** Null: there is none, or none that can be confirmed. */
  readonly email: string | null;
  readonly explanation: string;
  /** The first result is inconclusive. */
  readonly greylisted: boolean;
}

const companies = 48;
const exchanges = 20;
const staffPerCompany = 7;
/** People without an address at the company: few enough for its pattern to be found in any order. */
const strangersPerCompany = 2;
const catchAllCompanies = 4;
const greylistingExchanges = 1;

/** Shorter than the first retry delay. */
const greylistMs = 500;

const patterns: readonly ((first: string, last: string) => string)[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first) => first,
];

/**
 * Returns 500 rows in random order: staff of companies, strangers to them, and rows that allow no address. No two
 * people of a company share a name, so that the address of one cannot be taken for that of another.
 */
export function expectedRows(seed: number): ExpectedRow[] {
  const random = new SeededRandom(seed);
  const people = numbered(companies, (company) => peopleOf(company)).flat();
  const withoutAddress = numbered(17, (index) => [
    unfindable(lookupExplanations.unreadableName, {
      first: 'ᛋᛁᚷᚱ',
      last: 'ᚨᚱᚾᛖ',
      domain: companyDomain(index),
    }),
    unfindable(lookupExplanations.badDomain, { ...namesOf(0, index), domain: 'example..com' }),
    unfindable(noMailExplanations['null-mx'], { ...namesOf(0, index), domain: 'null-mx.example.org' }),
    unfindable(noMailExplanations['no-domain'], { ...namesOf(0, index), domain: 'not-there.example.org' }),
  ]);
  return random.shuffled([...people, ...withoutAddress.flat()]);
}

/** Returns the rows as they are submitted: every fifth one is repeated later with another spelling. */
export function submittedRows(expected: readonly ExpectedRow[]): LookupRow[] {
  const rows = expected.map(({ first_name, last_name, domain }) => ({ first_name, last_name, domain }));
  const repeats = rows
    .filter((_, index) => index % 5 === 0)
    .map(({ first_name, last_name, domain }) => ({
      first_name: ` ${first_name.toUpperCase()}`,
      last_name: `${last_name.toLowerCase()} `,
      domain: domain.toUpperCase(),
    }));
  const half = rows.length / 2;
  const [early, late] = [repeats.slice(0, repeats.length / 2), repeats.slice(repeats.length / 2)];
  return [...rows.slice(0, half), ...early, ...rows.slice(half), ...late];
}

/** Starts the servers of `expectedRows`. `clock` times their replies. */
export function startLookupSandbox(clock: Clock): Promise<Sandbox> {
  const domains = numbered(companies, (company): [string, SandboxDomain] => [
    companyDomain(company),
    {
      mx: [exchangeHost(company % exchanges)],
      mailboxes: numbered(staffPerCompany, (index) => mailboxOf(company, index)),
      catchAll: isCatchAll(company),
    },
  ]);
  return startSandbox(
    {
      domains: { ...Object.fromEntries(domains), 'null-mx.example.org': { mx: 'null' } },
      exchanges: slowExchanges(exchanges, { exchanges: greylistingExchanges, greylistMs }),
    },
    { clock },
  );
}

function peopleOf(company: number): ExpectedRow[] {
  const domain = companyDomain(company);
  return numbered(staffPerCompany + strangersPerCompany, (index) => {
    const person = rowOf({ ...namesOf(company, index), domain });
    const greylisted = isGreylisting(company % exchanges);
    if (isCatchAll(company))
      return { ...person, email: null, explanation: lookupExplanations.catchAll, greylisted };
    if (index >= staffPerCompany)
      return { ...person, email: null, explanation: lookupExplanations.noneExists, greylisted };
    const email = `${mailboxOf(company, index)}@${domain}`;
    return { ...person, email, explanation: explanations.deliverable, greylisted };
  });
}

function unfindable(explanation: string, names: Names & { domain: string }): ExpectedRow {
  return { ...rowOf(names), email: null, explanation, greylisted: false };
}

interface Names {
  readonly first: string;
  readonly last: string;
}

/** Different first and different last names within a company. */
function namesOf(company: number, index: number): Names {
  const first = firstNames[(7 * company + index) % firstNames.length];
  const last = lastNames[(11 * company + index) % lastNames.length];
  if (first === undefined || last === undefined) throw new RangeError('There are no names.');
  return { first, last };
}

function rowOf({ first, last, domain }: Names & { domain: string }): LookupRow {
  return { first_name: capitalized(first), last_name: capitalized(last), domain };
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function mailboxOf(company: number, index: number): string {
  const { first, last } = namesOf(company, index);
  const pattern = patterns[company % patterns.length];
  if (pattern === undefined) throw new RangeError('There are no patterns.');
  return pattern(first, last);
}

function isGreylisting(exchange: number): boolean {
  return exchange < greylistingExchanges;
}

/** No company on a greylisting exchange: the greylist would also put off the catch-all probe. */
function isCatchAll(company: number): boolean {
  return company >= greylistingExchanges && company < greylistingExchanges + catchAllCompanies;
}
