import { onAnsweredSingles } from '../answers.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';
import { watchStrangers } from '../strangers.ts';
import { watchSources } from '../verdict-sources.ts';

/** For a single request to a sound, fast server: greeting, a session in front of it, its own recipient and the probe. */
const soonMs = 15_000;
/** The same where other single requests may have all of the few connections of a process, at servers silent for 45 seconds. */
const soonAmongFewMs = 60_000;
/** A request that waits less long may find all connections in use. */
const patientMs = 10_000;

/** Single requests do not wait behind jobs: not for a connection, not for a session, not for a server that hangs. */
export const healthyServersAnswerSoon: Invariant = {
  name: 'healthy servers answer soon',
  promise:
    'A single request about a domain with a sound server is answered within 15 seconds, however many lists are worked on. Where a process may have four or eight connections in all, slow servers of other single requests may take them: then within 60 seconds.',
  watch({ story, world, faults, service, fail }) {
    const hasFew = service.maxConnections !== undefined;
    const longEnoughMs = hasFew ? soonAmongFewMs : patientMs;
    const lateMs = hasFew ? soonAmongFewMs : soonMs;
    const worksFor = watchSources(story);
    const strangers = watchStrangers(story, world);
    onAnsweredSingles(story, ({ request, process, email, outcome, tookMs, timeoutMs }, at) => {
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
    return {};
  },
};
