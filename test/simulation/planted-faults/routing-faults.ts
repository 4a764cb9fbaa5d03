import type { PlantedFault } from './planted-fault.ts';

const cachingDns = 'src/exchange/caching-dns.ts';
const mxPlan = 'src/exchange/mx-plan.ts';

/** Mail servers that are not those of a domain, not in their order, or no longer those that DNS names. */
export const routingFaults: readonly PlantedFault[] = [
  {
    name: 'least-preferred-server-asked-first',
    file: mxPlan,
    find: '(a, b) => a.preference - b.preference || tieBreak(a.exchange)',
    replace: '(a, b) => b.preference - a.preference || tieBreak(a.exchange)',
    foundBy: ['preferred servers are asked first'],
  },
  {
    name: 'domain-without-mx-records-not-asked',
    file: mxPlan,
    find: 'return implicitMx(domain, dns, signal);',
    replace: "return signal === null ? implicitMx(domain, dns) : { kind: 'no-mail', reason: 'no-records' };",
    foundBy: ['nothing invalid that exists'],
  },
  {
    name: 'null-mx-taken-for-no-record',
    file: mxPlan,
    find: 'return fromRecords(answer.records, tieBreak);',
    replace:
      "return answer.records[0]?.exchange === '' ? implicitMx(domain, dns, signal) : fromRecords(answer.records, tieBreak);",
    foundBy: ['preferred servers are asked first'],
  },
  {
    name: 'own-address-asked-after-the-mail-servers',
    file: mxPlan,
    find: 'return fromRecords(answer.records, tieBreak);',
    replace: 'return fromRecords([...answer.records, { preference: 99, exchange: domain }], tieBreak);',
    foundBy: ['preferred servers are asked first'],
  },
  {
    name: 'dns-answers-kept-a-thousand-times-as-long',
    file: cachingDns,
    find: 'ttlSeconds * 1000 }',
    replace: 'ttlSeconds * 1_000_000 }',
    foundBy: ['DNS answers expire'],
  },
  {
    name: 'dns-answers-kept-until-evicted',
    file: cachingDns,
    find: 'cached.expiresAt > steadyNow(this.#clock)',
    replace: 'cached.expiresAt > 0',
    foundBy: ['DNS answers expire'],
  },
  {
    name: 'denials-kept-for-a-day',
    file: cachingDns,
    find: "if (answer.kind !== 'failure') return",
    replace:
      "if (answer.kind === 'no-domain' || answer.kind === 'no-data') return maxTtlSeconds;\n  if (answer.kind !== 'failure') return",
    foundBy: ['DNS answers expire', 'nothing invalid that exists'],
  },
];
