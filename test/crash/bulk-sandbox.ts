import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, type SandboxDomain, startSandbox } from '../../adapters/sandbox/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Status, Substatus } from '../../src/resources.ts';
import { companyDomain, exchangeHost, numbered, slowExchanges } from './companies.ts';

/** An address of the sandbox, with its true verdict. */
export interface BulkAddress {
  readonly email: string;
  readonly status: Status;
  readonly substatus: Substatus;
  /** Its first result is `greylisted`. */
  readonly greylisted: boolean;
}

const exchanges = 30;
const domainsPerExchange = 3;
const addressesPerDomain = 53;
const greylistingExchanges = 4;
const catchAllDomains = 6;

/** Shorter than the first retry delay. */
const greylistMs = 1_000;

const domainNumbers = Array.from({ length: exchanges * domainsPerExchange }, (_, index) => index);

/** Returns 5,000 addresses in random order: at companies on shared exchanges, and others that take no mail. */
export function bulkAddresses(seed: number): BulkAddress[] {
  const atCompanies = domainNumbers.flatMap((domain) =>
    Array.from({ length: addressesPerDomain }, (_, index) => addressOf(domain, index)),
  );
  const withoutMail = (email: string): BulkAddress => ({
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
  return new SeededRandom(seed).shuffled([...atCompanies, ...others.map(withoutMail)]);
}

/** Starts the servers of `bulkAddresses`. `clock` times their replies. */
export function startBulkSandbox(clock: Clock): Promise<Sandbox> {
  const companies = domainNumbers.map((domain): [string, SandboxDomain] => [
    companyDomain(domain),
    {
      mx: [exchangeHost(domain % exchanges)],
      mailboxes: numbered(addressesPerDomain, (index) => `person-${index}`).filter((_, index) =>
        exists(index),
      ),
      catchAll: isCatchAll(domain),
    },
  ]);
  return startSandbox(
    {
      domains: {
        ...Object.fromEntries(companies),
        'null-mx.example.org': { mx: 'null' },
        'no-mail.example.org': {},
      },
      exchanges: slowExchanges(exchanges, { exchanges: greylistingExchanges, greylistMs }),
    },
    { clock },
  );
}

function addressOf(domain: number, index: number): BulkAddress {
  const email = `person-${index}@${companyDomain(domain)}`;
  const greylisted = isGreylisting(domain % exchanges);
  if (isCatchAll(domain)) return { email, status: 'risky', substatus: 'catch_all', greylisted };
  return exists(index)
    ? { email, status: 'safe', substatus: 'deliverable', greylisted }
    : { email, status: 'invalid', substatus: 'mailbox_not_found', greylisted };
}

function exists(index: number): boolean {
  return index % 2 === 0;
}

function isGreylisting(exchange: number): boolean {
  return exchange < greylistingExchanges;
}

/** No domain on a greylisting exchange: the greylist would also put off the catch-all probe. */
function isCatchAll(domain: number): boolean {
  return domain >= greylistingExchanges && domain < greylistingExchanges + catchAllDomains;
}
