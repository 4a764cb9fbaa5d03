import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, type SandboxDomain, startSandbox } from '../../adapters/sandbox/index.ts';
import type { Clock } from '../../src/ports.ts';
import type { Status, Substatus } from '../../src/resources.ts';

/** What an address of the world is in truth. */
export interface Person {
  readonly email: string;
  readonly status: Status;
  readonly substatus: Substatus;
  /** Its first result is `greylisted`. */
  readonly greylisted: boolean;
}

/** Connections that each exchange allows: as many as an engine opens unless it is set up otherwise. */
export const connectionsAllowed = 2;

const exchanges = 30;
const domainsPerExchange = 3;
const peoplePerDomain = 53;
const greylistingExchanges = 4;
const catchAllDomains = 6;

/** So short that it is over when the first retry comes. */
const greylistMs = 1_000;
/** What each reply takes, so that the run lasts for many lives. */
const replyMs = 15;

const exchangeNumbers = Array.from({ length: exchanges }, (_, index) => index);
const domainNumbers = Array.from({ length: exchanges * domainsPerExchange }, (_, index) => index);

/** 5,000 addresses: people at companies on shared exchanges, and what else is in a list. In mixed order. */
export function bulkPeople(seed: number): Person[] {
  const people = domainNumbers.flatMap((domain) =>
    Array.from({ length: peoplePerDomain }, (_, index) => personOf(domain, index)),
  );
  const dead = (email: string): Person => ({
    email,
    status: 'invalid',
    substatus: email.includes('@') ? 'no_mx_records' : 'invalid_syntax',
    greylisted: false,
  });
  const others = [
    ...numbered(90, (index) => `person-${index}@null-mx.example.org`),
    ...numbered(60, (index) => `person-${index}@no-mail.example.org`),
    ...numbered(40, (index) => `person-${index}@not-there.example.org`),
    ...numbered(40, (index) => `person-${index}.example.org`),
  ];
  return new SeededRandom(seed).shuffled([...people, ...others.map(dead)]);
}

/** Where `bulkPeople` live. `clock` times what the servers say. */
export function startBulkWorld(clock: Clock): Promise<Sandbox> {
  const companies = domainNumbers.map((domain): [string, SandboxDomain] => [
    nameOf(domain),
    {
      mx: [hostOf(domain % exchanges)],
      mailboxes: numbered(peoplePerDomain, (index) => `person-${index}`).filter((_, index) => exists(index)),
      catchAll: isCatchAll(domain),
    },
  ]);
  const servers = exchangeNumbers.map((exchange) => [
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
      domains: {
        ...Object.fromEntries(companies),
        'null-mx.example.org': { mx: 'null' },
        'no-mail.example.org': {},
      },
      exchanges: Object.fromEntries(servers),
    },
    { clock },
  );
}

function personOf(domain: number, index: number): Person {
  const email = `person-${index}@${nameOf(domain)}`;
  const greylisted = isGreylisting(domain % exchanges);
  if (isCatchAll(domain)) return { email, status: 'risky', substatus: 'catch_all', greylisted };
  return exists(index)
    ? { email, status: 'safe', substatus: 'deliverable', greylisted }
    : { email, status: 'invalid', substatus: 'mailbox_not_found', greylisted };
}

function exists(person: number): boolean {
  return person % 2 === 0;
}

function isGreylisting(exchange: number): boolean {
  return exchange < greylistingExchanges;
}

/** None of those on greylisting exchanges, whose catch-all probe would be deferred too. */
function isCatchAll(domain: number): boolean {
  return domain >= greylistingExchanges && domain < greylistingExchanges + catchAllDomains;
}

function hostOf(exchange: number): string {
  return `mx-${exchange}.example.net`;
}

function nameOf(domain: number): string {
  return `company-${domain}.example.com`;
}

function numbered<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
