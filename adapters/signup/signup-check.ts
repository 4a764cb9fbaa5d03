import { parseMailbox } from '../../src/address/mailbox.ts';
import { type Suggestion, suggest } from '../../src/address/suggestion/suggestion.ts';
import { checkName, checkNames, checkObject, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { checkLevel, checkTimeout } from '../../src/engine-arguments.ts';
import type { Engine, VerifyRequestOptions } from '../../src/engine-interface.ts';
import { type ErrorCode, InvalidArgument, MailproofError } from '../../src/errors.ts';
import type {
  EmailVerification,
  Substatus,
  SubstatusByStatus,
  VerificationLevel,
} from '../../src/resources.ts';

/** The part of an `Engine` that checks addresses of forms. */
export interface SignupEngine {
  verify(email: string, options: VerifyRequestOptions): Promise<Readonly<EmailVerification>>;
  readonly egresses: Pick<Engine['egresses'], 'areReachable' | 'examine'>;
}

/** Options of `checkSignup`; all have defaults. */
export interface SignupOptions {
  /** Time limit of the answer, 1 to 600,000 ms. Default 3,000: people wait for it. */
  readonly timeoutMs?: number | undefined;
  /**
   * How far to go. Default: `smtp` as long as mail servers can be reached, as far as the engine knows, and `dns` while it
   * has no egress, or knows that port 25 is shut. Port 25 is then tried once a minute at most, and nobody waits for it.
   */
  readonly level?: VerificationLevel | undefined;
  /** Whether addresses of services for temporary addresses are let in. Default `refuse`. */
  readonly disposable?: 'accept' | 'refuse' | undefined;
  /** Whether addresses of functions, such as `info@`, are let in. Default `accept`. */
  readonly roleAccount?: 'accept' | 'refuse' | undefined;
  /** The account to charge. Without an account, nothing is charged. */
  readonly account?: string | undefined;
  /** Aborts the check: it rejects with the signal's reason, and nothing is charged. */
  readonly signal?: AbortSignal | undefined;
}

/** One that the engine threw; `internal_error` stands for an error without a code of ours, which is its `cause`. */
export type SignupError = MailproofError<ErrorCode | 'internal_error'>;

export type SignupReason = Substatus | SignupError['code'];

/** What to do with an address that somebody has typed into a form. */
export interface SignupCheck {
  /** False only if the address cannot get mail, or an option refuses its kind. Whenever the fault is ours, true. */
  readonly accept: boolean;
  /**
   * Why: the substatus of the verdict, or `disposable` or `role_account` if an option refuses that. If the fault is
   * ours, the code of the error, such as `service_unavailable`, or `internal_error` for one without a code.
   */
  readonly reason: SignupReason;
  /** A sentence for the person, in English; empty if there is nothing to say. */
  readonly message: string;
  /** What was probably meant: a question to the person, also beside an address that is let in. Null if nothing was. */
  readonly suggestion: Suggestion | null;
  /** What is known of the address; null if nothing is. */
  readonly verdict: Readonly<EmailVerification> | null;
  /** The first error that kept the engine from answering, for your log; undefined if none did. */
  readonly error?: SignupError;
}

const optionNames = namesOf<SignupOptions>()('timeoutMs level disposable roleAccount account signal');

const defaultTimeoutMs = 3_000;
/** A store that hangs may hold up the engine beyond its time limit. */
const graceMs = 250;

const levelsFrom: Readonly<Record<VerificationLevel, readonly VerificationLevel[]>> = {
  smtp: ['smtp', 'dns', 'syntax'],
  dns: ['dns', 'syntax'],
  syntax: ['syntax'],
};

type Refusal = SubstatusByStatus['invalid'] | 'disposable' | 'role_account';

const texts: Readonly<Record<Refusal, string>> = {
  invalid_syntax: 'This is not an email address.',
  no_mx_records: 'This domain takes no mail.',
  mailbox_not_found: 'This mailbox does not exist.',
  mailbox_disabled: 'This mailbox takes no mail.',
  disposable: 'Please use an address that you keep.',
  role_account: 'Please use an address of your own.',
};

/**
 * Decides whether a form accepts an address, within the time limit. `email` is the value of the field: one that is not a text is
 * refused. If the engine cannot answer, checks less, and accepts addresses with no red flags.
 *
 * Rejects with InvalidArgument for a wrong option, and with the signal's reason; never because DNS, a mail server, a store or
 * the engine fails.
 */
export async function checkSignup(
  engine: SignupEngine,
  email: unknown,
  options: SignupOptions = {},
): Promise<SignupCheck> {
  checkSignupOptions(engine, options);
  options.signal?.throwIfAborted();
  const text = typeof email === 'string' ? email : '';
  const suggestion = suggest(text) ?? null;
  // Nobody need be asked about what is no address.
  const isAddress = parseMailbox(text).kind === 'mailbox';
  const { verdict, error }: Answer = isAddress ? await withinTime(engine, text, options) : {};
  const refusal = isAddress ? verdict && refusalOf(verdict, options) : 'invalid_syntax';
  const reason = refusal ?? error?.code ?? verdict?.substatus ?? 'timeout';
  const question = suggestion === null ? [] : [`Did you mean ${suggestion.email}?`];
  return {
    accept: refusal === undefined,
    reason,
    message: [...(refusal === undefined ? [] : [texts[refusal]]), ...question].join(' '),
    suggestion,
    verdict: verdict ?? null,
    ...(error === undefined ? {} : { error }),
  };
}

interface Answer {
  readonly verdict?: Readonly<EmailVerification>;
  readonly error?: SignupError | undefined;
}

/** Returns what the engine says in time. What it finds out later is of no use to anybody. */
async function withinTime(engine: SignupEngine, email: string, options: SignupOptions): Promise<Answer> {
  const { timeoutMs = defaultTimeoutMs, signal } = options;
  const late = new AbortController();
  const aborted = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve({}), timeoutMs + graceMs);
  });
  try {
    return await Promise.race([
      askDownwards(engine, email, { ...options, timeoutMs, signal: aborted }),
      timeUp,
    ]);
  } finally {
    clearTimeout(timer);
    late.abort();
    signal?.throwIfAborted();
  }
}

