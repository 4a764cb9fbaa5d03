import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import { expectThat } from '../failure/contract-failure.ts';

/** A Dns under test. `startDnsServer` of mailproof/sandbox can serve the zone. */
export interface DnsContractSubject<Port extends Dns = Dns> {
  readonly name: string;
  start(zone: Zone): Promise<RunningDns<Port>>;
  /** Starts a Dns whose only resolver does not exist. */
  startUnreachable(): Promise<RunningDns<Port>>;
}

/** A started Dns. */
export interface RunningDns<Port extends Dns = Dns> {
  readonly dns: Port;
  /**
   * Advances a manual clock until the adapter has given up on a silent resolver. Without it, the suite waits in real
   * time.
   */
  waitForTimeout?<T>(answer: Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function withDns<Port extends Dns>(
  subject: DnsContractSubject<Port>,
  zone: Zone,
  body: (running: Required<RunningDns<Port>>) => Promise<void>,
): Promise<void> {
  const running = await subject.start(zone);
  const waitForTimeout = <T>(answer: Promise<T>) => running.waitForTimeout?.(answer) ?? answer;
  try {
    await body({ dns: running.dns, waitForTimeout, stop: () => running.stop() });
  } finally {
    await running.stop();
  }
}

type Records<Data> = Extract<DnsAnswer<Data>, { kind: 'records' }>;

export function assertRecords<Data>(
  answer: DnsAnswer<Data>,
  ttlSeconds: number,
): asserts answer is Records<Data> {
  expectThat(answer.kind === 'records', 'records', answer);
  assert.equal(answer.ttlSeconds, ttlSeconds);
}

export function assertFailure(answer: DnsAnswer<unknown>, reason: string): void {
  expectThat(answer.kind === 'failure', 'a failure', answer);
  assert.equal(answer.reason, reason);
  assert.equal(typeof answer.detail, 'string');
}
