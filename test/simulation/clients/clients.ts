import type { SubmitOptions } from '../../../src/bulk/jobs.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { RequestOutcome } from '../story/happening.ts';
import type { Story } from '../story/story.ts';
import { codeOf, forgetOutcome, isKnown, lookupOutcome, outcomeOf, requestOutcome } from './call-outcomes.ts';
import type { ClientAction } from './client-action.ts';
import type { ClientList } from './client-list.ts';
import type { CallOutcome, ClientTime, Front } from './front.ts';
import { accessOf, JobOwners } from './job-owners.ts';
import type { JobOwnership } from './job-ownership.ts';
import { resultsOf, rowsOf, submitList } from './list-calls.ts';
import { priceOf } from './stated-prices.ts';

export interface ClientsParts {
  readonly seed: number;
  readonly time: ClientTime;
  readonly service: { readonly fronts: readonly Front[] };
  readonly story: Story;
  /** A client looks at its job again after this time at most. */
  readonly looksWithinMs: number;
  /** Called with an error of the simulator in a client. */
  readonly onError: (error: unknown) => void;
}

type ActionOf<Kind extends ClientAction['kind']> = Extract<ClientAction, { kind: Kind }>;

interface ReusedKey {
  readonly job: string;
  readonly account: string | undefined;
  readonly key: string;
  readonly list: ClientList;
  readonly keyId: string | undefined;
  readonly afterMs: number;
}

/** A job that was accepted, as its client knows it. */
interface OwnJob {
  readonly job: string;
  readonly jobId: string;
  readonly list: ClientList;
  readonly ownership: JobOwnership | undefined;
}

/** How long a client waits before it tries again. */
const retryMs = 5_000;
/** The reason of clients that wait for every answer. */
const neverLeaves = new Error('The client has left.');

/** The clients of the service. They know nothing but what they are told. */
export class Clients {
  readonly #parts: ClientsParts;
  readonly #random: RandomStream;
  readonly #reading: RandomStream;
  readonly #lookingUp: RandomStream;
  readonly #checking: RandomStream;
  readonly #forgetting: RandomStream;
  readonly #owners: JobOwners;
  readonly #describing: RandomStream;
  readonly #waiting = new Set<() => void>();
  #startsAt = 0;
  #requests = 0;
  #purchases = 0;
  #busy = 0;
  #haveLeft = false;

