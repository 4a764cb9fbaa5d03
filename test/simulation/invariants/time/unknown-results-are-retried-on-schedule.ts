import { providerOf } from '../../../../src/exchange/provider.ts';
import type { JobAttempt } from '../../../../src/ports/index.ts';
import { strikesAnyProcess, strikesOurNetwork } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { limitsRecipients } from '../results/sound-exchange.ts';
import { watchShutPlaces } from '../shut-places.ts';
import { exchangesOfJob, watchJobs } from '../watched-jobs.ts';

/** Minutes from an unknown result to the next attempt, as docs/lists.md states them. */
const delaysMs = [6, 16, 35].map((minutes) => minutes * 60_000);

/** From the end of a standstill until what was found before it is recorded. */
const standstillMs = 10_000;

/** A batch waits for its last attempt, and then for connections: in calm times it is recorded by then. */
const latestMs = 900_000;
/** The same where each batch soon meets a limit on recipients, and the server is left alone for minutes then. */
const latestAtLimitMs = 1_800_000;
/** A retry waits for the end of a block for so long at most. */
const longestBlockWaitMs = 3_600_000;
/** Batches that fail because of our own resolvers or network are tried again later. */
const aftermathMs = 300_000;

interface RecordedAttempt {
  readonly at: number;
  readonly attempt: number;
  /** The server blocks us. */
  readonly isBlocked: boolean;
  /** The mail server, or its provider. */
  readonly place: string;
}

/** Attempts of jobs: an unknown result is followed by another attempt, after the stated delay, and three times at most. */
export const unknownResultsAreRetriedOnSchedule: Invariant = {
  name: 'unknown results are retried on schedule',
  promise:
    'An address of a list with an unknown result is tried again 6, 16 and 35 minutes later, unless the list is given up: never earlier, and at most 15 minutes later (30 where the mail server answers only so many recipients, or refuses only so many) unless something of ours fails. While a mail server is left alone because it blocks us or has asked us to slow down, its addresses wait, and they are tried at most 15 minutes after it may be asked again, or an hour and 15 minutes after a result that says it blocks us.',
  watch({ story, world, service, faults, fail }) {
    const shutPlaces = watchShutPlaces(story, service);
    const jobs = watchJobs(story);
    const waitedForServer = (jobId: string, since: number, at: number) => {
      const job = jobs.get(jobId);
      const exchanges = job === undefined ? [] : [...exchangesOfJob(job, world)];
      return exchanges.some(({ host }) => shutPlaces.shutUntil(host, at) >= since);
    };
    /** When the last attempt at each item was recorded. */
    const recordedAt = new Map<string, RecordedAttempt>();
    /** When each job last had a result. */
    const resultAt = new Map<string, number>();
    /** When results said that a mail server, or one of its provider, blocks us. */
    const blockedAt = new Map<string, number[]>();
    /** A batch waits for the end of a block that any of its items has met, before or after the others were answered. */
    const wasBlocked = ({ at, place, isBlocked }: RecordedAttempt) =>
      isBlocked || (blockedAt.get(place) ?? []).some((time) => Math.abs(time - at) <= latestMs);
    /** A job that is given up keeps the results that it has. */
    const isGivenUp = (jobId: string, at: number) => {
      const since = resultAt.get(jobId) ?? at;
      if (at - since < service.giveUpMs) return false;
      return faults.during(since, at).some(strikesOurNetwork) || waitedForServer(jobId, since, at);
    };
    // Processes whose clocks differ do not agree when a retry is due.
    const toleranceMs = () => {
      const ahead = service.processes.map(({ machine }) => machine.aheadMs);
      return Math.max(0, ...ahead) - Math.min(0, ...ahead) + 30_000;
    };
    const isCalm = (from: number, until: number) =>
      !faults
        .during(from - aftermathMs, until)
        .some((fault) => strikesAnyProcess(fault) || strikesOurNetwork(fault));
    story.onCall(['jobs.record'], ({ args, outcome }, at) => {
      if (!('value' in outcome)) return;
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      const recorded = new Set((outcome.value as { recorded: readonly number[] }).recorded);
      const keepsResults = isGivenUp(jobId, at);
      resultAt.set(jobId, at);
      for (const { position, attempt, result, retryAt } of attempts) {
        if (!recorded.has(position)) continue;
        const key = `${jobId} ${position}`;
        const last = recordedAt.get(key);
        const place = placeOf(result);
        if (result.substatus === 'blocked') blockedAt.set(place, [...(blockedAt.get(place) ?? []), at]);
        recordedAt.set(key, { at, attempt, isBlocked: result.substatus === 'blocked', place });
        const name = `${story.nameOf(jobId)}, ${result.email}`;
        const email = result.email ?? '';
        const asked = 'domain' in result ? `somebody@${result.domain}` : email;
        if ((last?.attempt ?? 0) + 1 !== attempt)
          fail(`${name}: attempt ${attempt} follows attempt ${last?.attempt ?? 0}`, [email]);
        const delayMs = last === undefined ? 0 : (delaysMs[last.attempt - 1] ?? 0);
        const clockWasSet = faults.during(last?.at ?? at, at).some(({ kind }) => kind === 'clock-set');
        // What a process had found before it stood still, it records later.
        const wasRecordedLate = faults
          .during((last?.at ?? at) - standstillMs, last?.at ?? at)
          .some(({ kind }) => kind === 'paused');
        const isEarly = last !== undefined && at < last.at + delayMs - toleranceMs();
        if (isEarly && !clockWasSet && !wasRecordedLate && !keepsResults)
          fail(
            `${name}: attempt ${attempt} comes ${at - last.at} ms after the one before, not ${delayMs} ms`,
            [email],
          );
        const dueMs =
          last !== undefined && wasBlocked(last) ? Math.max(delayMs, longestBlockWaitMs) : delayMs;
        const meetsLimit = world.exchangesOf(email).some(limitsRecipients);
        const shutUntil = Math.max(
          0,
          ...world.exchangesOf(asked).map(({ host }) => shutPlaces.shutUntil(host, at)),
        );
        const dueAt = Math.max((last?.at ?? at) + dueMs, shutUntil);
        const isLate = at > dueAt + (meetsLimit ? latestAtLimitMs : latestMs) + toleranceMs();
        if (last !== undefined && isLate && isCalm(last.at, at))
          fail(
            `${name}: attempt ${attempt} comes ${at - last.at} ms after the one before, although nothing of ours has failed`,
            [email],
          );
        const mayRetry = attempt <= delaysMs.length;
        // A person who has no address there has none later.
        const isFinal = 'credits_consumed' in result || result.substatus === 'not_asked';
        if (result.status === 'unknown' && !isFinal && mayRetry && retryAt === null && !keepsResults)
          fail(`${name}: unknown, but not tried again after attempt ${attempt}`, [email]);
        if (retryAt !== null && (result.status !== 'unknown' || !mayRetry))
          fail(`${name}: tried again after attempt ${attempt} with ${result.status}`, [email]);
      }
    });
  },
};

function placeOf({
  mx_record: main,
  domain,
}: {
  readonly mx_record?: string | null;
  readonly domain?: string;
}): string {
  return (main && (providerOf(main)?.id ?? main)) || (domain ?? '');
}
