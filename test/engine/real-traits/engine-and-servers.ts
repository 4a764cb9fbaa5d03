import { onTestFinished } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { type EgressOptions, netPorts } from '../../../adapters/net/index.ts';
import {
  type Sandbox,
  type SandboxLogEntry,
  type SandboxWorld,
  startSandbox,
} from '../../../adapters/sandbox/index.ts';
import {
  createEngine,
  type EmailVerification,
  type Engine,
  type EngineEvent,
  type EngineOptions,
} from '../../../src/index.ts';
import type { Egress } from '../../../src/ports/network-ports.ts';
import { ManualClock, passTime } from '../../support/manual-clock.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };

/** An attempt to connect, by the IP address in DNS. */
interface ConnectionAttempt {
  readonly address: string;
  readonly at: number;
}

export interface EngineAndServers {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  /** Of both. It moves on by itself. */
  readonly clock: ManualClock;
  readonly events: readonly EngineEvent[];
  /** All that were made, whether anybody answered or not. */
  readonly attempts: readonly ConnectionAttempt[];
}

export interface SetUp extends EngineOptions {
  /** Addresses of this machine to ask from. Default: one, 127.0.0.1. */
  readonly from?: readonly string[];
  readonly log?: (entry: SandboxLogEntry) => void;
}

/**
 * Starts simulated servers and an engine that asks them over real sockets, until the test is finished. Lists try each
 * address once, so that no second attempt makes good for a first one. Time passes by the turns of the event loop, so that pauses
 * and timeouts cost none, and a busy machine changes nothing: a packet takes a few milliseconds of it.
 */
export async function engineAndServers(
  world: SandboxWorld,
  { from, log, ...options }: SetUp = {},
): Promise<EngineAndServers> {
  const clock = new ManualClock();
  const sandbox = await startSandbox(world, { clock, ...(log === undefined ? {} : { log }) });
  const { dns, dialTable } = sandbox.network;
  const sources: readonly EgressOptions[] = from?.map((localAddress) => ({ ...identity, localAddress })) ?? [
    identity,
  ];
  const ports = netPorts({ egresses: sources, dns, dialTable, clock });
  const attempts: ConnectionAttempt[] = [];
  const observe = (egress: Egress) => observed(egress, attempts, clock);
  const engine = createEngine(
    { ...memoryStores({ clock }), ...ports, egresses: ports.egresses.map(observe) },
    { bulk: { retryDelaysMs: [] }, ...options },
  );
  const events: EngineEvent[] = [];
  engine.observe((event) => events.push(event));
  const stopTime = passTime(clock);
  onTestFinished(async () => {
    await engine.close();
    await sandbox.close();
    stopTime();
  });
  return { engine, sandbox, clock, events, attempts };
}

function observed(egress: Egress, attempts: ConnectionAttempt[], clock: ManualClock): Egress {
  const connect: Egress['smtp']['connect'] = (target, options) => {
    attempts.push({ address: target.address, at: clock.now() });
    return egress.smtp.connect(target, options);
  };
  return { ...egress, smtp: { connect } };
}

/** The verdicts of a list, in its order. */
export async function verdictsOfList(
  engine: Engine,
  emails: readonly string[],
): Promise<readonly EmailVerification[]> {
  const byEmail = new Map<string, EmailVerification>();
  for await (const verdict of engine.runBulk(emails)) byEmail.set(verdict.email, verdict);
  return emails.map((email) => {
    const verdict = byEmail.get(email);
    if (verdict === undefined) throw new Error(`The list gave no verdict for ${email}.`);
    return verdict;
  });
}

/** The verdicts of requests that are all made at once. */
export function verdictsAtOnce(engine: Engine, emails: readonly string[]): Promise<EmailVerification[]> {
  return Promise.all(emails.map((email) => engine.verify(email)));
}

/** The verdicts of requests of which each is made after the last. */
export async function verdictsInTurn(
  engine: Engine,
  emails: readonly string[],
): Promise<EmailVerification[]> {
  const verdicts: EmailVerification[] = [];
  for (const email of emails) verdicts.push(await engine.verify(email));
  return verdicts;
}

/** How many verdicts there are of each status, with the substatus of the unknown ones. */
export function countsOf(verdicts: readonly EmailVerification[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, substatus } of verdicts) {
    const name = status === 'unknown' ? `unknown ${substatus}` : status;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Returns a name for each number from 0. */
export function numbered<Item>(count: number, nameOf: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => nameOf(index));
}
