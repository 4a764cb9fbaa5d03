import { setMaxListeners } from 'node:events';
import { createEngine } from '../../../src/engine.ts';
import { MailproofError } from '../../../src/errors.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { memoryStores } from '../../memory/index.ts';
import { netPorts } from '../../net/index.ts';
import { type DemoAddress, type DemoWorld, startSandbox } from '../../sandbox/index.ts';
import { WireCounter, type WireCounts } from './wire-counter.ts';

const atOnce = 20;
const timeoutMs = 3_000;

/** What came of one address, beside the truth about it. */
export interface DemoOutcome {
  readonly truth: DemoAddress;
  /** An error where no verdict came about. */
  readonly got: EmailVerification | MailproofError;
  readonly durationMs: number;
  /** Status and substatus are those of the truth. */
  readonly correct: boolean;
}

export interface DemoResult {
  /** In the order of the demo's addresses. */
  readonly outcomes: readonly DemoOutcome[];
  readonly wire: WireCounts;
  readonly durationMs: number;
}

/**
 * Starts the demo's world on loopback and verifies all of its addresses, many at once. Rejects with the signal's
 * reason; nothing is left open in any case.
 */
export async function runDemo(
  demo: DemoWorld,
  options: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<DemoResult> {
  const { signal, onProgress } = options;
  // Every verification under way listens; Node would take more than ten for a leak.
  setMaxListeners(atOnce, signal);
  await using sandbox = await startSandbox(demo.world);
  const network = netPorts(sandbox.network);
  const { clock } = network;
  const wire = new WireCounter();
  await using engine = createEngine(
    { ...memoryStores({ clock }), ...network },
    { trace: (event) => wire.note(event) },
  );
  const startedAt = clock.now();
  const outcomes: DemoOutcome[] = [];
  const waiting = demo.addresses.entries();
  let done = 0;
  const work = async () => {
    for (const [index, truth] of waiting) {
      const askedAt = clock.now();
      const got = await engine.verify(truth.email, { timeoutMs, signal }).catch(unlessForeign);
      outcomes[index] = { truth, got, durationMs: clock.now() - askedAt, correct: isTrue(got, truth) };
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { outcomes, wire, durationMs: clock.now() - startedAt };
}

/** An error of the engine is what came of this address; any other ends the demo. */
function unlessForeign(error: unknown): MailproofError {
  if (error instanceof MailproofError) return error;
  throw error;
}

function isTrue(got: EmailVerification | MailproofError, truth: DemoAddress): boolean {
  return !(got instanceof MailproofError) && got.status === truth.status && got.substatus === truth.substatus;
}