  constructor(parts: ClientsParts) {
    this.#parts = parts;
    this.#random = new RandomStream(parts.seed, 'choices of clients');
    this.#reading = new RandomStream(parts.seed, 'readers');
    this.#lookingUp = new RandomStream(parts.seed, 'lookups');
    this.#checking = new RandomStream(parts.seed, 'checks');
    this.#forgetting = new RandomStream(parts.seed, 'forgetting');
    this.#describing = new RandomStream(parts.seed, 'describing');
    const owning = new RandomStream(parts.seed, 'owners');
    this.#owners = new JobOwners({
      time: parts.time,
      story: parts.story,
      random: owning,
      nextFront: () => this.#nextFront(owning),
      wait: (ms) => this.#wait(ms),
    });
  }

  /** How many clients wait for an answer, or try again later. */
  get busy(): number {
    return this.#busy;
  }

  schedule(actions: readonly ClientAction[], startsAt: number): void {
    this.#startsAt ||= startsAt;
    for (const action of actions)
      this.#parts.time.scheduleAt(startsAt + action.atMs, () => this.#act(action));
  }

  /** All clients go home: nobody tries again or looks at a job any more. What is asked is still answered. */
  leave(): void {
    this.#haveLeft = true;
    for (const stopWaiting of this.#waiting) stopWaiting();
    this.#waiting.clear();
  }

  #act(action: ClientAction): void {
    switch (action.kind) {
      case 'grant':
        this.#begin(this.#buy(action));
        break;
      case 'subtraction':
        this.#begin(this.#subtract(action));
        break;
      case 'single':
        this.#begin(this.#askAndInsist(action));
        break;
      case 'check':
        this.#begin(this.#check(action));
        break;
      case 'lookup':
        this.#begin(this.#lookUp(action));
        break;
      case 'forget':
        this.#begin(this.#forget(action));
        break;
      case 'books':
        this.#begin(this.#owners.readBooks(action.account, this.#startsAt));
        break;
      case 'job':
        this.#begin(this.#submit(action));
        if (!action.sendsTwice || action.key === undefined) break;
        this.#begin(this.#wait(this.#random.skewed(1, 3_000)).then(() => this.#submit(action)));
    }
  }

  #begin(work: Promise<void>): void {
    this.#busy += 1;
    work
      .catch((error: unknown) => {
        // Those who have left do not mind that a process is closed.
        if (!this.#haveLeft) this.#parts.onError(error);
      })
      .finally(() => {
        this.#busy -= 1;
      });
  }

  /** Buys credits, and repeats that under the same id until it is confirmed. */
  async #buy({ account, milliCredits }: Pick<ActionOf<'grant'>, 'account' | 'milliCredits'>): Promise<void> {
    const { story } = this.#parts;
    this.#purchases += 1;
    // Numbered: an account may buy twice at one moment.
    const id = `order ${this.#purchases} of ${account}`;
    for (;;) {
      const outcome = await this.#call((process) =>
        process.call('accounts.grant', (engine) => engine.accounts.grant(account, { id, milliCredits })),
      );
      if (outcome.kind === 'answered') {
        story.add({ kind: 'granted', account, milliCredits });
        return;
      }
      await this.#wait(retryMs);
    }
  }

  /** Takes credits away, and repeats that under the same id until it is told what came of it. */
  async #subtract({ account, milliCredits, atMs }: ActionOf<'subtraction'>): Promise<void> {
    const id = `correction of ${account} at ${atMs}`;
    for (;;) {
      const called = await this.#call((process) =>
        process.call('accounts.subtract', (engine) =>
          engine.accounts.subtract(account, { id, milliCredits }),
        ),
      );
      const outcome = outcomeOf(called, 'taken');
      if (isKnown(outcome)) {
        this.#parts.story.add({ kind: 'subtracted', account, id, milliCredits, outcome });
        return;
      }
      await this.#wait(retryMs);
    }
  }

  /** Asks about one address, and again if the service does not work. */
  async #askAndInsist(action: ActionOf<'single'>): Promise<void> {
    for (let tries = 0; tries < 4; tries += 1) {
      const { kind } = await this.#askThroughProxy(action);
      if (!action.insists || kind === 'verdict' || kind === 'client-left') return;
      await this.#wait(retryMs);
    }
  }

  /** Returns the first answer to a request that a proxy may repeat. Resolves when both are answered. */
  async #askThroughProxy(action: ActionOf<'single'>): Promise<RequestOutcome> {
    const first = await this.#nextFront(this.#random);
    const asked = this.#ask(action, first);
    if (action.repeatedAfterMs === undefined) return asked;
    const early = await Promise.race([asked, this.#wait(action.repeatedAfterMs)]);
    if (early !== undefined) return early;
    const again = this.#ask(action, await this.#nextFront(this.#random, first));
    const answer = await Promise.race([asked, again]);
    await Promise.all([asked, again]);
    return answer;
  }

  async #ask(
    { account, email, timeoutMs, leavesAfterMs }: ActionOf<'single'>,
    process: Front,
  ): Promise<RequestOutcome> {
    const { story, time } = this.#parts;
    this.#requests += 1;
    const request = this.#requests;
    story.add({ kind: 'single-asked', request, process: process.name, account, email, timeoutMs });
    const askedAt = time.now;
    const controller = new AbortController();
    const reason = new Error('The client has left.');
    if (leavesAfterMs !== undefined) process.later(leavesAfterMs, () => controller.abort(reason));
    const called = await process.call('verify', (engine) =>
      engine.verify(email, {
        timeoutMs,
        signal: controller.signal,
        ...(account === undefined ? {} : { account }),
      }),
    );
    const outcome = requestOutcome(called, reason);
    story.add({
      kind: 'single-answered',
      request,
      process: process.name,
      account,
      email,
      outcome,
      tookMs: time.now - askedAt,
    });
    return outcome;
  }

  /** Asks about one address without mail servers, if a front end runs. */
  async #check({ account, email, level, timeoutMs }: ActionOf<'check'>): Promise<void> {
    const { story, time } = this.#parts;
    const process = this.#front(this.#checking);
    if (process === undefined) return;
    const asked = { process: process.name, account, email, level };
    story.add({ kind: 'check-asked', ...asked });
    const askedAt = time.now;
    const called = await process.call('verify at a lower level', (engine) =>
      engine.verify(email, { level, timeoutMs, ...(account === undefined ? {} : { account }) }),
    );
    const outcome = requestOutcome(called, neverLeaves);
    story.add({ kind: 'check-answered', ...asked, outcome, tookMs: time.now - askedAt });
  }

  /** Looks for one person, if a front end runs. */
  async #lookUp({ account, row, timeoutMs, leavesAfterMs }: ActionOf<'lookup'>): Promise<void> {
    const { story, time } = this.#parts;
    const process = this.#front(this.#lookingUp);
    if (process === undefined) return;
    this.#requests += 1;
    const request = this.#requests;
    story.add({ kind: 'lookup-asked', request, process: process.name, account, row, timeoutMs });
    const askedAt = time.now;
    const controller = new AbortController();
    const reason = new Error('The client has left.');
    if (leavesAfterMs !== undefined) process.later(leavesAfterMs, () => controller.abort(reason));
    const called = await process.call('lookup', (engine) =>
      engine.lookup(row, {
        timeoutMs,
        signal: controller.signal,
        ...(account === undefined ? {} : { account }),
      }),
    );
    story.add({
      kind: 'lookup-answered',
      request,
      process: process.name,
      account,
      row,
      outcome: lookupOutcome(called, reason),
      tookMs: time.now - askedAt,
    });
  }

  /** Submits a list. With a key, it repeats that until it knows what came of it. */
  async #submit(action: ActionOf<'job'>): Promise<void> {
    const { story } = this.#parts;
    const { name, account, list, key, cancelsAfterMs, mistake, ownership } = action;
    const keyId = ownership?.keyId;
    for (let tries = 0; ; tries += 1) {
      const process = await this.#nextFront(this.#random);
      story.add({
        kind: 'job-submitted',
        job: name,
        process: process.name,
        account,
        list,
        key,
      });
      const options = {
        ...(account === undefined ? {} : { account }),
        ...(key === undefined ? {} : { idempotencyKey: key }),
        ...accessOf(keyId),
      };
      const checked = ownership?.checksCredits
        ? await this.#checkCredits(process, { job: name, list, options })
        : undefined;
      const outcome =
        checked?.kind === 'failed' || checked?.kind === 'lost'
          ? checked
          : await process.call('jobs.submit', (engine) => submitList(engine.jobs, list, options));
      if (outcome.kind === 'answered') {
        const { id: jobId, total, milliCredits } = outcome.value;
        const credits = toCredits(milliCredits);
        story.name(jobId, name);
        story.add({ kind: 'job-accepted', job: name, account, list, keyId, jobId, total, credits });
        const own = { job: name, jobId, list, ownership };
        this.#begin(list.kind === 'people' ? this.#readPeople(own) : this.#read(own));
        if (ownership !== undefined) this.#begin(this.#owners.intrude(own, ownership));
        if (mistake !== undefined && key !== undefined)
          this.#begin(this.#reuseKey({ job: name, account, key, keyId, ...mistake }));
        if (cancelsAfterMs !== undefined) await this.#cancel(own, cancelsAfterMs);
        if (ownership !== undefined) await this.#owners.delete(own, ownership);
        return;
      }
      const code = outcome.kind === 'lost' ? 'connection_lost' : codeOf(outcome.error);
      story.add({ kind: 'job-refused', job: name, why: code });
      if (code === 'insufficient_credits' && account !== undefined && tries < 3 && this.#random.chance(0.7))
        await this.#buy({ account, milliCredits: priceOf(list) });
      else if (key === undefined || code === 'insufficient_credits') return;
      await this.#wait(retryMs);
    }
  }

  /** Asks whether it is any use to send a list. */
  async #checkCredits(
    process: Front,
    { job, list, options }: { job: string; list: ClientList; options: SubmitOptions },
  ): Promise<CallOutcome<void>> {
    const { story, time } = this.#parts;
    const askedAt = time.now;
    const kind = list.kind === 'people' ? 'lookup' : 'verification';
    const called = await process.call('jobs.checkCredits', ({ jobs }) => jobs.checkCredits(kind, options));
    const { account, idempotencyKey: key } = options;
    const outcome = outcomeOf(called, 'passed');
    story.add({ kind: 'credits-checked', job, account, key, outcome, tookMs: time.now - askedAt });
    return called;
  }

  /** Sends another list under the key of a job, until it is told what becomes of that. */
  async #reuseKey({ job, account, key, list, keyId, afterMs }: ReusedKey): Promise<void> {
    await this.#wait(afterMs);
    for (;;) {
      const process = await this.#nextFront(this.#random);
      const outcome = await process.call('jobs.submit under a used key', (engine) =>
        submitList(engine.jobs, list, {
          ...(account === undefined ? {} : { account }),
          ...accessOf(keyId),
          idempotencyKey: key,
        }),
      );
      const told = outcomeOf(outcome, 'accepted');
      if (isKnown(told)) {
        this.#parts.story.add({ kind: 'key-reused', job, process: process.name, key, outcome: told });
        return;
      }
      await this.#wait(retryMs);
    }
  }

  /** Looks at a job now and then, until it has ended, and then reads its results. */
  async #read({ job: name, jobId, ownership }: OwnJob): Promise<void> {
    const access = accessOf(ownership?.keyId);
    for (;;) {
      await this.#wait(this.#reading.skewed(1_000, this.#parts.looksWithinMs));
      const process = this.#front(this.#reading);
      if (process === undefined) continue;
      const outcome = await process.call('jobs.status', async ({ jobs }) => {
        const state = await jobs.status(jobId, access);
        const hasEnded = state.status === 'complete' || state.status === 'failed';
        return { state, results: hasEnded ? await resultsOf(jobs, jobId, access) : undefined };
      });
      if (this.#isGone(outcome, jobId)) return;
      if (outcome.kind === 'failed' && isKnown(codeOf(outcome.error))) throw outcome.error;
      if (outcome.kind !== 'answered') continue;
      const { state, results } = outcome.value;
      this.#parts.story.add({
        kind: 'job-read',
        job: name,
        jobId,
        process: process.name,
        state,
        results,
      });
      if (state.status === 'complete' || state.status === 'failed') return;
      if (this.#describing.chance(0.3)) await this.#owners.describe({ job: name, jobId }, access.keyId);
    }
  }

  /** The same for a list of people. */
  async #readPeople({ job: name, jobId, ownership }: OwnJob): Promise<void> {
    const access = accessOf(ownership?.keyId);
    for (;;) {
      await this.#wait(this.#reading.skewed(1_000, this.#parts.looksWithinMs));
      const process = this.#front(this.#reading);
      if (process === undefined) continue;
      const outcome = await process.call('jobs.lookupStatus', async ({ jobs }) => {
        const state = await jobs.lookupStatus(jobId, access);
        return { state, rows: state.status === 'completed' ? await rowsOf(jobs, jobId, access) : undefined };
      });
      if (this.#isGone(outcome, jobId)) return;
      if (outcome.kind === 'failed' && isKnown(codeOf(outcome.error))) throw outcome.error;
      if (outcome.kind !== 'answered') continue;
      const { state, rows } = outcome.value;
      this.#parts.story.add({ kind: 'people-read', job: name, jobId, process: process.name, state, rows });
      if (rows !== undefined) return;
    }
  }

  /** True if a job was not found that its owner may have deleted. */
  #isGone(outcome: CallOutcome<unknown>, jobId: string): boolean {
    const isFound = outcome.kind !== 'failed' || codeOf(outcome.error) !== 'not_found';
    return !isFound && this.#owners.mayBeDeleted(jobId);
  }

  /** Cancels a job after a while, and repeats that until it is confirmed. */
  async #cancel({ job: name, jobId, ownership }: OwnJob, afterMs: number): Promise<void> {
    const access = accessOf(ownership?.keyId);
    await this.#wait(afterMs);
    for (;;) {
      const outcome = await this.#call((process) =>
        process.call('jobs.cancel', (engine) => engine.jobs.cancel(jobId, access)),
      );
      if (outcome.kind === 'answered') {
        this.#parts.story.add({ kind: 'job-cancelled', job: name, jobId });
        return;
      }
      await this.#wait(retryMs);
    }
  }

  /** Has an address forgotten: again after an error, and after a while if a job still needs it. */
  async #forget({ email }: ActionOf<'forget'>): Promise<void> {
    const { story, time } = this.#parts;
    for (let isLeft = true; isLeft; ) {
      const process = this.#front(this.#forgetting);
      if (process !== undefined) {
        story.add({ kind: 'forget-asked', process: process.name, email });
        const askedAt = time.now;
        const called = await process.call('forget', (engine) => engine.forget(email));
        const outcome = forgetOutcome(called);
        const tookMs = time.now - askedAt;
        story.add({ kind: 'forget-answered', process: process.name, email, outcome, tookMs });
        isLeft = called.kind !== 'answered' || called.value.unfinishedJobs.length > 0;
        if (called.kind === 'answered' && isLeft) await this.#wait(this.#forgetting.skewed(1_000, 7_200_000));
      }
      if (isLeft) await this.#wait(retryMs);
    }
  }

  /** Waits until a front end runs, and returns it: if possible, another one than this. */
  async #nextFront(random: RandomStream, except?: Front): Promise<Front> {
    for (;;) {
      const process = this.#front(random, except);
      if (process !== undefined) return process;
      await this.#wait(retryMs);
    }
  }

  /** Returns a front end that runs now. */
  #front(random: RandomStream, except?: Front): Front | undefined {
    const { fronts } = this.#parts.service;
    const others = fronts.filter((process) => process !== except);
    return fronts.length === 0 ? undefined : random.pick(others.length === 0 ? fronts : others);
  }

  async #call<Value>(call: (process: Front) => Promise<CallOutcome<Value>>): Promise<CallOutcome<Value>> {
    return call(await this.#nextFront(this.#random));
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#haveLeft) return;
      const cancel = this.#parts.time.schedule(ms, () => {
        this.#waiting.delete(cancel);
        resolve();
      });
      this.#waiting.add(cancel);
    });
  }
}
