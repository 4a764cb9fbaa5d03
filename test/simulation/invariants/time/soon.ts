import { type ClientList, keysOf } from '../../clients/client-list.ts';
import { addressOf } from '../../clients/person-row.ts';
import type { Fault } from '../../faults/fault.ts';
import { onAnsweredSingles, onAnswers, onRequests } from '../answers.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';
import { watchStrangers } from '../strangers.ts';
import { watchSources } from '../verdict-sources.ts';

/** For a single request to a sound, fast server: greeting, a session in front of it, its own recipient and the probe. */
const soonMs = 15_000;
/**
 * The same where other single requests may have all of the few connections of a process, at servers silent for 45 seconds, or
 * to the server, to which a lookup puts one question after another.
 */
const soonAmongFewMs = 60_000;
/** A request that waits less long may find all connections in use. */
const patientMs = 10_000;

/** Single requests do not wait behind jobs: not for a connection, not for a session, not for a server that hangs. */
export const healthyServersAnswerSoon: Invariant = {
  name: 'healthy servers answer soon',
  promise:
    'A single request about a domain with a sound server is answered within 15 seconds, however many lists are worked on. Where a process may have four or eight connections in all, slow servers of other single requests may take them, and a lookup may have the only one to a server that is new to us: then within 60 seconds.',
  watch({ story, world, faults, service, fail }) {
    const worksFor = watchSources(story);
    const strangers = watchStrangers(story, world);
    const lookups = new Map<number, { readonly email: string; endedAt: number }>();
    story.on('lookup-asked', ({ request, row }) =>
      lookups.set(request, { email: addressOf(row), endedAt: Number.POSITIVE_INFINITY }),
    );
    story.on('lookup-answered', ({ request }, at) => {
      const lookup = lookups.get(request);
      if (lookup !== undefined) lookup.endedAt = at;
    });
    const isAmongLookups = (email: string, from: number) =>
      [...lookups.values()].some(
        (lookup) =>
          lookup.endedAt >= from &&
          world.exchangesOf(lookup.email).some((exchange) => world.exchangesOf(email).includes(exchange)),
      );
    onAnsweredSingles(story, ({ request, process, email, outcome, tookMs, timeoutMs }, at) => {
      const hasFew = service.maxConnections !== undefined || isAmongLookups(email, at - tookMs);
      const longEnoughMs = hasFew ? soonAmongFewMs : patientMs;
      const lateMs = hasFew ? soonAmongFewMs : soonMs;
      const hasTimedOut =
        outcome.kind === 'verdict' && outcome.substatus === 'timeout' && timeoutMs >= longEnoughMs;
      const isLate = tookMs > lateMs && (outcome.kind === 'verdict' || outcome.kind === 'error');
      if (!hasTimedOut && !isLate) return;
      const exchanges = world.exchangesOf(email);
      if (
        exchanges.length === 0 ||
        !exchanges.every(isSound) ||
        world.hasOwnPolicy(email) ||
        strangers.mayHarm(email, at - tookMs)
      )
        return;
      const works = worksFor({ process, email, from: at - tookMs, until: at });
      if (
        Object.values(works)
          .flat()
          .some((work) => hindrancesOf(faults, { ...work, exchanges }).length > 0)
      )
        return;
      const what = outcome.kind === 'verdict' ? outcome.substatus : outcome.kind;
      fail(
        `request ${request} for ${email} got ${what} after ${tookMs} ms although nothing is wrong with its servers`,
        [`request ${request} `, email],
      );
    });
  },
};

const mostEntries = 10;
/** Until the lists that came before end a connection each, which a server that hangs does within half a minute. */
const startSoonMs = 60_000;
/** Where each process may have only four or eight connections, of which slow servers hold most. */
const startSoonAmongFewMs = 90_000;

interface ShortList {
  readonly job: string;
  readonly jobId: string;
  readonly list: ClientList;
  readonly at: number;
}

/** Accounts share the connections of a process: one that floods it with lists leaves room for the others. */
export const shortListsStartSoon: Invariant = {
  name: 'short lists start soon',
  promise:
    'An address of a list of up to ten, at a sound mail server, has its first result within a minute, or a minute and a half if a process may have no more than eight connections, however many lists other accounts send.',
  watch({ story, time, service, world, faults, fail }) {
    /** By job, the positions that have a result. */
    const results = new Map<string, Set<number>>();
    const strangers = watchStrangers(story, world);
    const failed = new Set<string>();
    const longestMs = service.maxConnections === undefined ? startSoonMs : startSoonAmongFewMs;
    story.on('job-accepted', ({ job, jobId, list }, at) => {
      if (list.kind === 'addresses' && keysOf(list).length <= mostEntries)
        time.schedule(longestMs, () => check({ job, jobId, list, at }));
    });
    story.onCall(['jobs.record', 'jobs.fail'], ({ method, args, outcome }) => {
      if (!('value' in outcome)) return;
      const [jobId] = args as readonly [string];
      if (method === 'jobs.fail') return void failed.add(jobId);
      const known = results.get(jobId) ?? new Set();
      results.set(jobId, known);
      for (const position of (outcome.value as { readonly recorded: readonly number[] }).recorded)
        known.add(position);
    });

    function check({ job, jobId, list, at }: ShortList): void {
      if (failed.has(jobId)) return;
      for (const [position, email] of keysOf(list).entries()) {
        if (results.get(jobId)?.has(position)) continue;
        const exchanges = world.exchangesOf(email);
        const isHindered = service.processes.some(
          ({ name: process }) =>
            hindrancesOf(faults, { process, exchanges, from: at, until: time.now }).length > 0,
        );
        if (!exchanges.every(isSound) || world.hasOwnPolicy(email) || isHindered) continue;
        if (strangers.mayHarm(email, at)) continue;
        fail(
          `${job} has no result for ${email} after ${longestMs} ms, although nothing is wrong with its servers`,
          [job, email],
        );
      }
    }
  },
};

/** The way to the store and back, a few times. */
const graceMs = 1_000;

/** Single requests: answered by their deadline unless the process stood still, or its store did. */
export const singlesAnsweredInTime: Invariant = {
  name: 'singles answered in time',
  promise:
    'A single request is answered within its timeout and at most a second more, no matter what the mail servers do.',
  watch({ story, faults, fail }) {
    onRequests(story, ({ request, process, timeoutMs }, at) => {
      waiting.set(request, { process, timeoutMs, at });
    });
    const waiting = new Map<
      number,
      { readonly process: string; readonly timeoutMs: number; readonly at: number }
    >();
    onAnswers(story, ({ request, process, email, tookMs }, at) => {
      const asked = waiting.get(request);
      waiting.delete(request);
      if (asked === undefined || tookMs <= asked.timeoutMs + graceMs) return;
      if (faults.during(asked.at, at).some((fault) => isExcuse(fault, process))) return;
      fail(
        `request ${request} for ${email} was answered after ${tookMs} ms; its timeout is ${asked.timeoutMs} ms`,
        [`request ${request} `, email],
      );
    });
    return {
      afterCalm() {
        for (const [request, { process }] of waiting)
          fail(`request ${request} to ${process} was never answered`, [`request ${request} `]);
      },
    };
  },
};

function isExcuse(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'paused':
      return fault.process === process;
    case 'store-away':
    case 'store-losses':
    case 'store-slow':
      return fault.process === undefined || fault.process === process;
    default:
      return false;
  }
}
