import type { PlantedFault } from './planted-fault.ts';

const prober = 'src/probe/prober.ts';
const egressProber = 'src/probe/egress/egress-prober.ts';
const gates = 'src/exchange/gates/gates.ts';
const gate = 'src/exchange/gates/gate.ts';

export const egressFaults: readonly PlantedFault[] = [
  {
    name: 'greylisted-asked-through-any-egress',
    file: prober,
    find: 'preferred ?? leastBusy(',
    replace: 'leastBusy(',
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
    file: prober,
    find: '!passedOver.has(each) && !each.outage.isResting',
    replace: 'passedOver.size === 0 && !each.outage.isResting',
    foundBy: ['errors have a cause'],
    days: { only: ['egress-fails'], egresses: 2 },
  },
  {
    name: 'egresses-share-their-pauses',
    file: gates,
    find: 'this.#createGate(`$' + '{egress} $' + '{countedAs}`',
    replace: 'this.#createGate(`one $' + '{countedAs}`',
    foundBy: ['blocked only if every egress is', 'pauses are kept', 'sound servers are believed'],
    days: { size: 'usual', only: ['exchange-blocks'], egresses: 2 },
  },
  {
    name: 'name-of-another-egress-said',
    file: prober,
    find: 'new EgressProber(egress, shared)',
    replace:
      'new EgressProber(Object.create(egress, { identity: { value: egresses[0]?.identity } }), shared)',
    foundBy: ['introductions'],
  },
  {
    name: 'slow-down-not-told-to-others',
    file: gates,
    find: 'await this.#dependencies.pause(exchange.key, { until',
    replace: 'if (restMs < 0) await this.#dependencies.pause(exchange.key, { until',
    foundBy: ['signs stop new connections'],
  },
  {
    name: 'two-egresses-not-compared',
    file: prober,
    find: 'isDoubtful(answer) && isOtherFree()',
    replace: 'isDoubtful === undefined && isOtherFree()',
    foundBy: ['blocked only if every egress is'],
    days: { size: 'usual', only: ['exchange-blocks'], egresses: 2 },
  },
  {
    name: 'block-of-one-registrant-taken-for-that-of-all',
    file: gates,
    find: '      if (isOwnPolicy) return;\n    }\n',
    replace: '    }\n    if (domain !== undefined) return this.#block(exchange, [exchange]);\n',
    foundBy: ['strangers do no harm'],
    days: { size: 'usual', only: ['clock-set'] },
  },
  {
    name: 'limit-of-one-registrant-counted-for-all-at-once',
    file: gate,
    find: 'const isWide = gate.pace.rate.found !== undefined || lately >= limitsBeforeWide;',
    replace: 'const isWide = lately > 0;',
    foundBy: ['strangers do no harm'],
    days: { size: 'usual', only: ['clock-set'] },
  },
  {
    name: 'shut-gate-charged-as-unknown',
    file: 'src/verdict/exchange-order.ts',
    find: '      if (this.#shut === undefined || until < this.#shut.until) this.#shut = { host, why, until };',
    replace:
      "      this.#best ??= { host, answer: { kind: 'dialogue-failed', failure: 'service-closing' }, conclusive: false };\n      if (until === 0) this.#shut = { host, why, until };",
    foundBy: ['no verdict from a server that is left alone'],
    days: { size: 'usual' },
  },
  {
    name: 'attempt-spent-while-the-gate-is-shut',
    file: 'src/bulk/attempt.ts',
    find: '    if (shut === undefined) throw error;\n',
    replace:
      "    if (shut === undefined) throw error;\n    if ('email' in item) {\n      const verdict = { status: 'unknown', substatus: 'blocked', explanation: '', email_provider: 'Unknown' } as const;\n      const flags = { is_domain_catch_all: null, is_secure_email_gateway: false, is_disposable: null, is_role_account: null, is_free: null };\n      const result = { email: item.email, ...verdict, ...flags, mx_record: null, confidence: null };\n      return { kind: 'attempted', result, conclusive: false, blocked: true, egress: undefined };\n    }\n",
    foundBy: ['no verdict from a server that is left alone'],
    days: { size: 'usual' },
  },
  {
    name: 'list-that-waits-for-a-server-never-given-up',
    file: 'src/bulk/worker.ts',
    find: 'if (waits) await this.#recordStall(jobId);',
    replace: 'if (waits) await Promise.resolve();',
    foundBy: ['everything finishes', 'unknown results are retried on schedule'],
    days: { only: ['exchange-blocks'], egresses: 2 },
  },
];
