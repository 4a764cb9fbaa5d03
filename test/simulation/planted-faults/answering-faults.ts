import type { PlantedFault } from './planted-fault.ts';

/** An engine that says too little, or too late. */
export const answeringFaults: readonly PlantedFault[] = [
  {
    name: 'nothing-known-of-any-address',
    file: 'src/verdict/judgement.ts',
    find: '      return judgeAnswer(evidence.answer, context);',
    replace: "      return unknown('temporary_failure', JSON.stringify([evidence.answer, context]));",
    foundBy: ['sound servers are believed'],
  },
  {
    name: 'some-answers-taken-for-timeouts',
    file: 'src/verdict/verifier.ts',
    find: "    findings.evidence = { kind: 'answer', answer };",
    replace:
      "    if (findings.mailbox.localPart.length % 8 > 0) findings.evidence = { kind: 'answer', answer };",
    foundBy: ['sound servers are believed', 'no timeout after an answer'],
  },
  {
    name: 'greylisted-person-taken-for-nobody',
    file: 'src/lookup/search.ts',
    find: '    if (this.#greylisted) return putOff;\n',
    replace: '',
    foundBy: ['lookups find the person'],
  },
  {
    name: 'single-requests-wait-as-bulk-work',
    file: 'src/single-requests.ts',
    find: 'acrossProcesses: true,\n        share: shareOfRequests(account),',
    replace:
      "acrossProcesses: true,\n        share: { kind: 'bulk', account: account ?? null, jobId: 'single' },",
    foundBy: ['healthy servers answer soon'],
    // Most other faults excuse that an answer is late.
    days: { size: 'usual', only: ['exchange-down'] },
  },
  {
    name: 'only-the-first-exchange-asked',
    file: 'src/verdict/verifier.ts',
    find: 'for (const exchange of plan.hosts) {',
    replace: 'for (const exchange of plan.hosts.slice(0, 1)) {',
    foundBy: ['sound servers are believed', 'broken servers are passed over'],
  },
  {
    name: 'address-asked-about-twice',
    file: 'src/verdict/verifier.ts',
    find: '      findings.isBackup = isBackup;\n',
    replace:
      '      findings.isBackup = isBackup;\n      await prober.ask(exchange, recipient, { deadlineAt, signal, share });\n',
    foundBy: ['work is done once'],
  },
  {
    name: 'closed-without-waiting-for-requests',
    file: 'src/engine.ts',
    find: "step('the requests under way', requests),",
    replace: '',
    foundBy: ['nothing is left after close()'],
  },
  {
    name: 'closed-without-waiting-for-flights',
    file: 'src/single-requests.ts',
    find: 'Promise.all(sharedWork.map((shared) => shared.close()))',
    replace: 'Promise.resolve(sharedWork)',
    foundBy: ['nothing is left after close()'],
  },
  {
    name: 'timer-left-behind-by-the-limiter',
    file: 'src/bulk/adaptive-limiter.ts',
    find: '    this.#cancelCheck?.();\n',
    replace: '',
    foundBy: ['nothing is left after close()'],
  },
  {
    name: 'level-of-a-list-ignored',
    file: 'src/single-requests.ts',
    find: 'await this.verifications[level].verify({\n        ...{ email,',
    replace: 'await this.verifications.smtp.verify({\n        ...{ email,',
    foundBy: ['lower levels ask no mail server'],
  },
  {
    name: 'level-of-a-request-ignored',
    file: 'src/single-requests.ts',
    find: 'verifications[level].verify({\n        email,',
    replace: 'verifications.smtp.verify({\n        email,',
    foundBy: ['lower levels ask no mail server'],
  },
  {
    name: 'usage-always-refused',
    file: 'src/credits/usage.ts',
    find: 'if (to < from) throw',
    replace: 'if (to > from) throw',
    foundBy: ['calls fail for a cause'],
  },
  {
    name: 'close-always-rejects',
    file: 'src/engine.ts',
    find: 'if (unendedWork === undefined && unclosedPort === undefined) return;',
    replace: '',
    foundBy: ['calls fail for a cause'],
  },
];
