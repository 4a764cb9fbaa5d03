import { setMaxListeners } from 'node:events';
import { createEngine } from '../../../src/engine.ts';
import { MailproofError } from '../../../src/errors.ts';
import type { SessionEvent, TraceEvent } from '../../../src/probe/session/trace.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { memoryStores } from '../../memory/index.ts';
import { netPorts } from '../../net/index.ts';
import { type DemoAddress, type DemoWorld, startSandbox } from '../../sandbox/index.ts';

const concurrency = 20;
/** How many times the first timeout the last one may be. */
const maxPatience = 32;

/** The answer for one address, beside the truth about it. */
export interface DemoOutcome {
  readonly truth: DemoAddress;
  /** An error if there is no verdict. */
  readonly answer: EmailVerification | MailproofError;
  /** Of all times that it was asked about. */
  readonly durationMs: number;
  /** Whether status and substatus are those of the truth. */
  readonly correct: boolean;
}

export interface DemoResult {
  /** In the order of the demo's addresses. */
  readonly outcomes: readonly DemoOutcome[];
  readonly wire: WireCounts;
  readonly durationMs: number;
}

/**
 * Starts the demo's world on loopback and verifies all of its addresses, 20 at a time. `timeoutMs` (default 3,000) is how long
 * it waits for servers that should not answer; if the machine is so busy that they were not even asked, it waits again, twice
 * as long each time. The others have 32 times as long, which they need on such a machine only. Rejects with the signal's
 * reason. Leaves nothing open in any case.
 */
export async function runDemo(
  demo: DemoWorld,
  options: { signal: AbortSignal; onProgress: (done: number) => void; timeoutMs?: number },
): Promise<DemoResult> {
  const { signal, onProgress, timeoutMs = 3_000 } = options;
  // Every verification under way adds a listener; Node warns of a leak above ten.
  setMaxListeners(concurrency, signal);
  await using sandbox = await startSandbox(demo.world);
  const network = netPorts(sandbox.network);
  const { clock } = network;
  const wire = new WireCounter();
  await using engine = createEngine(
    { ...memoryStores({ clock }), ...network },
    { trace: (event) => wire.count(event) },
  );
  const startedAt = clock.now();
  const outcomes: DemoOutcome[] = [];
  const pending = demo.addresses.entries();
  let done = 0;
  const work = async () => {
    for (const [index, truth] of pending) {
      const verifyStartedAt = clock.now();
      const answer = await patientAnswer(truth, timeoutMs, (patienceMs) =>
        engine.verify(truth.email, { timeoutMs: patienceMs, signal }).catch(asEngineError),
      );
      outcomes[index] = {
        truth,
        answer,
        durationMs: clock.now() - verifyStartedAt,
        correct: isCorrect(answer, truth),
      };
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { outcomes, wire, durationMs: clock.now() - startedAt };
}

async function patientAnswer(
  truth: DemoAddress,
  timeoutMs: number,
  ask: (timeoutMs: number) => Promise<DemoOutcome['answer']>,
): Promise<DemoOutcome['answer']> {
  const longestMs = maxPatience * timeoutMs;
  let patienceMs = truth.substatus === 'timeout' ? timeoutMs : longestMs;
  let answer = await ask(patienceMs);
  while (!isCorrect(answer, truth) && isOpen(answer) && patienceMs < longestMs) {
    patienceMs *= 2;
    answer = await ask(patienceMs);
  }
  return answer;
}

/** Returns whether the answer may only mean that time was short. */
function isOpen(answer: DemoOutcome['answer']): boolean {
  return answer instanceof MailproofError || answer.status === 'unknown';
}

/** Returns an error of the engine, which counts as the answer; rethrows any other, which ends the demo. */
function asEngineError(error: unknown): MailproofError {
  if (error instanceof MailproofError) return error;
  throw error;
}

function isCorrect(answer: EmailVerification | MailproofError, truth: DemoAddress): boolean {
  return (
    !(answer instanceof MailproofError) &&
    answer.status === truth.status &&
    answer.substatus === truth.substatus
  );
}

/** Counts of what was sent over the network. */
interface WireCounts {
  readonly connections: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** Groups of commands sent. */
  readonly roundTrips: number;
}

/** Counts the events of an engine's trace. */
export class WireCounter implements WireCounts {
  connections = 0;
  recipients = 0;
  roundTrips = 0;

  count(event: TraceEvent | Pick<SessionEvent, 'kind' | 'lines'>): void {
    if (event.kind === 'connected') this.connections += 1;
    if (event.kind !== 'sent') return;
    this.roundTrips += 1;
    this.recipients += event.lines.filter((line) => line.startsWith('RCPT ')).length;
  }
}
