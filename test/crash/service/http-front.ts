import { setTimeout as delay } from 'node:timers/promises';
import type { SubmitOptions } from '../../../src/bulk/jobs.ts';
import { type Engine, type ErrorCode, MailproofError, type RequestOptions } from '../../../src/index.ts';
import type {
  BulkLookupJob,
  BulkLookupPage,
  BulkLookupReceipt,
  BulkVerificationJob,
  BulkVerificationReceipt,
  EmailLookup,
  EmailVerification,
  LookupRow,
} from '../../../src/resources.ts';
import type {
  AcceptedJob,
  CallOutcome,
  ClientCalls,
  ClientTime,
  Front,
} from '../../simulation/clients/front.ts';
import { type AccountKeys, houseAccount } from './account-keys.ts';

export interface HttpFrontParts {
  readonly name: string;
  readonly time: ClientTime;
  /** By account. */
  readonly keys: ReadonlyMap<string, AccountKeys>;
  /** Does what HTTP has no endpoints for: sells credits and cancels jobs, for example. */
  readonly operator: Pick<Engine, 'accounts' | 'jobs'>;
  /** The keys of accepted jobs, which all front ends share. */
  readonly keyOfJob: Map<string, string>;
}

class ConnectionLost extends Error {}

/** What a client may be told. Any other status is a fault of the service. */
const codes: Readonly<Record<number, ErrorCode>> = {
  403: 'insufficient_credits',
  // The server takes a connection for stalled that was opened too early.
  408: 'storage_unavailable',
  502: 'storage_unavailable',
  503: 'storage_unavailable',
};

/** A front end of a service behind HTTP. */
export class HttpFront implements Front, ClientCalls {
  readonly name: string;
  readonly #parts: HttpFrontParts;
  #url = '';
  #requests = 0;

  constructor(parts: HttpFrontParts) {
    this.#parts = parts;
    this.name = parts.name;
  }

  /** Says where it listens from now on. */
  moveTo(url: string): void {
    this.#url = url;
  }

  later(delayMs: number, task: () => void): void {
    this.#parts.time.schedule(delayMs, task);
  }

  async call<Value>(
    _what: string,
    work: (service: ClientCalls) => Promise<Value>,
  ): Promise<CallOutcome<Value>> {
    try {
      return { kind: 'answered', value: await work(this) };
    } catch (error) {
      return error instanceof ConnectionLost ? { kind: 'lost' } : { kind: 'failed', error };
    }
  }

  verify(email: string, { timeoutMs = 70_000, account, signal }: RequestOptions = {}) {
    const query = new URLSearchParams({ email, timeout: String(timeoutMs / 1_000) });
    return this.#fetch<EmailVerification>(`verify?${query}`, this.#requestKey(account), { signal });
  }

  lookup(row: LookupRow, { timeoutMs = 90_000, account, signal }: RequestOptions = {}) {
    return this.#fetch<EmailLookup>('email-lookup', this.#requestKey(account), {
      signal,
      body: { ...row, timeout: timeoutMs / 1_000 },
    });
  }

  /** HTTP has no endpoint for it: clients of such a front end leave it out of their plan. */
  async forget(email: string): Promise<never> {
    throw new Error(`${email} cannot be forgotten over HTTP.`);
  }

  readonly accounts: ClientCalls['accounts'] = {
    grant: (account, grant) => this.#parts.operator.accounts.grant(account, grant),
    subtract: (account, subtraction) => this.#parts.operator.accounts.subtract(account, subtraction),
    usage: (account, period) => this.#parts.operator.accounts.usage(account, period),
  };

  readonly jobs: ClientCalls['jobs'] = {
    submit: async (emails, { account, idempotencyKey }: SubmitOptions = {}) => {
      const key = this.#keysOf(account).jobs;
      const receipt = await this.#fetch<BulkVerificationReceipt>('bulk', key, {
        body: emails,
        idempotencyKey,
      });
      return this.#accept(receipt.job_id, key, receipt.total_emails, receipt.estimated_cost);
    },
    submitLookup: async (rows, { account, idempotencyKey }: SubmitOptions = {}) => {
      const key = this.#keysOf(account).jobs;
      const receipt = await this.#fetch<BulkLookupReceipt>('bulk-lookup', key, {
        body: { input: rows },
        idempotencyKey,
      });
      return this.#accept(receipt.job_id, key, receipt.total_rows, receipt.credits_consumed);
    },
    status: (jobId) => this.#fetch<BulkVerificationJob>(`bulk/${jobId}`, this.#keyOfJob(jobId)),
    lookupStatus: (jobId) => this.#fetch<BulkLookupJob>(`bulk-lookup/${jobId}`, this.#keyOfJob(jobId)),
    lookupResults: (jobId, { limit, offset }) =>
      this.#fetch<BulkLookupPage>(
        `bulk-lookup/${jobId}/results?limit=${limit}&offset=${offset}`,
        this.#keyOfJob(jobId),
      ),
    results: async (jobId) => {
      const { results } = await this.#fetch<{ results: readonly EmailVerification[] }>(
        `bulk/${jobId}/results`,
        this.#keyOfJob(jobId),
      );
      return {
        pages: async function* () {
          yield results;
        },
      };
    },
    checkCredits: (kind, options) => this.#parts.operator.jobs.checkCredits(kind, options),
    list: (filter) => this.#parts.operator.jobs.list(filter),
    get: (jobId) => this.#parts.operator.jobs.get(jobId),
    cancel: (jobId) => this.#parts.operator.jobs.cancel(jobId),
    delete: (jobId) => this.#parts.operator.jobs.delete(jobId),
  };

  #accept(id: string, key: string, total: number, credits: number): AcceptedJob {
    this.#parts.keyOfJob.set(id, key);
    return { id, total, milliCredits: Math.round(credits * 1_000) };
  }

  #keysOf(account = houseAccount): AccountKeys {
    const keys = this.#parts.keys.get(account);
    if (keys === undefined) throw new RangeError(`${account} has no keys.`);
    return keys;
  }

  #requestKey(account: string | undefined): string {
    const { requests } = this.#keysOf(account);
    this.#requests += 1;
    return requests[this.#requests % requests.length] ?? '';
  }

  #keyOfJob(jobId: string): string {
    return this.#parts.keyOfJob.get(jobId) ?? '';
  }

  async #fetch<Answer>(
    path: string,
    key: string,
    { signal, body, idempotencyKey }: FetchOptions = {},
  ): Promise<Answer> {
    const { status, text } = await this.#exchange(path, {
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (status === 200) return JSON.parse(text) as Answer;
    const code = codes[status];
    if (status === 409)
      throw new MailproofError(path.endsWith('/results') ? 'results_not_ready' : 'conflict', text);
    throw code === undefined ? new Error(`${path}: ${status} ${text}`) : new MailproofError(code, text);
  }

  /** Waits where there are too many requests. Rejects with ConnectionLost if the process dies, or with the reason of the signal. */
  async #exchange(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    try {
      for (;;) {
        const response = await fetch(`${this.#url}/v1/${path}`, init);
        const text = await response.text();
        const { status } = response;
        if (status !== 429) return { status, text };
        await delay(1_000 * Number(response.headers.get('Retry-After')));
      }
    } catch (error) {
      init.signal?.throwIfAborted();
      throw new ConnectionLost(`The connection to ${this.name} is lost.`, { cause: error });
    }
  }
}

interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}
