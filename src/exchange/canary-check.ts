import { startDeadline } from '../concurrency/deadline.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns } from '../ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../ports/smtp-transport.ts';
import { HostAddresses } from './host-addresses.ts';

export interface CanaryCheckDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  readonly port: number;
}

/** All of it together: resolving, connecting, and the greeting, which some servers delay for six seconds. */
const checkMs = 12_000;
const maxAddresses = 2;
const quitMs = 1_000;

/**
 * Returns whether at least one of the hosts greets us. Asks all of them at once and hangs up on the rest as soon as one
 * has answered. Takes at most 12 seconds. Never rejects.
 */
export async function anyHostGreets(
  hosts: readonly string[],
  dependencies: CanaryCheckDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const check = startDeadline(dependencies.clock, checkMs, signal);
  const found = new AbortController();
  const ended = AbortSignal.any([check.signal, found.signal]);
  try {
    await Promise.any(hosts.map((host) => greeted(host, dependencies, ended)));
    return true;
  } catch {
    return false;
  } finally {
    found.abort(new Error('Another host has answered.'));
    check.clear();
  }
}

/** Resolves once the host greets us, and rejects otherwise. */
async function greeted(
  host: string,
  dependencies: CanaryCheckDependencies,
  signal: AbortSignal,
): Promise<void> {
  const addresses = new HostAddresses(host, dependencies.dns, dependencies.clock);
  await addresses.resolve(signal);
  const asked = new Set<string>();
  while (asked.size < maxAddresses) {
    if (asked.size > 0) await addresses.resolveMore(signal);
    const address = addresses.known.find((each) => !asked.has(each));
    if (address === undefined) break;
    asked.add(address);
    if (await greetsAt(address, dependencies, signal)) return;
  }
  throw new Error(`${host} does not answer.`);
}

/** Any reply will do: a server that greets us with a refusal is reachable. */
async function greetsAt(
  address: string,
  { smtp, port }: CanaryCheckDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const wait = { timeoutMs: checkMs / maxAddresses, signal };
  let connection: SmtpConnection | undefined;
  let hasGreeted = false;
  try {
    connection = await smtp.connect({ address, port }, wait);
    await connection.receive(wait);
    hasGreeted = true;
    // Waits a moment for the reply to QUIT, so that the connection ends in order.
    await connection.send(['QUIT']);
    await connection.receive({ timeoutMs: quitMs, signal });
  } catch {
    if (!hasGreeted) signal.throwIfAborted();
  } finally {
    connection?.close();
  }
  return hasGreeted;
}
