import { parseMailbox } from '../address/mailbox.ts';
import { checkOptionalFunction } from '../argument-checks.ts';
import { callSafely } from '../event-listeners.ts';
import type { Clock } from '../ports/clock.ts';
import type { SessionTraces, StepListener, VerificationStep } from './recipient-steps.ts';

/**
 * Begins to hand on what is asked about an address. Keeps back what follows the first step that is paid for: `deliver` hands that
 * on, once it is. `end` ends all that, and `note` hands on a step of its own.
 */
export function observeSteps(
  email: string,
  onStep: ((step: VerificationStep) => void) | undefined,
  {
    traces,
    clock,
    onFailure,
    isAnswer,
  }: {
    traces: SessionTraces;
    clock: Clock;
    onFailure: (error: unknown) => void;
    isAnswer: (...step: Parameters<StepListener>) => boolean;
  },
): { note(text: string): void; deliver(): void; end(): void } {
  checkOptionalFunction('onStep', onStep, 'It receives what is asked and answered: { onStep: console.log }.');
  if (onStep === undefined) return { note() {}, deliver() {}, end() {} };
  const handOn = (step: VerificationStep) => callSafely(() => onStep(step), onFailure);
  const note = (text: string) =>
    handOn({ at: clock.now(), exchange: null, egress: null, kind: 'note', text });
  /** Undefined before the first step that is paid for. */
  let keptBack: VerificationStep[] | undefined;
  const record: StepListener = (step, isReply) => {
    if (keptBack === undefined && isAnswer(step, isReply)) {
      keptBack = [];
      note('There is an answer about the address: it is shown once it is charged.');
    }
    if (keptBack === undefined) handOn(step);
    else keptBack.push(step);
  };
  const parsed = parseMailbox(email);
  const end = parsed.kind === 'mailbox' ? traces.observe(parsed.mailbox.address, record) : () => {};
  return {
    note,
    deliver() {
      for (const step of keptBack?.splice(0) ?? []) handOn(step);
    },
    end,
  };
}
