import { startDeadline } from '../concurrency/deadline.ts';
import { ConnectionError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns, DnsAnswer } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { SmtpConnection, SmtpReply } from '../ports/smtp-transport.ts';
import { wasNeverSent } from '../smtp/dial-target.ts';
import { adviceOf } from './advice.ts';

/** A short dialogue with an exchange: it sent its greeting, or why not. */
export type Contact =
  | (ContactedAt & {
      readonly kind: 'greeted';
      readonly greeting: SmtpReply;
      readonly hello: SmtpReply;
      /** When the greeting arrived. */
      readonly greetedAt: number;
      readonly localAddress: string | undefined;
    })
  | (ContactedAt & { readonly kind: 'refused'; readonly reply: SmtpReply })
  /** Our own route failed, such as a proxy. `advice`: what to do. */
  | (ContactedAt & { readonly kind: 'egress_failed'; readonly problem: string; readonly advice: string })
  | (ContactedAt & { readonly kind: 'unreachable'; readonly hasRoute: boolean; readonly problem: string })
  | { readonly kind: 'unresolved'; readonly host: string; readonly problem: string };

interface ContactedAt {
  readonly host: string;
  /** The IP address that was dialled. */
  readonly address: string;
}

export interface ContactDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  /** Port of the exchanges. */
  readonly port: number;
}

/** All of it: resolving, connecting, the greeting, which some servers delay by six seconds, and EHLO. */
const contactMs = 30_000;
const connectMs = 10_000;
const quitMs = 2_000;
const maxAddresses = 2;

/**
 * Connects to an exchange over one IP version, waits for its greeting, says EHLO and QUIT. Tries at most two
 * addresses, and takes at most 32 seconds. Rejects only with the signal's reason.
 */
export async function contactExchange(
  host: string,
  ipVersion: 4 | 6,
  egress: Egress,
  dependencies: ContactDependencies,
  signal: AbortSignal,
): Promise<Contact> {
  const limit = startDeadline(dependencies.clock, contactMs, signal);
  const problem = `it did not answer in ${contactMs / 1_000} seconds`;
  let address = '';
  try {
    const answer = await askAddresses(host, ipVersion, dependencies.dns, limit.signal);
    if (answer.kind !== 'records') return unresolved(host, ipVersion, answer);
    let contact: Contact = unresolved(host, ipVersion, answer);
    for (address of answer.records.slice(0, maxAddresses)) {
      contact = await contactAddress({ host, address }, egress, dependencies, limit.signal);
      if (contact.kind !== 'unreachable') break;
    }
    return contact;
  } catch (error) {
    if (!limit.passed) throw error;
    return address === ''
      ? { kind: 'unresolved', host, problem }
      : { kind: 'unreachable', host, address, hasRoute: true, problem };
  } finally {
    limit.clear();
  }
}

function askAddresses(
  host: string,
  ipVersion: 4 | 6,
  dns: Dns,
  signal: AbortSignal,
): Promise<DnsAnswer<string>> {
  return ipVersion === 4 ? dns.a(host, { signal }) : dns.aaaa(host, { signal });
}

function unresolved(host: string, ipVersion: 4 | 6, answer: DnsAnswer<string>): Contact {
  const problem =
    answer.kind === 'failure' ? `DNS failed (${answer.detail})` : `it has no IPv${ipVersion} address`;
  return { kind: 'unresolved', host, problem };
}

async function contactAddress(
  at: ContactedAt,
  { smtp, identity }: Egress,
  { clock, port }: ContactDependencies,
  signal: AbortSignal,
): Promise<Contact> {
  let connection: SmtpConnection | undefined;
  try {
    connection = await smtp.connect({ address: at.address, port }, { timeoutMs: connectMs, signal });
    const greeting = await connection.receive({ timeoutMs: contactMs, signal });
    const greetedAt = clock.now();
    if (greeting.code !== 220) return { kind: 'refused', ...at, reply: greeting };
    await connection.send([`EHLO ${identity.helo}`]);
    const hello = await connection.receive({ timeoutMs: contactMs, signal });
    if (hello.code !== 250) return { kind: 'refused', ...at, reply: hello };
    return { kind: 'greeted', ...at, greeting, hello, greetedAt, localAddress: connection.localAddress };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectionError)) throw error;
    if (error.code === 'egress_failed') {
      const { summary, advice } = adviceOf(error, 'Check the settings of the egress.');
      return { kind: 'egress_failed', ...at, problem: summary, advice };
    }
    const hasRoute = error.code === 'address_not_allowed' || !wasNeverSent(error);
    return { kind: 'unreachable', ...at, hasRoute, problem: error.message };
  } finally {
    if (connection !== undefined) await sayGoodbye(connection, signal);
  }
}

/** A server that is left without QUIT may take us for a spammer. One that has closed already is left alone. */
async function sayGoodbye(connection: SmtpConnection, signal: AbortSignal): Promise<void> {
  try {
    await connection.send(['QUIT']);
    await connection.receive({ timeoutMs: quitMs, signal });
    await connection.end({ timeoutMs: quitMs, signal });
  } catch {
    connection.close();
  }
}
