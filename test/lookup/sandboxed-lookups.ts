import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import {
  type MailboxScript,
  type Sandbox,
  type SandboxDomain,
  type SandboxExchange,
  type SandboxWorld,
  startSandbox,
} from '../../adapters/sandbox/index.ts';
import { shareOfJob, singleShare } from '../../src/concurrency/work-share.ts';
import { Charges } from '../../src/credits/charges.ts';
import { Verifications } from '../../src/credits/verifications.ts';
import type { EmailLookup, EmailVerification } from '../../src/index.ts';
import { Lookups } from '../../src/lookup/lookups.ts';
import type { Clock, NetworkPorts, Stores } from '../../src/ports/index.ts';
import { wireVerification } from '../../src/verdict/wiring.ts';
import { ManualClock, passTime } from '../support/manual-clock.ts';
import { verifyingBy } from './charged-lookups.ts';

interface LookupParts {
  readonly lookups: Lookups;
  readonly verifications: Verifications;
  readonly charges: Charges;
  readonly close: () => Promise<void>;
}

/** Lookups and all they stand on, as the engine puts them together. */
function wireLookups(ports: NetworkPorts & Stores): LookupParts {
  const { clock, random, ledger, cache } = ports;
  const { verifier, prober, dns } = wireVerification(ports, {});
  const charges = new Charges({ ledger, clock, random, onChange: () => {} });
  const verifications = new Verifications({
    verifier,
    charges,
    leases: ports.leases,
    clock,
    cache,
    price: 200,
  });
  const lookups = new Lookups({
    clock,
    cache,
    charges,
    leases: ports.leases,
    verifier,
    verify: verifyingBy(verifications),
    price: 1_000,
  });
  return {
    lookups,
    verifications,
    charges,
    async close() {
      await prober.close();
      await dns.close();
      await ports.close();
    },
  };
}

export interface SandboxedLookups extends AsyncDisposable, LookupParts {
  readonly sandbox: Sandbox;
  readonly stores: Stores;
  /** `First/Last/domain`, charged to the account `acme`, which has 1,000 credits. */
  lookup(person: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<EmailLookup>;
  /** The same as an attempt at a row of a bulk lookup. */
  attempt(person: string, timeoutMs?: number): Promise<{ result: EmailLookup; conclusive: boolean }>;
  verify(email: string): Promise<Readonly<EmailVerification>>;
  /** RCPT commands at all exchanges so far, the catch-all probe's included. */
  readonly questions: number;
  credits(): Promise<{ available: number; held: number }>;
}

/** Lookups in front of a simulated internet, over real sockets. */
export async function sandboxedLookups(
  world: SandboxWorld,
  options: { clock?: Clock } = {},
): Promise<SandboxedLookups> {
  const { clock } = options;
  const sandbox = await startSandbox(world, clock === undefined ? {} : { clock });
  const stores = memoryStores(clock === undefined ? {} : { clock });
  const ports = netPorts({ ...sandbox.network, ...(clock === undefined ? {} : { clock }) });
  const parts = wireLookups({ ...stores, ...ports });
  const stopTime = clock instanceof ManualClock ? passTime(clock) : () => {};
  await stores.ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000_000, reason: 'purchase' });
  return {
    ...parts,
    sandbox,
    stores,
    async lookup(person, { timeoutMs = 20_000, signal } = {}) {
      const request = { row: rowOf(person), timeoutMs, account: 'acme', signal: () => signal };
      return (await parts.lookups.lookup(request)).result;
    },
    attempt: (person, timeoutMs = 20_000) =>
      parts.lookups.attempt(rowOf(person), {
        timeoutMs,
        share: shareOfJob({ id: 'job', account: 'acme' }),
        signal: new AbortController().signal,
      }),
    async verify(email) {
      const request = {
        email,
        timeoutMs: 20_000,
        account: undefined,
        acrossProcesses: true,
        share: singleShare,
        signal: () => undefined,
      };
      return (await parts.verifications.verify(request)).verdict;
    },
    get questions() {
      return sandbox.statistics.totals.recipients;
    },
    credits: () => stores.ledger.balance('acme'),
    async [Symbol.asyncDispose]() {
      await parts.close();
      await sandbox.close();
      stopTime();
    },
  };
}

/** acme.example.com with these mailboxes, on one exchange that behaves like this. */
export function worldOf(
  mailboxes: readonly string[] | Readonly<Record<string, MailboxScript>>,
  exchange: SandboxExchange = {},
  domain: SandboxDomain = {},
): SandboxWorld {
  return {
    domains: { 'acme.example.com': { mx: ['mx.example.com'], mailboxes, ...domain } },
    exchanges: { 'mx.example.com': exchange },
  };
}

function rowOf(person: string): { first_name: string; last_name: string; domain: string } {
  const [first_name = '', last_name = '', domain = ''] = person.split('/');
  return { first_name, last_name, domain };
}
