import type { JobAttempt, JobItem, NewJob } from '../../../../src/index.ts';
import type { EmailVerification, VerificationLevel } from '../../../../src/resources.ts';
import type { Story } from '../../story/story.ts';

/** A verdict that a client was given, or that a job has recorded. */
export interface GivenVerdict {
  readonly email: string;
  readonly level: VerificationLevel;
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

type OnVerdict = (verdict: GivenVerdict, at: number) => void;

const listeners = new WeakMap<Story, OnVerdict[]>();

/** Calls `onVerdict` for every verdict. */
export function onVerdicts(story: Story, onVerdict: OnVerdict): void {
  const known = listeners.get(story) ?? listenTo(story);
  known.push(onVerdict);
}

function listenTo(story: Story): OnVerdict[] {
  const own: OnVerdict[] = [];
  listeners.set(story, own);
  watchVerdicts(story, (verdict, at) => {
    for (const listener of own) listener(verdict, at);
  });
  return own;
}

function watchVerdicts(story: Story, onVerdict: OnVerdict): void {
  story.on('single-answered', ({ email, outcome, process, tookMs }, at) => {
    if (outcome.kind === 'verdict')
      onVerdict({ email, level: 'smtp', ...outcome, since: at - tookMs, process }, at);
  });
  story.on('check-answered', ({ email, level, outcome, process, tookMs }, at) => {
    if (outcome.kind === 'verdict') onVerdict({ email, level, ...outcome, since: at - tookMs, process }, at);
  });
  const levels = new Map<string, VerificationLevel>();
  story.onCall(['jobs.create'], ({ args }) => {
    const [{ id }, [first]] = args as readonly [NewJob, readonly JobItem[]];
    if (first !== undefined && 'level' in first && first.level !== undefined) levels.set(id, first.level);
  });
  story.onCall(['jobs.record'], ({ args, outcome, process }, at) => {
    if (!('value' in outcome)) return;
    const recorded = new Set((outcome.value as { recorded: readonly number[] }).recorded);
    for (const { position, result } of args[1] as readonly JobAttempt[]) {
      if (!recorded.has(position) || !('mx_record' in result) || 'credits_consumed' in result) continue;
      const verification = result as EmailVerification;
      const { email, status, substatus, confidence, is_domain_catch_all: catchAll } = verification;
      const level = levels.get(args[0] as string) ?? 'smtp';
      const verdict = { email, level, status, substatus, confidence, catchAll, result: verification };
      onVerdict({ ...verdict, since: at - longestAttemptMs, process }, at);
    }
  });
}