/** Asks at one level after another, each less far than the one before, until one has an answer. */
async function askDownwards(
  engine: SignupEngine,
  email: string,
  { timeoutMs, level, account, signal }: SignupOptions & { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  const endsAt = performance.now() + timeoutMs;
  const isReachable = engine.egresses.areReachable;
  let error: SignupError | undefined;
  for (const each of levelsFrom[level ?? (isReachable ? 'smtp' : 'dns')]) {
    try {
      const left = Math.max(1, endsAt - performance.now());
      const payer = account === undefined ? {} : { account };
      const verdict = await engine.verify(email, { level: each, timeoutMs: left, signal, ...payer });
      // Nobody waits for it: the next person profits.
      if (!isReachable || (each === 'smtp' && verdict.substatus === 'timeout'))
        void engine.egresses.examine();
      return { verdict, error };
    } catch (failure) {
      if (failure instanceof InvalidArgument) throw failure;
      error ??= asSignupError(failure);
    }
  }
  return { error };
}

/** Returns why the address is refused; undefined if it is let in. */
function refusalOf(
  { status, substatus, is_disposable, is_role_account }: EmailVerification,
  { disposable = 'refuse', roleAccount = 'accept' }: SignupOptions,
): Refusal | undefined {
  if (status === 'invalid') return substatus;
  if (disposable === 'refuse' && is_disposable === true) return 'disposable';
  return roleAccount === 'refuse' && is_role_account === true ? 'role_account' : undefined;
}

function asSignupError(cause: unknown): SignupError {
  if (cause instanceof MailproofError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new MailproofError('internal_error', message, { cause });
}

/** Throws InvalidArgument for what TypeScript would have refused. */
export function checkSignupOptions(engine: unknown, options: SignupOptions): void {
  checkObject('engine', engine, 'Pass what createEngine returns: checkSignup(engine, email).');
  checkOptions(options, "{ timeoutMs: 2_000, disposable: 'accept' }.");
  checkNames(options, optionNames);
  checkLevel(options.level, 'Leave it out to go as far as the network lets it.');
  if (options.timeoutMs !== undefined) checkTimeout(options.timeoutMs);
  if (options.account !== undefined) checkName('account', options.account, 'Leave it out to charge nobody.');
  for (const name of ['disposable', 'roleAccount'] as const) {
    const policy = options[name];
    if (policy === undefined || policy === 'accept' || policy === 'refuse') continue;
    throw new InvalidArgument(name, `${name} must be 'accept' or 'refuse'.`);
  }
}
