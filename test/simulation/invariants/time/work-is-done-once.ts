import type { JobAttempt, JobItem } from '../../../../src/ports/index.ts';
import type { Story } from '../../story/story.ts';
import { addressKey } from '../../world/address-keys.ts';
import { hindrancesOf, strikesAnyProcess, strikesOurNetwork } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { tellsAtOnce } from '../results/sound-exchange.ts';
import { watchShutPlaces } from '../shut-places.ts';
import { watchForgetting } from '../watched-forgetting.ts';
import { exchangesOfJob, watchJobs } from '../watched-jobs.ts';

/** A process that has lost its lease finishes what it was doing. */
const aftermathMs = 600_000;
/** Retries that it queues are due an hour later, perhaps beside those that another process has queued. */
const retryAftermathMs = 3_600_000 + aftermathMs;
/** A list is given up within this time from a fault of ours. */
const givenUpMs = 1_800_000;
/** From a server to us, and from us to the server. */
const longestWayMs = 2_000;
/** A server answers what was sent to it within this time, also if nobody waits any longer. */
const underWayMs = 60_000;
/** An answer is stored by then, so that nobody needs to ask again. */
const askedAgainMs = 600_000;

/**
 * Without a fault, no attempt of a job is made by two processes, or twice by one, and no process asks a server again that
 * has told what it knows of an address.
 */
export const workIsDoneOnce: Invariant = {
  name: 'work is done once',
  promise: 'Servers are not asked about an address again for nothing: each attempt of a job is made once.',
  watch({ story, service, world, faults, fail }) {
    const jobs = watchJobs(story);
    const shutPlaces = watchShutPlaces(story, service);
    const completed = new Set<string>();
    story.onCall(['jobs.record'], ({ args, outcome, process }, at) => {
      if (!('value' in outcome)) return;
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      const { recorded, job } = outcome.value as {
        recorded: readonly number[];
        job: { completedAt: number | null; failedAt: number | null };
      };
      const wasComplete = completed.has(jobId);
      if (job.completedAt !== null) completed.add(jobId);
      if (recorded.length === attempts.length || job.failedAt !== null) return;
      const areRetries = attempts.every(
        ({ position, attempt }) => attempt > 1 || recorded.includes(position),
      );
      const sinceMs = at - (areRetries ? retryAftermathMs : aftermathMs);
      if (faults.during(sinceMs, at).some(strikesAnyProcess)) return;
      // A list that is given up completes with what was found before, although attempts are under way.
      if (wasComplete && faults.during(at - givenUpMs, at).some(strikesOurNetwork)) return;
      const own = jobs.get(jobId);
      const exchanges = own === undefined ? [] : [...exchangesOfJob(own, world)];
      const wasLeftAlone = exchanges.some(({ host }) => shutPlaces.shutUntil(host, at) >= at - givenUpMs);
      if (wasComplete && wasLeftAlone) return;
      const name = story.nameOf(jobId);
      fail(
        `${process} has made ${attempts.length - recorded.length} attempts of ${name} that had been made before`,
        [name],
      );
    });
    const isToBeForgotten = watchForgetting(story);
    const asking = new Askers(story);
    const askedAt = new Map<string, number>();
    /** The last answers on each connection: those that are on their way when we reset it are not received. */
    const answersOn = new Map<number, { readonly key: string; readonly at: number }[]>();
    story.on('connection-closed', ({ connection, how }, at) => {
      for (const answer of answersOn.get(connection.number) ?? [])
        if (how === 'reset by us' && answer.at > at - longestWayMs) askedAt.delete(answer.key);
      answersOn.delete(connection.number);
    });
    story.on(
      'recipient-answered',
      ({ connection: { host, process, number }, address, code, refusals }, at) => {
        const exchange = world.exchanges.get(host);
        const isTold =
          exchange !== undefined &&
          tellsAtOnce(exchange) &&
          !exchange.isRetired &&
          !world.hasOwnPolicy(address) &&
          world.exchangesOf(address).includes(exchange) &&
          code !== 452 &&
          // A refusal after others may only mean that they were too many: it is checked in a session of its own.
          (code < 400 || refusals < 2);
        if (!isTold) return;
        const addressOf = addressKey(address);
        const key = `${process} ${host} ${addressOf}`;
        const before = askedAt.get(key);
        askedAt.set(key, at);
        answersOn.set(number, [...(answersOn.get(number) ?? []), { key, at }]);
        if (before === undefined || at - before > askedAgainMs || isToBeForgotten(addressOf)) return;
        if (asking.count(addressOf, before) > 1 || asking.hasAnyLeft(addressOf, before - underWayMs)) return;
        const work = { process, exchanges: [exchange], from: before, until: at };
        if (hindrancesOf(faults, work).length > 0) return;
        fail(`${process} asks ${host} about ${address} again ${at - before} ms after its answer`, [
          address,
          host,
        ]);
      },
    );
  },
};

