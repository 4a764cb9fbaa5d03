import { firstNames, lastNames } from '../../adapters/sandbox/demo/person-names.ts';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, type SandboxDomain, startSandbox } from '../../adapters/sandbox/index.ts';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import type { Clock } from '../../src/ports.ts';
import type { LookupRow } from '../../src/resources.ts';
import { explanations, noMailExplanations } from '../../src/verdict/explanations.ts';

/** A row of the list, as it is shown in answers, and what is true of it. */
export interface Sought extends LookupRow {
  /** Null: there is none, or none that can be told. */
  readonly email: string | null;
  readonly explanation: string;
  /** The first attempts tell nothing. */
  readonly greylisted: boolean;
}

/** Connections that each exchange allows: as many as an engine opens unless it is set up otherwise. */
export const connectionsAllowed = 2;

const companies = 100;
const exchanges = 25;
const staffPerCompany = 7;
/** Few enough for the pattern of their company to be found out whoever is looked for first. */
const strangersPerCompany = 2;
const catchAllCompanies = 8;
const greylistingExchanges = 1;

/** So short that it is over when the first retry comes. */
const greylistMs = 500;
/** What each reply takes, so that the run lasts for many lives. */
const replyMs = 15;

const patterns: readonly ((first: string, last: string) => string)[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first) => first,
];

/**
 * 1,000 people, in mixed order: staff of companies and strangers to them, no two at a company with a name in common,
 * so that nobody's address could be another's; and rows that no address can be made of.
 */
export function soughtPeople(seed: number): Sought[] {
  const random = new SeededRandom(seed);
  const people = numbered(companies, (company) => peopleOf(company)).flat();
  const dead = numbered(25, (index) => [
    nobody(lookupExplanations.unreadableName, { first: '小明', last: '王', domain: nameOf(index) }),
    nobody(lookupExplanations.badDomain, { ...namesOf(0, index), domain: 'example..com' }),
    nobody(noMailExplanations['null-mx'], { ...namesOf(0, index), domain: 'null-mx.example.org' }),
    nobody(noMailExplanations['no-domain'], { ...namesOf(0, index), domain: 'not-there.example.org' }),
  ]);
  return random.shuffled([...people, ...dead.flat()]);
}

/** The list as somebody submits it: every fifth person comes again further down, written otherwise. */
export function submission(people: readonly Sought[]): LookupRow[] {
  const rows = people.map(({ first_name, last_name, domain }) => ({ first_name, last_name, domain }));
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

/** Where the people of `soughtPeople` are, or are not. `clock` times what the servers say. */
export function startLookupWorld(clock: Clock): Promise<Sandbox> {
  const domains = numbered(companies, (company): [string, SandboxDomain] => [
    nameOf(company),
    {
      mx: [hostOf(company % exchanges)],
      mailboxes: numbered(staffPerCompany, (index) => mailboxOf(company, index)),
      catchAll: isCatchAll(company),
    },
  ]);
  const servers = numbered(exchanges, (exchange) => [
    hostOf(exchange),
    {
      maxConnections: connectionsAllowed,
      softRefusals: false as const,
      tarpitMs: replyMs,
      ...(isGreylisting(exchange) ? { greylistMs } : {}),
    },
  ]);
  return startSandbox(
    {
      domains: { ...Object.fromEntries(domains), 'null-mx.example.org': { mx: 'null' } },
      exchanges: Object.fromEntries(servers),
    },
    { clock },
  );
}

function peopleOf(company: number): Sought[] {
  const domain = nameOf(company);
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

function nobody(explanation: string, names: Names & { domain: string }): Sought {
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

/** None of those on greylisting exchanges, whose catch-all probe would be deferred too. */
function isCatchAll(company: number): boolean {
  return company >= greylistingExchanges && company < greylistingExchanges + catchAllCompanies;
}

function hostOf(exchange: number): string {
  return `mx-${exchange}.example.net`;
}

function nameOf(company: number): string {
  return `company-${company}.example.com`;
}

function numbered<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
