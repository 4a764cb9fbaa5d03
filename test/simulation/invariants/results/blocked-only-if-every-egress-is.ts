import type { Fault } from '../../faults/fault.ts';
import type { Invariant } from '../invariant.ts';
import { watchSources } from '../verdict-sources.ts';
import { isCountedWith, longestBlockMs, saysWhatItMeans } from './blocking-exchange.ts';
import { tellsAtOnce } from './sound-exchange.ts';
import { onVerdicts } from './verdicts.ts';

/** What was found out is remembered for some minutes. */
const memoryMs = 900_000;
/** An egress whose way out failed rests for five minutes at most. */
const longestRestMs = 360_000;

/** With several egresses, a server that blocks one of them hides nothing. */
export const blockedOnlyIfEveryEgressIs: Invariant = {
  name: 'blocked only if every egress is',
  promise:
    'A process with several egresses calls an address blocked only if its mail server blocks all those that can reach it.',
  watch({ story, world, service, faults, fail }) {
    const worksFor = watchSources(story);
    onVerdicts(story, ({ email, substatus, since: from, process: given }, at) => {
      if (substatus !== 'blocked' || world.hasOwnPolicy(email)) return;
      const { process, from: since } = worksFor({ email, process: given, from, until: at }).source;
      const egresses = service.process(process)?.plan.egresses.map(({ name }) => name) ?? [];
      const exchanges = world.exchangesOf(email);
      if (egresses.length < 2 || exchanges.length === 0 || !exchanges.every(saysWhatItMeans)) return;
      const blocks = faults
        .during(since - longestBlockMs, at)
        .filter((fault) => fault.kind === 'exchange-blocks')
        .filter(({ host }) => exchanges.some((exchange) => isCountedWith(exchange, host)));
      const recent = faults.during(since - memoryMs, at);
      if (recent.some(({ kind }) => kind === 'reply-trouble')) return;
      // What another egress is told meanwhile may say nothing of the recipient.
      if (blocks.some(isPolicy) && !exchanges.every(tellsAtOnce)) return;
      if (blocks.some((fault) => fault.egress === undefined && (!isPolicy(fault) || recent.includes(fault))))
        return;
      const resting = faults
        .during(since - longestRestMs, at)
        .filter((fault) => fault.kind === 'egress-fails' || fault.kind === 'port-25-blocked')
        .filter((fault) => fault.process === process)
        .flatMap(egressesOf);
      const hindered = new Set([...resting, ...blocks.flatMap(({ egress }) => egress ?? [])]);
      const free = egresses.filter((name) => !hindered.has(name));
      if (free.length === 0 || resting.includes(everyEgress)) return;
      fail(`${email} is called blocked, although ${free.join(' and ')} of ${process} is not blocked there`, [
        email,
        process,
      ]);
    });
    return {};
  },
};

const everyEgress = '*';

/** A policy of the server is not remembered. Whoever refuses us before we have said anything means us. */
function isPolicy({ why, stage }: Extract<Fault, { kind: 'exchange-blocks' }>): boolean {
  return why === 'policy' && stage !== 'greeting';
}

function egressesOf(fault: Extract<Fault, { kind: 'egress-fails' | 'port-25-blocked' }>): string {
  return fault.kind === 'egress-fails' ? fault.egress : everyEgress;
}
