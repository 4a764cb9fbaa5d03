/** A process that runs the seeds that its parent sends, one after another. */
import { simulate } from '../simulation.ts';
import { failureReport } from './report.ts';
import { failedOutcome, type SeedOrder, type SeedOutcome } from './seed-runs.ts';

// Traces of errors that everybody expects would take a tenth of the time.
Error.stackTraceLimit = 0;

process.on('message', ({ seed, kind, digest }: SeedOrder) => {
  const startedAt = process.cpuUsage();
  void simulate({ seed, ...kind }).then(
    (result) => {
      const { user, system } = process.cpuUsage(startedAt);
      process.send?.({
        seed,
        simulatedMs: result.simulatedMs,
        cpuMs: (user + system) / 1_000,
        events: result.events,
        digest: digest ? result.story.digest() : undefined,
        broken: result.broken && { invariant: result.broken.invariant, message: result.broken.message },
        hasCrashed: false,
        report: result.broken === undefined ? undefined : failureReport(result, kind),
      } satisfies SeedOutcome);
    },
    (error: unknown) => {
      process.send?.(failedOutcome(seed, kind, `it could not begin: ${String(error)}`));
    },
  );
});
