import type { PlantedFault } from './planted-fault.ts';

const verifier = 'src/verdict/verifier.ts';
const confidence = 'src/verdict/confidence/confidence.ts';
const percent = 'return Math.min(99, Math.max(1, Math.round(100 * probability)));';

/** Verdicts whose status is right, and which say something else that is wrong. */
export const contentFaults: readonly PlantedFault[] = [
  {
    name: 'last-server-shown',
    file: 'src/exchange/mx-plan.ts',
    find: 'main: main.exchange }',
    replace: 'main: hosts.at(-1) ?? main.exchange }',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'server-chosen-at-random-shown',
    file: 'src/exchange/mx-plan.ts',
    find: 'main: main.exchange }',
    replace: 'main: hosts[0] ?? main.exchange }',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'disposable-domains-called-free',
    file: verifier,
    find: 'is_free: isFree(mailbox.domain)',
    replace: 'is_free: isFree(mailbox.domain) || disposable',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'disposable-domains-not-known',
    file: verifier,
    find: 'isDisposable(mailbox.domain, plan?.main)',
    replace: 'isDisposable(mailbox.address, plan?.main)',
    foundBy: ['verdicts describe the address', 'sound servers are believed'],
  },
  {
    name: 'role-accounts-not-known',
    file: verifier,
    find: 'const roleAccount = isRoleAccount(mailbox.localPart);',
    replace: 'const roleAccount = isRoleAccount(mailbox.address);',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'provider-of-the-server-that-answered',
    file: verifier,
    find: 'const provider = plan === undefined ? undefined : providerOf(plan.main);',
    replace: 'const provider = plan === undefined ? undefined : providerOf(answeredBy ?? plan.main);',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'every-provider-called-a-gateway',
    file: verifier,
    find: 'is_secure_email_gateway: gateway,\n      is_disposable: disposable',
    replace: 'is_secure_email_gateway: provider !== undefined,\n      is_disposable: disposable',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'confidence-from-zero-to-one',
    file: confidence,
    find: percent,
    replace: 'return probability;',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'confidence-of-a-hundred-for-an-answer',
    file: confidence,
    find: percent,
    replace: 'return Math.min(100, Math.max(1, Math.round(104 * probability)));',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'catch-all-explained-as-a-mailbox',
    file: 'src/verdict/judgement.ts',
    find: "return risk('catch_all', explainCatchAll(context));",
    replace: "return risk('unverifiable', explanations.unverifiable);",
    foundBy: ['verdicts describe the address', 'sound servers are believed'],
  },
  {
    name: 'stored-verdict-shown-as-it-was-asked-for',
    file: 'src/credits/verifications.ts',
    find: 'return { verdict: asAsked(identity, cached), fresh: false };',
    replace: 'return { verdict: cached, fresh: false };',
    foundBy: ['verdicts describe the address'],
  },
  {
    name: 'undetermined-catch-all-called-none',
    file: verifier,
    find: 'is_domain_catch_all: catchAll?.isCatchAll ?? null',
    replace: 'is_domain_catch_all: catchAll?.isCatchAll ?? false',
    foundBy: ['verdicts describe the address', 'nothing safe that is refused'],
  },
  {
    name: 'nobody-found-with-a-confidence',
    file: 'src/lookup/lookup-result.ts',
    find: '    ...unknownFields,\n',
    replace: '    ...unknownFields,\n    confidence: 100 as never,\n',
    foundBy: ['verdicts describe the address'],
  },
];
