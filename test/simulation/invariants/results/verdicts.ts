import type { JobAttempt } from '../../../../src/index.ts';
import type { EmailVerification } from '../../../../src/resources.ts';
import type { Story } from '../../story/story.ts';

/** A verdict that a client was given, or that a job has recorded. */
export interface GivenVerdict {
  readonly email: string;
  readonly status: string;
  readonly substatus: string;
  readonly confidence: number | null;
  readonly catchAll: boolean | null;
  /** All that it says. */
  readonly result: Readonly<EmailVerification>;
  /** When the work on it began, at the earliest. */
  readonly since: number;
  readonly process: string;
}

const longestAttemptMs = 200_000;

/** Calls `onVerdict` for every verdict. */
export function onVerdicts(story: Story, onVerdict: (verdict: GivenVerdict, at: number) => void): void {
  story.on('single-answered', ({ email, outcome, process, tookMs }, at) => {
    if (outcome.kind === 'verdict') onVerdict({ email, ...outcome, since: at - tookMs, process }, at);
  });
  story.onCall(['jobs.record'], ({ args, outcome, process }, at) => {
    if (!('value' in outcome)) return;
    const recorded = new Set((outcome.value as { recorded: readonly number[] }).recorded);
    for (const { position, result } of args[1] as readonly JobAttempt[]) {
      if (!recorded.has(position) || !('mx_record' in result) || 'credits_consumed' in result) continue;
      const verification = result as EmailVerification;
      const { email, status, substatus, confidence, is_domain_catch_all: catchAll } = verification;
      const verdict = { email, status, substatus, confidence, catchAll, result: verification };
      onVerdict({ ...verdict, since: at - longestAttemptMs, process }, at);
    }
  });
}
