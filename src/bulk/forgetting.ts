import { addressKey, createAddressKeyFunction } from '../address/address-key.ts';
import { lowerAscii } from '../address/ascii-case.ts';
import { toAscii } from '../address/domain.ts';
import { delay } from '../concurrency/deadline.ts';
import { LoopSteps } from '../concurrency/loop-steps.ts';
import { ForgottenAddresses } from '../credits/forgotten-addresses.ts';
import type { Verifications } from '../credits/verifications.ts';
import type { Lookups } from '../lookup/lookups.ts';
import { domainOfRow } from '../lookup/row.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobItemState, JobRecord, JobStore, RedactedItem } from '../ports/job-store.ts';
import { isVerification } from '../resources.ts';
import { itemPages } from './items/item-pages.ts';
import { jobName } from './job-list.ts';
import { finishedJobs, unfinishedJobs, unlessGone } from './job-pages.ts';

/** What was removed of an address. */
export interface Forgotten {
  /** Cached results that named it: its verdict, and lookups that found it. */
  readonly cached: number;
  /** Addresses, rows and names of finished jobs in which it was redacted. */
  readonly jobItems: number;
  /**
   * Ids of jobs that are not finished and have the address, or a row of its domain that may still find it. Forget it again
   * once they are finished, or cancel and delete them.
   */
  readonly unfinishedJobs: readonly string[];
}

export interface ForgettingDependencies {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly jobs: JobStore;
  /** Of every level. */
  readonly verifications: readonly Pick<Verifications, 'forget'>[];
  readonly lookups: Pick<Lookups, 'forget'>;
}

/** Removes an address from all stores, as `Engine.forget` says. Rejects with StorageUnavailable; a repeat goes on. */
export async function forgetAddress(
  email: string,
  { cache, clock, jobs, verifications, lookups }: ForgettingDependencies,
  signal?: AbortSignal,
): Promise<Forgotten> {
  const key = addressKey(email);
  await new ForgottenAddresses(cache, clock).mark(key);
  await waitForDrafts(jobs, clock, signal);
  let cached = await lookups.forget(email);
  for (const level of verifications) cached += await level.forget(email);
  const search = new JobSearch({ jobs, clock, key, signal });
  // In this order: a job that finishes meanwhile is in both, never in neither.
  const unfinishedJobs = await search.unfinishedJobs();
  const jobItems = await search.redactFinishedJobs();
  return { cached, jobItems, unfinishedJobs };
}

const pollMs = 250;

/** Waits until what is being submitted now is a job, or was deleted because its process died: no search finds it before. */
async function waitForDrafts(
  jobs: Pick<JobStore, 'sweepDrafts'>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let waiting = (await jobs.sweepDrafts()).map(({ id }) => id);
  while (waiting.length > 0) {
    await delay(clock, pollMs, signal);
    const left = new Set((await jobs.sweepDrafts()).map(({ id }) => id));
    waiting = waiting.filter((id) => left.has(id));
  }
}

/** Read at a time: a few milliseconds of work at most. */
const jobsPerPage = 20;
const itemsPerPage = 200;

/** Searches the items of all jobs for one address, page by page: jobs have no index by address. */
export class JobSearch {
  readonly #jobs: JobStore;
  readonly #key: string;
  readonly #loopSteps: LoopSteps;
  readonly #signal: AbortSignal | undefined;

  /** `key`: that of the address, as `addressKey` returns it. The search ends with the reason of `signal`. */
  constructor(options: { jobs: JobStore; clock: Clock; key: string; signal: AbortSignal | undefined }) {
    this.#jobs = options.jobs;
    this.#key = options.key;
    this.#loopSteps = LoopSteps.of(options.clock);
    this.#signal = options.signal;
  }

