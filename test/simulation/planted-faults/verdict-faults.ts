import type { PlantedFault } from './planted-fault.ts';

const judgement = 'src/verdict/judgement.ts';
const verifier = 'src/verdict/verifier.ts';
const mxPlan = 'src/exchange/mx-plan.ts';

export const verdictFaults: readonly PlantedFault[] = [
  {
    name: 'failing-resolver-taken-for-no-domain',
    file: mxPlan,
    find: "    case 'failure':\n      return answer;",
    replace: "    case 'failure':\n      return { kind: 'no-mail', reason: 'no-domain' };",
    foundBy: ['nothing invalid that exists'],
  },
  {
    name: 'failing-address-query-taken-for-no-address',
    file: mxPlan,
    find: "  if (a.kind === 'failure') return a;\n",
    replace: '',
    foundBy: ['nothing invalid that exists', 'sound servers are believed'],
    days: { size: 'usual', only: ['resolvers-fail'] },
  },
  {
    name: 'failing-ipv6-query-taken-for-no-address',
    file: mxPlan,
    find: "  if (aaaa.kind === 'failure') return aaaa;\n",
    replace: '',
    foundBy: ['nothing invalid that exists', 'sound servers are believed'],
    days: { size: 'usual', only: ['resolvers-fail'] },
  },
  {
    name: 'silent-resolvers-held-against-the-address',
    file: verifier,
    find: 'await resolvers.throwIfSilent();',
    replace: '',
    foundBy: ['no verdict from a fault of ours'],
    days: { only: ['resolvers-silent'] },
  },
  {
    name: 'silent-resolvers-held-against-the-addresses-of-lists',
    file: verifier,
    find: 'await resolvers.throwIfSilent();',
    replace: "if (share.kind === 'single') await resolvers.throwIfSilent();",
    foundBy: ['no verdict from a fault of ours'],
    days: { only: ['resolvers-silent'] },
  },
  {
    name: 'blocked-port-charged-as-a-timeout',
    file: verifier,
    find: "      if (evidence.kind === 'deadline') throwIfLocalOutage(evidence.during, { outage, resolvers });\n",
    replace: "      if (evidence.kind === 'syntax') throwIfLocalOutage('dns', { outage, resolvers });\n",
    foundBy: ['a blocked port 25 gives an error'],
    days: { only: ['port-25-blocked'] },
  },
  {
    name: 'blocked-port-held-against-the-address',
    file: 'src/verdict/local-outage.ts',
    find: '  if (!reachable) throw connectionOutage();\n',
    replace: '',
    foundBy: ['a blocked port 25 gives an error'],
    days: { only: ['port-25-blocked'] },
  },
  {
    name: 'full-mailbox-taken-for-missing',
    file: judgement,
    find: "return riskOf(context, true) ?? risky('mailbox_full', explanations.mailboxFull, chance(context, true));",
    replace: "return invalid('mailbox_not_found', explanations.notFound, certain);",
    foundBy: ['nothing invalid that exists'],
  },
  {
    name: 'policy-refusal-taken-for-missing',
    file: judgement,
    find: "return unknown('blocked', explanations.policyRefused);",
    replace: "return invalid('mailbox_not_found', explanations.notFound, certain);",
    foundBy: ['nothing invalid that exists', 'lookups find the person'],
    days: { only: ['exchange-blocks'] },
  },
  {
    name: 'block-taken-for-missing',
    file: judgement,
    find: "    case 'client-blocked':\n      return unknown('blocked', explanations.blocked);",
    replace:
      "    case 'client-blocked':\n      return invalid('mailbox_not_found', explanations.notFound, certain);",
    foundBy: ['nothing invalid that exists'],
    days: { only: ['exchange-blocks'] },
  },
  {
    name: 'exchange-that-is-not-responsible-believed',
    file: 'src/verdict/exchange-order.ts',
    find: '        !isNotResponsible(answer) &&\n',
    replace: '',
    foundBy: ['sound servers are believed', 'broken servers are passed over'],
  },
  {
    name: 'evidence-noted-after-the-catch-all-probe-only',
    file: verifier,
    find: "    findings.evidence = { kind: 'answer', answer };\n    if (conclusive) await this.#checkCatchAll(investigation, plan, { host, answer });\n",
    replace:
      "    if (conclusive) await this.#checkCatchAll(investigation, plan, { host, answer });\n    findings.evidence = { kind: 'answer', answer };\n",
    foundBy: ['no timeout after an answer'],
    // Most other faults excuse that no answer is known.
    days: { size: 'usual', only: ['exchange-down'] },
  },
  {
    name: 'deadline-twice-as-late',
    file: 'src/credits/shared-work.ts',
    find: 'deadline.extend(this.#leftMs(deadlineAt));',
    replace: 'deadline.extend(this.#leftMs(deadlineAt) * 2);',
    foundBy: ['singles answered in time'],
  },
  {
    name: 'level-dns-asks-no-dns',
    file: verifier,
    find: "if (level === 'syntax' && listsRead",
    replace: "if (level !== 'smtp' && listsRead",
    foundBy: ['verdicts describe the address', 'lower levels ask no mail server'],
  },
  {
    name: 'level-syntax-asks-dns',
    file: verifier,
    find: "    if (level === 'syntax' && listsRead === undefined)\n      return this.#createVerdict(unaskedFindings(parsed.mailbox));\n",
    replace:
      "    if (level === 'syntax' && listsRead === undefined) {\n      await this.#dependencies.dns.forShare(options.share).mx(parsed.mailbox.domain);\n      return this.#createVerdict(unaskedFindings(parsed.mailbox));\n    }\n",
    foundBy: ['lower levels ask no mail server'],
  },
];
