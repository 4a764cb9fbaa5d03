import type {
  ApiKey,
  Job,
  UnreadReplies,
  VerificationStep,
} from '../../../../adapters/console/page/api/resources.ts';
import type { EmailVerification } from '../../../../src/resources.ts';
import { verdictWith } from '../../../verdict/verdicts.ts';

export const signInSecret = `inv_${'a'.repeat(43)}`;
/** Of the link of the account `globex`; any other is one of `acme`. */
export const otherSignInSecret = `inv_${'g'.repeat(43)}`;
export const adminToken = 'an-admin-token-of-enough-characters';

export interface StubJob {
  readonly account: string;
  readonly kind: 'verifications' | 'lookups';
  readonly name?: string;
  readonly items: readonly unknown[];
  readonly idempotencyKey: string;
  status: Job['status'];
  processed: number;
  rows: readonly Record<string, unknown>[];
}

/** Somebody who is signed in; the account is null for the operator. */
export interface StubSession {
  readonly account: string | null;
  readonly csrfToken: string;
}

/** What the stub of the console keeps. Tests read and change it. */
export interface StubRecords {
  /** Secrets of sign-in links that were not used yet. */
  readonly invitations: Set<string>;
  readonly sessions: Map<string, StubSession>;
  readonly keys: ApiKey[];
  readonly jobs: Map<string, StubJob>;
  readonly grants: { readonly account: string; readonly credits: number; readonly id: string }[];
  balance: { available: number; held: number };
  replies: UnreadReplies['replies'];
  /** The steps, the suggestion and the result that a verification streams. */
  verification: { steps: VerificationStep[]; suggestion?: string; result: EmailVerification };
}

const fixedAt = '2026-03-02T09:30:00.000Z';

export function newRecords(): StubRecords {
  return {
    invitations: new Set([signInSecret]),
    sessions: new Map(),
    keys: [
      {
        id: 'key_1',
        name: 'newsletter',
        test: false,
        rotated_at: null,
        previous_valid_until: null,
        created_at: fixedAt,
        last_used_at: '2026-03-04T11:00:00.000Z',
        revoked_at: null,
      },
      {
        id: 'key_2',
        name: 'old shop',
        test: true,
        rotated_at: null,
        previous_valid_until: null,
        created_at: fixedAt,
        last_used_at: null,
        revoked_at: '2026-03-03T08:00:00.000Z',
      },
    ],
    jobs: new Map(),
    grants: [],
    balance: { available: 5_000, held: 12.4 },
    replies: [
      { count: 7, stage: 'RCPT', code: 550, enhanced_code: '5.7.1', text: 'message … held by policy #' },
    ],
    verification: {
      steps: [
        { at_ms: 3, kind: 'note', text: 'MX example.com: mx.example.com' },
        { at_ms: 41, kind: 'connect', exchange: 'mx.example.com', text: '192.0.2.10:25' },
        { at_ms: 60, kind: 'command', exchange: 'mx.example.com', text: 'RCPT TO:<ann@example.com>' },
        { at_ms: 82, kind: 'reply', exchange: 'mx.example.com', text: '250 2.1.5 Ok' },
      ],
      result: verificationOf('ann@example.com', 0),
    },
  };
}

const verdicts = [
  [
    'safe',
    'deliverable',
    'The mail server accepts this address and refuses addresses that do not exist.',
    97,
  ],
  ['risky', 'catch_all', 'The mail server accepts every address at this domain.', 62],
  ['invalid', 'mailbox_not_found', 'The mail server says that there is no such mailbox.', 99],
  [
    'safe',
    'deliverable',
    'The mail server accepts this address and refuses addresses that do not exist.',
    88,
  ],
  ['unknown', 'greylisted', 'The mail server asked to try again later.', null],
] as const;
const providers = ['Google Workspace', 'Microsoft 365', 'Unknown', 'Zoho'] as const;

/** A result that depends on the number alone. */
export function verificationOf(email: string, number: number): EmailVerification {
  const [status, substatus, explanation, confidence] = verdicts[number % verdicts.length] ?? verdicts[0];
  return verdictWith({
    email,
    status,
    explanation,
    email_provider: providers[number % providers.length] ?? 'Unknown',
    substatus,
    mx_record: 'mx.example.com',
    is_domain_catch_all: substatus === 'catch_all',
    confidence,
  });
}

export function finishedJob(emails: readonly string[], account = 'acme'): StubJob {
  return {
    account,
    kind: 'verifications',
    items: emails,
    idempotencyKey: '',
    status: 'complete',
    processed: emails.length,
    rows: emails.map((email, index) => ({ index, ...verificationOf(email, index) })),
  };
}

/** What the API says of a job. */
export function jobResource(id: string, job: StubJob): Job {
  const counts = { safe: 0, risky: 0, invalid: 0, unknown: 0 };
  for (const { status } of job.rows.slice(0, job.processed))
    if (status !== null) counts[status as keyof typeof counts] += 1;
  return {
    job_id: id,
    kind: job.kind,
    name: job.name ?? null,
    account: job.account,
    key_id: null,
    key_name: null,
    status: job.status,
    cancelled: job.status === 'failed',
    total: job.items.length,
    processed: job.processed,
    counts: { by_status: counts, retrying: job.status === 'partial_complete_retrying' ? 3 : 0 },
    next_retry_at: job.status === 'partial_complete_retrying' ? '2026-03-02T09:45:00.000Z' : null,
    submitted_at: fixedAt,
    started_at: fixedAt,
    finished_at: job.status === 'complete' ? '2026-03-02T09:32:00.000Z' : null,
    credits: { charged: job.items.length * (job.kind === 'verifications' ? 0.2 : 1), refunded: 0 },
  };
}
