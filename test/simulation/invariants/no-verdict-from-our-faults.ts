import { addressKey } from '../../../src/address/address-key.ts';
import type { Invariant } from './invariant.ts';

/** Single requests while our resolvers say nothing at all: the fault is ours, and the answer is an error. */
export const noVerdictFromOurFaults: Invariant = {
  name: 'no verdict from a fault of ours',
  promise:
    'If no resolver answers us, you get an error and pay nothing, instead of a verdict on the address.',
  watch({ story, fail }) {
    /** When a resolver last answered each process. */
    const answeredAt = new Map<string, number>();
    story.on('dns-answered', ({ process, answer }, at) => {
      if (answer !== 'timeout' && answer !== 'unreachable') answeredAt.set(process, at);
    });
    /** When each process last stored a verdict of its own, by process and address. */
    const storedAt = new Map<string, number>();
    story.on('store-call', ({ process, method, args }, at) => {
      if (method === 'cache.set') storedAt.set(`${process} ${args[0]}`, at);
    });
    story.on('single-answered', ({ process, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'verdict' || outcome.substatus !== 'dns_error' || tookMs < 1_000) return;
      const since = at - tookMs;
      // Otherwise it is a verdict that another process has found.
      const isOwn = (storedAt.get(`${process} verification:${addressKey(email)}`) ?? 0) >= since;
      if (!isOwn) return;
      if ((answeredAt.get(process) ?? 0) < since)
        fail(`${email} gets dns_error although no resolver has answered ${process} for ${tookMs} ms`, [
          email,
          process,
        ]);
    });
    return {};
  },
};
