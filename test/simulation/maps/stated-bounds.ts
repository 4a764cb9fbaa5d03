/** What is under way in a process, as far as it can be seen from outside. */
export interface WorkUnderWay {
  /** Requests of clients. */
  readonly requests: number;
  /** Jobs of the service that are not finished, or have just been. */
  readonly jobs: number;
  /** Their addresses. */
  readonly items: number;
  /** Connections of the process. */
  readonly connections: number;
}

export interface StatedBound {
  /** Most entries while this is under way, if that is more than `unwatchedEntries`. */
  readonly most: (work: WorkUnderWay) => number;
  /** Its entries belong to work under way: without any, it is empty. Otherwise they end with the object that has it. */
  readonly holdsWork: boolean;
}

const work = (most: StatedBound['most']): StatedBound => ({ most, holdsWork: true });
const kept = (most: StatedBound['most']): StatedBound => ({ most, holdsWork: false });

/** A request asks about one address after another, and about the catch-all probe of its domain. */
const questions = ({ requests, items }: WorkUnderWay) => 2 * (requests + items);
const sessions = (under: WorkUnderWay) => questions(under) + under.connections;
/** On the exchange or its provider, and on the IP address, by itself and with its network. */
const leasesPerSession = 3;
const items = (under: WorkUnderWay) => under.items;
const jobs = (under: WorkUnderWay) => under.jobs;
const shares = (under: WorkUnderWay) => under.requests + under.jobs;

/** The bound of each map and set in a field of a class of `src`, by the file and the name of the field. */
export const statedBounds: ReadonlyMap<string, StatedBound> = new Map([
  ['src/bulk/adaptive-limiter.ts #batches', work(items)],
  ['src/bulk/attempt-recorder.ts #pending', work(jobs)],
  ['src/bulk/batch-run.ts #open', kept(items)],
  ['src/bulk/batch-run.ts #otherEgresses', kept(items)],
  ['src/bulk/batches/batch-builder.ts #collections', kept(items)],
  ['src/bulk/batches/batch-builder.ts #full', kept(items)],
  ['src/bulk/batches/running-work.ts #lanes', work(items)],
  ['src/bulk/job-driver.ts #driven', work(jobs)],
  ['src/bulk/job-planning.ts #exchangeOfDomain', kept(items)],
  ['src/bulk/job-planning.ts #resolving', work(() => 100)],
  ['src/bulk/job-planning.ts #unresolved', work(items)],
  ['src/bulk/batches/running-work.ts #listeners', work(jobs)],
  ['src/bulk/batches/running-work.ts #steps', work(jobs)],
  // Of one deadline: whatever waits for that.
  ['src/concurrency/abort-listeners.ts listeners', work((under) => 10 * questions(under))],
  ['src/concurrency/fair-queue.ts #accounts', work(shares)],
  ['src/concurrency/fair-queue.ts #bulkQueues', work(shares)],
  ['src/concurrency/fair-queue.ts #queueOf', work(questions)],
  ['src/concurrency/fair-queue.ts #singleQueues', work(shares)],
  ['src/concurrency/hanging-tasks.ts #tasks', work(items)],
  ['src/concurrency/keyed-mutex.ts #locks', work(sessions)],
  ['src/concurrency/loop-steps.ts #parties', kept(shares)],
  // Lists may be refused, and are no jobs then.
  ['src/concurrency/pending-calls.ts #pending', work((under) => under.requests + 3 * under.jobs)],
  ['src/concurrency/fair-queue.ts #lanes', work(sessions)],
  ['src/concurrency/fair-queue.ts #priorities', work(sessions)],
  ['src/concurrency/single-flight.ts #flights', work(sessions)],
  ['src/credits/pending-reversals.ts #reversals', work(() => 10_000)],
  ['src/credits/shared-work.ts #endingFlights', work(questions)],
  ['src/credits/shared-work.ts #localFlights', work(questions)],
  // A provider and an address each.
  ['src/exchange/egress-outage.ts #unreachable', kept(() => 200)],
  ['src/exchange/gates/gate-store.ts #changed', work((under) => leasesPerSession * sessions(under))],
  ['src/exchange/gates/gate-store.ts #asking', work((under) => leasesPerSession * sessions(under))],
  // A gate is read and written.
  ['src/exchange/gates/gate-store.ts #underWay', work((under) => 2 * leasesPerSession * sessions(under))],
  ['src/lookup/domain-knowledge.ts #changes', work(questions)],
  ['src/lookup/search.ts #probed', kept(() => 20)],
  // The domain, and a backup of it.
  ['src/verdict/catch-all/catch-all-detector.ts #held', work((under) => 2 * questions(under))],
  ['src/probe/egress/egress-prober.ts #pools', work(sessions)],
  ['src/probe/egress/egress-prober.ts #testing', work(questions)],
  // Of counters, of which there are few.
  ['src/counters/counters.ts #waiting', kept(() => 100)],
  // All phrases, made once.
  ['src/probe/reply/phrase-lexicon.ts #ending', kept(() => 20_000)],
  ['src/probe/reply/phrase-lexicon.ts #next', kept(() => 20_000)],
  ['src/probe/reply/phrase-lexicon.ts #prefixes', kept(() => 1_000)],
  ['src/probe/reply/phrase-lexicon.ts vocabulary', kept(() => 10_000)],
  ['src/probe/session/connection-limiter.ts #states', work((under) => leasesPerSession * sessions(under))],
  ['src/probe/session/address-pool.ts #sessions', work(sessions)],
  ['src/verdict/recipient-steps.ts #awaited', work(questions)],
  ['src/verdict/recipient-steps.ts #sessions', work(sessions)],
  ['src/verdict/recipient-steps.ts #observers', work(questions)],
  // The refusals of one group.
  ['src/probe/session/session.ts #classified', kept(() => 20)],
  ['src/probe/session/session.ts #conversations', work(questions)],
  ['src/verdict/unclassified/unclassified-replies.ts #unwritten', kept(() => 200)],
  // As many as fit into the counters of fourteen weeks.
  ['src/used-keys.ts #noted', kept(() => 10_000)],
  ['src/verdict/outcomes/given-confidences.ts #texts', kept(() => 5_000)],
  ['src/verdict/outcomes/given-confidences.ts #sums', kept(() => 21_000)],
  ['src/verdict/outcomes/given-confidences.ts #unwritten', kept(() => 5_000)],
]);
