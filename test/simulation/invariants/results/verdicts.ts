import type { JobAttempt, JobItem, NewJob } from '../../../../src/ports/index.ts';
import type { EmailVerification, VerificationLevel } from '../../../../src/resources.ts';
import type { Story } from '../../story/story.ts';
import { onAnsweredSingles } from '../answers.ts';

/** A verdict that a client was given, or that a job has recorded. */
export interface GivenVerdict {
  /** Of the request, or of the list. */
  readonly name: string;
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
  /** How long whoever asked would wait for it. */
  readonly timeoutMs: number;
  readonly process: string;
  readonly isOfList: boolean;
}

/** How long an attempt at an address of a list may take. */
const attemptTimeoutMs = 180_000;
/** Until it is recorded. */
export const longestAttemptMs = 200_000;

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
  onAnsweredSingles(story, ({ request, email, outcome, process, tookMs, timeoutMs }, at) => {
    if (outcome.kind !== 'verdict') return;
    const asked = { name: `request ${request}`, level: 'smtp', email, timeoutMs, process } as const;
    onVerdict({ ...asked, ...outcome, since: at - tookMs, isOfList: false }, at);
  });
  story.on('check-answered', ({ email, level, outcome, process, tookMs }, at) => {
    if (outcome.kind !== 'verdict') return;
    // It says the same, however long somebody waits.
    const asked = { name: 'a check', level, email, timeoutMs: 0, process };
    onVerdict({ ...asked, ...outcome, since: at - tookMs, isOfList: false }, at);
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
      const asked = { name: story.nameOf(args[0] as string), level, email, process };
      const verdict = { status, substatus, confidence, catchAll, result: verification };
      const since = at - longestAttemptMs;
      onVerdict({ ...asked, ...verdict, since, timeoutMs: attemptTimeoutMs, isOfList: true }, at);
    }
  });
}
