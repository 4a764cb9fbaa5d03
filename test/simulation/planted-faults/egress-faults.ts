import type { PlantedFault } from './planted-fault.ts';

const choice = 'src/probe/egress/egress-choice.ts';
const egressProber = 'src/probe/egress/egress-prober.ts';
const limits = 'src/exchange/egress-limits.ts';

export const egressFaults: readonly PlantedFault[] = [
  {
    name: 'greylisted-asked-through-any-egress',
    file: choice,
    find: 'preferred ?? least(',
    replace: 'least(',
    foundBy: ['greylisting sees one client'],
    days: { size: 'usual' },
  },
  {
    name: 'blocked-egress-believed',
    file: egressProber,
    find: "return subjectByMeaning[answer.classification.meaning] === 'client';",
    replace: 'return false;',
    foundBy: ['blocked only if every egress is'],
    days: { size: 'usual', only: ['exchange-blocks'], egresses: 2 },
  },
  {
    name: 'one-egress-that-fails-fails-all',
    file: choice,
    find: '!passedOver.has(egress) && !egress.outage.isResting',
    replace: 'passedOver.size === 0 && !egress.outage.isResting',
    foundBy: ['errors have a cause'],
    days: { only: ['egress-fails'], egresses: 2 },
  },
  {
    name: 'egresses-share-their-pauses',
    file: limits,
    find: '    return `$' + '{this.#egress} $' + '{this.#policies',
    replace: '    return `$' + '{this.#policies',
    foundBy: ['blocked only if every egress is', 'pauses are kept', 'sound servers are believed'],
    days: { size: 'usual', only: ['exchange-blocks'], egresses: 2 },
  },
  {
    name: 'name-of-another-egress-said',
    file: 'src/probe/prober.ts',
    find: 'const { name, identity, smtp } = egress;',
    replace: 'const { name, smtp } = egress;\n    const { identity } = shared.egresses[0] ?? egress;',
    foundBy: ['introductions'],
  },
  {
    name: 'slow-down-not-told-to-others',
    file: 'src/probe/session/exchange-monitor.ts',
    find: "await this.#pause('limited', restMs);",
    replace: "if (restMs < 0) await this.#pause('limited', restMs);",
    foundBy: ['signs stop new connections'],
  },
];
