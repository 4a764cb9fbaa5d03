/** A process that runs the seeds that its parent sends, one after another. */
import { type BrokenInvariant, type SimulationResult, simulate } from '../simulation.ts';
import { failureReport } from './report.ts';
import { type BrokenInSeed, failedOutcome, type SeedOrder, type SeedOutcome } from './seed-runs.ts';

// Traces of errors that everybody expects would take a tenth of the time.
Error.stackTraceLimit = 0;

process.on('message', (order: SeedOrder) => {
  const { seed, kind, digest } = order;
  const startedAt = process.cpuUsage();
  void simulate({ seed, ...kind, isForgetful: !digest }).then(
    async (result) => {
      const { user, system } = process.cpuUsage(startedAt);
      process.send?.({
        seed,
        simulatedMs: result.simulatedMs,
        cpuMs: (user + system) / 1_000,
        events: result.events,
        digest: digest ? result.story.digest() : undefined,
        broken: result.broken && withoutSubjects(result.broken),
        alsoBroken: result.alsoBroken.map(withoutSubjects),
        hasCrashed: false,
        report: result.broken && (await reportOf(result, order)),
      } satisfies SeedOutcome);
    },
    (error: unknown) => {
      process.send?.(failedOutcome(seed, kind, `it could not begin: ${String(error)}`));
    },
  );
});

function withoutSubjects({ invariant, message }: BrokenInvariant): BrokenInSeed {
  return { invariant, message };
}

/** Tells what was broken. A day whose story was forgotten is simulated again. */
async function reportOf(result: SimulationResult, { seed, kind, digest }: SeedOrder): Promise<string> {
  const { story } = digest ? result : await simulate({ seed, ...kind });
  return failureReport({ ...result, story }, kind);
}
