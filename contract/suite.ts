import { checkMethods, checkString } from '../src/argument-checks.ts';
import { explainedRunner, type Starting, watchedSubject } from './failure/explained-suite.ts';
import type { ContractRunner } from './runner.ts';

/** What a suite declares its checks with. */
export interface Suite<Subject> {
  /** Throws a ContractFailure for a check that fails. */
  readonly runner: ContractRunner;
  /** Starts adapters whose calls are noted for that. */
  readonly subject: Subject;
}

/**
 * Prepares a suite. `port` is the name of the interface. Throws InvalidArgument for a runner or a subject that is none.
 */
export function prepareSuite<Subject extends { readonly name: string }>(
  port: string,
  runner: ContractRunner,
  subject: Subject,
  starting: Starting,
): Suite<Subject> {
  const { methods = ['start'] } = starting;
  const parts = methods.map((method) => `${method}: …`).join(', ');
  const advice = `Call the suite with ({ describe, it }, { name: 'mine', ${parts} }).`;
  checkMethods('runner', runner, ['describe', 'it'], advice);
  checkMethods('subject', subject, methods, advice);
  checkString('subject.name', subject.name, advice);
  return { runner: explainedRunner(runner, port, subject.name), subject: watchedSubject(subject, starting) };
}