interface Asker {
  /** An address, or the domain of a person who is looked for, after an `@`. */
  readonly about: string;
  readonly from: number;
  until: number;
}

/** A job has made its first attempts by then. */
const firstAttemptsMs = 3_600_000;
/** What follows from an answer is stored by then, also if the catch-all probe takes long: who asks later finds it. */
const storedMs = 100_000;

/**
 * The recipient of a catch-all probe, the same for a day. Whoever asks about the domain may be why it is asked about: a single
 * request does not wait for the probe of a job, so that each sends one.
 */
const probeKey = /^[a-z][a-z0-9]{19}@/;

/** Who wants to know something of an address. Several may have looked for a stored answer before there was one. */
class Askers {
  readonly #askers: Asker[] = [];
  readonly #requests = new Map<number, Asker>();
  /** When somebody last stopped waiting, or got an error or a timeout: what was found is then lost. */
  readonly #leftAt = new Map<string, number>();
  #jobFailedAt = Number.NEGATIVE_INFINITY;

  constructor(story: Story) {
    story.on('single-asked', ({ request, email }, at) => this.#begin(request, addressKey(email), at));
    story.on('lookup-asked', ({ request, row }, at) => this.#begin(request, `@${row.domain}`, at));
    story.on('single-answered', ({ request, outcome }, at) =>
      this.#end(request, outcome.kind !== 'verdict' || outcome.substatus === 'timeout', at),
    );
    story.on('lookup-answered', ({ request, outcome }, at) =>
      this.#end(request, outcome.kind !== 'finding' || outcome.substatus === 'timeout', at),
    );
    story.onCall(['jobs.fail'], (_, at) => {
      this.#jobFailedAt = at;
    });
    story.onCall(['jobs.create'], ({ args }, at) => {
      for (const item of args[1] as readonly JobItem[])
        this.#askers.push({
          about: 'email' in item ? addressKey(item.email) : `@${item.domain}`,
          from: at,
          until: at + firstAttemptsMs,
        });
    });
  }

  /** Returns how many had begun to ask about the address with this key when an answer came, and had not ended. */
  count(key: string, answeredAt: number): number {
    const domain = key.slice(key.lastIndexOf('@'));
    return this.#askers.filter(
      ({ about, from, until }) =>
        (about === key || about === domain || (probeKey.test(key) && about.endsWith(domain))) &&
        from <= answeredAt + storedMs &&
        until >= answeredAt - storedMs,
    ).length;
  }

  hasAnyLeft(key: string, since: number): boolean {
    const domain = key.slice(key.lastIndexOf('@'));
    const concerned = probeKey.test(key)
      ? [...this.#leftAt.keys()].filter((about) => about.endsWith(domain))
      : [key, domain];
    const leftAt = concerned.map((about) => this.#leftAt.get(about) ?? 0);
    return Math.max(...leftAt, this.#jobFailedAt) >= since;
  }

  #begin(request: number, about: string, at: number): void {
    const asker = { about, from: at, until: Number.POSITIVE_INFINITY };
    this.#requests.set(request, asker);
    this.#askers.push(asker);
  }

  #end(request: number, hasLeft: boolean, at: number): void {
    const asker = this.#requests.get(request);
    if (asker === undefined) return;
    this.#requests.delete(request);
    asker.until = at;
    if (hasLeft) this.#leftAt.set(asker.about, at);
  }
}
