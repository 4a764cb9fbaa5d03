import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchOwnWork } from '../own-work.ts';
import { longestAttemptMs, onVerdicts } from './verdicts.ts';

/** While our resolvers say nothing at all, the fault is ours: a request gets an error, and a list waits. */
export const noVerdictFromOurFaults: Invariant = {
  name: 'no verdict from a fault of ours',
  promise:
    'If no resolver answers us, you get an error and pay nothing, instead of a verdict on the address; a list waits until one answers.',
  watch({ story, faults, fail }) {
    /** When a resolver last answered each process. */
    const answeredAt = new Map<string, number>();
    /** When each process last got no answer to a question. A name server's failure may also be remembered. */
    const unansweredAt = new Map<string, number>();
    /** Addresses of lists that have had dns_error: a list that is given up ends with what was found before. */
    const hadDnsError = new Set<string>();
    story.on('dns-answered', ({ process, answer }, at) => {
      const isSilence = answer === 'timeout' || answer === 'unreachable';
      (isSilence ? unansweredAt : answeredAt).set(process, at);
    });
    const ownWork = watchOwnWork(story);
    story.on('single-answered', ({ process, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'verdict' || outcome.substatus !== 'dns_error' || tookMs < 1_000) return;
      // Otherwise it is a verdict that another process has found.
      const own = ownWork({ process, email, from: at - tookMs });
      if (own === undefined) return;
      if ((answeredAt.get(process) ?? 0) < own.since && (unansweredAt.get(process) ?? 0) >= own.since)
        fail(
          `${email} gets dns_error although no resolver has answered ${process} for ${at - own.since} ms`,
          [email, process],
        );
    });
    onVerdicts(story, ({ name, email, substatus, isOfList, process }, at) => {
      if (substatus !== 'dns_error' || !isOfList) return;
      const key = `${name} ${email}`;
      if (hadDnsError.has(key)) return;
      hadDnsError.add(key);
      const from = at - longestAttemptMs;
      // What was found before may be recorded late.
      if (faults.during(from - longestAttemptMs, at).some((fault) => strikesProcess(fault, process))) return;
      if ((answeredAt.get(process) ?? 0) < from && (unansweredAt.get(process) ?? 0) >= from)
        fail(
          `${name} got dns_error for ${email} although no resolver has answered ${process} for ${at - (answeredAt.get(process) ?? 0)} ms`,
          [name, email, process],
        );
    });
    return {};
  },
};