  /** Returns the ids of the unfinished jobs that have the address, or may still find it. */
  async unfinishedJobs(): Promise<string[]> {
    const ids = new Set<string>();
    for await (const job of unfinishedJobs(this.#jobs, jobsPerPage)) {
      if (!ids.has(job.id) && (await this.#needs(job))) ids.add(job.id);
    }
    return [...ids];
  }

  /** Redacts the address in all finished jobs. Returns how many items and names. */
  async redactFinishedJobs(): Promise<number> {
    let count = 0;
    for await (const { id, name: given } of finishedJobs(this.#jobs, jobsPerPage)) {
      const keyOf = createAddressKeyFunction();
      const name = redactedName(given, this.#key, keyOf);
      if (name !== undefined) {
        await unlessGone(this.#jobs.redact(id, [], { name }), 0);
        count += 1;
      }
      const isMatch = (state: JobItemState) => namesAddress(state, this.#key, keyOf);
      for await (const states of this.#matches(id, isMatch)) {
        count += await unlessGone(this.#jobs.redact(id, states.map(redacted)), 0);
      }
    }
    return count;
  }

  async #needs({ id, name }: JobRecord): Promise<boolean> {
    const keyOf = createAddressKeyFunction();
    if (redactedName(name, this.#key, keyOf) !== undefined) return true;
    const matches = (state: JobItemState) =>
      namesAddress(state, this.#key, keyOf) || mayComeToName(state, this.#key);
    for await (const _ of this.#matches(id, matches)) return true;
    return false;
  }

  /** Yields the items of a job that match, those of a page at a time. */
  async *#matches(
    id: string,
    isMatch: (state: JobItemState) => boolean,
  ): AsyncGenerator<readonly JobItemState[]> {
    const jobs: Pick<JobStore, 'page'> = {
      page: (...page) => unlessGone(this.#jobs.page(...page), []),
    };
    for await (const page of itemPages(jobs, id, { offset: 0, end: Infinity, limit: itemsPerPage })) {
      const matches: JobItemState[] = [];
      for (const state of page) {
        if (isMatch(state)) matches.push(state);
        await this.#loopSteps.next(null);
        this.#signal?.throwIfAborted();
      }
      if (matches.length > 0) yield matches;
    }
  }
}

/** Stands in finished jobs for an address that was forgotten, and for the name of the person who was looked up. */
const redactedText = '[redacted]';

/** Tells whether an item, or what was found for it, is the address with this key. */
export function namesAddress(
  { item, result }: JobItemState,
  key: string,
  keyOf: (email: string) => string,
): boolean {
  if ('email' in item && keyOf(item.email) === key) return true;
  return typeof result?.email === 'string' && keyOf(result.email) === key;
}

/** Tells whether an item may come to name the address with this key: a row of its domain whose lookup has not ended. */
export function mayComeToName({ item, result, retryAt }: JobItemState, key: string): boolean {
  const hasEnded = result !== undefined && retryAt === null;
  if ('email' in item || hasEnded) return false;
  return domainOfRow(item) === key.slice(key.lastIndexOf('@') + 1);
}

/** What may be an address in a text: no address that people type has blanks, brackets or quotation marks. */
const mayBeAddress = /[^\s<>()[\]{}",;:]+@[^\s<>()[\]{}",;:]+/gu;

/** Returns the name of a job without the address with this key; undefined if it does not have it. */
export function redactedName(
  name: string | undefined,
  key: string,
  keyOf: (email: string) => string,
): string | undefined {
  // As keys are: file names of macOS are not composed.
  const composed = name?.normalize('NFC');
  const rest = composed?.replace(mayBeAddress, (text) =>
    keyOf(text) === key || hasAddress(text, key) ? redactedText : text,
  );
  return rest === composed ? undefined : jobName(rest);
}

const beginsWithin = /[\p{L}\p{N}]$|\p{L}\.$/u;
/** The ending of a file is no part of a domain. */
const goesOn = /^(?:[\p{L}\p{N}]|\.(?!(?:csv|txt|tsv|xlsx|json|ndjson)(?![\p{L}\p{N}]))\p{L})/u;

/** Tells whether the address with this key is in a text, such as the name of a file: `list-ann@example.org.csv`. */
function hasAddress(text: string, key: string): boolean {
  const at = key.lastIndexOf('@');
  const localPart = key.slice(0, at);
  const domain = key.slice(at + 1);
  const parts = text.split('@');
  return parts.slice(1).some((part, index) => {
    const before = lowerAscii(parts[index] ?? '');
    const labels = part.split('.').map((label) => toAscii(label) ?? label.toLowerCase());
    const after = labels.join('.');
    if (!before.endsWith(localPart) || !after.startsWith(domain)) return false;
    return !beginsWithin.test(before.slice(0, -localPart.length)) && !goesOn.test(after.slice(domain.length));
  });
}

/** Returns the item without the address and the person. Status, price and the facts of the domain stay. */
export function redacted({ position, item, result }: JobItemState): RedactedItem {
  const email = redactedText;
  const name = { first_name: redactedText, last_name: redactedText };
  const redactedItem = 'email' in item ? { ...item, email } : { ...item, ...name };
  if (result === undefined) return { position, item: redactedItem, result };
  if (isVerification(result)) return { position, item: redactedItem, result: { ...result, email } };
  return { position, item: redactedItem, result: { ...result, ...name, email } };
}
