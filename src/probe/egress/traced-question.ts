import { EgressFailed } from '../../exchange/egress-outage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Stage } from '../reply/meanings.ts';
import type { ProbeAnswer } from '../session/probe-request.ts';
import { isObserved, type ObservedTrace, type RecipientEvent, secondsOf } from '../session/trace.ts';

/** A question about a recipient to one exchange through one egress. */
export interface TracedQuestion extends Pick<RecipientEvent, 'recipient' | 'egress' | 'host'> {
  readonly clock: Clock;
  readonly trace: ObservedTrace;
  /** True if the exchange was found unreachable a moment ago. */
  readonly isKnown: boolean;
}

/** Tells the trace of a question, and of what comes of it: an answer, or an error for its caller. */
export function traceQuestion({ clock, trace, isKnown, ...about }: TracedQuestion) {
  const record = (kind: RecipientEvent['kind'], text: string, stage?: Stage) => {
    if (isObserved(trace))
      trace({ at: clock.now(), kind, ...about, text, ...(stage !== undefined && { stage }) });
  };
  record('asking', '');
  const onAnswer = (answer: ProbeAnswer) => {
    const known = isKnown && answer.kind === 'unreachable' ? ', as was found out a moment ago' : '';
    if (answer.kind !== 'paused')
      record('answered', `${answerText(answer)}${known}`, answer.kind === 'reply' ? answer.stage : undefined);
    else if (answer.isRerouted) record('paused', 'left to another egress, because this one may be blocked');
    else record('paused', pauseText(answer.reason, answer.until - clock.now()));
  };
  const onError = (error: unknown) => {
    const why = error instanceof EgressFailed ? error.message : 'nobody waits for an answer any longer';
    record('answered', why);
  };
  return { onAnswer, onError };
}

function pauseText(reason: string, pauseMs: number): string {
  return `not asked, because it ${reason} us${pauseMs > 0 ? `: the pause lasts for another ${secondsOf(pauseMs)} s` : ''}`;
}

const replyNames: Readonly<Record<Stage, string>> = {
  greeting: 'its greeting',
  hello: 'its reply to EHLO',
  starttls: 'its reply to STARTTLS',
  mail: 'its reply to MAIL',
  rcpt: 'its reply to RCPT',
  reset: 'its reply to RSET',
};

function answerText(answer: Exclude<ProbeAnswer, { kind: 'paused' }>): string {
  switch (answer.kind) {
    case 'reply': {
      const { stage, classification } = answer;
      return `${replyNames[stage]} means: ${wordsOf(classification.meaning)}`;
    }
    case 'unreachable':
      return answer.problem === 'no-address'
        ? 'it cannot be reached: its name has no address'
        : `it cannot be reached: ${wordsOf(answer.problem)}`;
    case 'dialogue-failed':
      return answer.ungreeted
        ? `it sent no greeting: ${wordsOf(answer.failure)}`
        : `the conversation broke off: ${wordsOf(answer.failure)}`;
    case 'smtputf8-unsupported':
      return 'not asked, because it does not take addresses that are not ASCII';
  }
}

function wordsOf(code: string): string {
  return code.replaceAll(/[-_]/g, ' ');
}
