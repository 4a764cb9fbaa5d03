import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, type SandboxExchange, startSandbox } from '../../adapters/sandbox/index.ts';
import type { BulkAddress } from './bulk-sandbox.ts';
import { companyDomain, numbered } from './companies.ts';

/** Connections from one client that the provider allows at all of its exchanges together. */
export const connectionsAllowed = 3;
/** Recipients in one session with it, and in one transaction. */
export const recipientsAllowed = { perSession: 10, perTransaction: 1 };

const hosts = ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'alt2.aspmx.l.google.com'];
const domains = 12;
const addressesPerDomain = 50;

/** Returns 600 addresses in random order, at twelve domains of one provider. Half of them exist. */
export function providerAddresses(seed: number): BulkAddress[] {
  const addresses = numbered(domains * addressesPerDomain, (index): BulkAddress => {
    const email = `person-${Math.floor(index / domains)}@${companyDomain(index % domains)}`;
    return Math.floor(index / domains) % 2 === 0
      ? { email, status: 'safe', substatus: 'deliverable', greylisted: false }
      : { email, status: 'invalid', substatus: 'mailbox_not_found', greylisted: false };
  });
  return new SeededRandom(seed).shuffled(addresses);
}

/** The servers of `providerAddresses`, which count the connections and recipients of each client. */
export interface ProviderSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Most recipients in one session so far, and in one transaction. */
  readonly mostRecipients: { readonly inSession: number; readonly inTransaction: number };
  /** When each recipient was asked about, in milliseconds. */
  readonly recipientTimes: readonly number[];
}

/** `tarpitMs`: the time between two replies of a connection. */
export async function startProviderSandbox({ tarpitMs }: { tarpitMs: number }): Promise<ProviderSandbox> {
  const recipientTimes: number[] = [];
  const inSessions = new Map<string, number>();
  const mostRecipients = { inSession: 0, inTransaction: 0 };
  const exchange: SandboxExchange = {
    connectionsCountedAs: 'the provider',
    maxConnectionsPerClient: connectionsAllowed,
    softRefusals: false,
    greetingDelayMs: 20,
    tarpitMs,
    reply: ({ verb }, { exchange: host, connection, recipients }) => {
      if (verb !== 'RCPT') return undefined;
      recipientTimes.push(performance.now());
      const key = `${host} ${connection}`;
      const inSession = (inSessions.get(key) ?? 0) + 1;
      inSessions.set(key, inSession);
      mostRecipients.inSession = Math.max(mostRecipients.inSession, inSession);
      mostRecipients.inTransaction = Math.max(mostRecipients.inTransaction, recipients.length + 1);
      return undefined;
    },
  };
  const mailboxes = numbered(addressesPerDomain, (index) => `person-${index}`).filter(
    (_, index) => index % 2 === 0,
  );
  const companies = numbered(domains, (index) => {
    const first = index % hosts.length;
    return [companyDomain(index), { mx: [...hosts.slice(first), ...hosts.slice(0, first)], mailboxes }];
  });
  const sandbox = await startSandbox({
    domains: Object.fromEntries(companies),
    exchanges: Object.fromEntries(hosts.map((host) => [host, exchange])),
  });
  return { sandbox, mostRecipients, recipientTimes, [Symbol.asyncDispose]: () => sandbox.close() };
}
