import type { SmtpReply } from '../../../src/ports/smtp-transport.ts';
import type { Dialogue, SmtpStep, StepResult } from '../../../src/probe/session/dialogue.ts';

/** Reads a reply as it stands on the wire: `250 OK`, or several lines of `250-…`. */
export function replyOf(text: string): SmtpReply {
  const lines = text.split('\n');
  return { code: Number(text.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
}

/** What a step receives: replies as texts, or all of its result. */
type Received = readonly string[] | StepResult;

/** Runs a dialogue without a connection, each step with the next of `received`. */
export function play<Result>(dialogue: Dialogue<Result>, ...received: readonly Received[]) {
  const steps: SmtpStep[] = [];
  let next = dialogue.next();
  for (const result of received) {
    if (next.done) throw new Error('The dialogue has ended before.');
    steps.push(next.value);
    next = dialogue.next('replies' in result ? result : { replies: result.map(replyOf) });
  }
  if (!next.done) throw new Error(`The dialogue goes on with ${JSON.stringify(next.value)}.`);
  return { steps, result: next.value };
}

/** A step that failed after these replies. */
export function failed(failure: NonNullable<StepResult['failure']>, ...replies: readonly string[]) {
  return { replies: replies.map(replyOf), failure } satisfies StepResult;
}

/** A step that the server ended with 421 after these replies. */
export function closing(closingReply: string, ...replies: readonly string[]): StepResult {
  return { ...failed('service-closing', ...replies), closingReply: replyOf(closingReply) };
}
