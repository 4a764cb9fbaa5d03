import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { largeDomains, resolvableName } from '../exchange/known-names.ts';
import type { DnsAnswer, SingleResolver } from '../ports/dns.ts';
import type { Random } from '../ports/random.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import { type DoctorFinding, type FindingListener, tellFindings } from './finding.ts';

/** What was found out about the resolvers. */
export interface ExaminedResolvers {
  readonly findings: readonly DoctorFinding[];
  /** Whether at least one of them answers, and denies no name that exists. */
  readonly anyAnswers: boolean;
}

/** How a resolver answers for names that exist. */
type KnownNames =
  | { readonly kind: 'found' }
  | { readonly kind: 'denied'; readonly names: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Examines each resolver: that it answers, also over TCP, denies no names that exist, and invents no addresses for names
 * that do not. Rejects only with the signal's reason.
 */
export async function examineResolvers(
  resolvers: readonly SingleResolver[],
  { random, onFinding }: { readonly random: Random; readonly onFinding: FindingListener },
  signal: AbortSignal,
): Promise<ExaminedResolvers> {
  const asked = await Promise.all(
    resolvers.map(async (resolver) => ({ resolver, known: await askKnownNames(resolver, signal) })),
  );
  const anyAnswers = asked.some(({ known }) => known.kind === 'found');
  const findings = await Promise.all(
    asked.map(async ({ resolver, known }) => {
      const finding = await tellFindings(onFinding, judgeKnownNames(resolver, known, anyAnswers));
      if (known.kind !== 'found') return [finding];
      return [finding, ...(await tellFindings(onFinding, examineAnswers(resolver, random, signal)))];
    }),
  );
  return { findings: findings.flat(), anyAnswers };
}

async function askKnownNames(resolver: SingleResolver, signal: AbortSignal): Promise<KnownNames> {
  const answers = await Promise.all([
    resolver.a(resolvableName, { signal }).then((answer) => ({ name: resolvableName, answer })),
    ...largeDomains.map(async (name) => ({ name, answer: await resolver.mx(name, { signal }) })),
  ]);
  const denied = answers.filter(({ answer: { kind } }) => kind === 'no-domain' || kind === 'no-data');
  if (denied.length > 0) return { kind: 'denied', names: denied.map(({ name }) => name) };
  const problems = answers.flatMap(({ answer }) =>
    answer.kind === 'failure' ? [problemIn(answer, resolver)] : [],
  );
  return problems[0] === undefined ? { kind: 'found' } : { kind: 'failed', problem: problems[0] };
}

function judgeKnownNames({ address }: SingleResolver, known: KnownNames, anyAnswers: boolean): DoctorFinding {
  const of = { check: 'resolver', resolver: address, aspect: 'answers' } as const;
  if (known.kind === 'found')
    return { ...of, ...reportOk(`The resolver ${address} answers.`, 'Domains can be looked up.') };
  if (known.kind === 'denied') {
    const failure = reportFailure(
      `The resolver ${address} denies names that exist: ${known.names.join(', ')}.`,
      'Addresses at domains that it denies would become invalid, although they may be right.',
      'Verify nothing with it. Use another resolver (--dns), such as Unbound on this machine.',
    );
    return { ...of, ...failure };
  }
  const summary = `The resolver ${address} does not answer (${known.problem}).`;
  const advice = 'Start it, or name another one (--dns).';
  if (anyAnswers) {
    const meaning =
      'Questions that it gets first take seconds longer, so that some verdicts come too late (timeout).';
    return { ...of, ...reportWarning(summary, meaning, advice) };
  }
  const meaning =
    'No domain can be looked up: verify throws ServiceUnavailable. Nor can egresses be examined.';
  return { ...of, ...reportFailure(summary, meaning, advice) };
}

/** Examines how a resolver answers that does. */
async function examineAnswers(
  resolver: SingleResolver,
  random: Random,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const [overTcp, ofMissingName] = await Promise.all([
    resolver.a(resolvableName, { overTcp: true, signal }),
    // Below a domain that exists in practice: resolvers may answer for others without asking anybody (RFC 6761).
    resolver.a(`mailproof-${random.uuid()}.com`, { signal }),
  ]);
  const of = { check: 'resolver', resolver: resolver.address } as const;
  return [
    { ...of, aspect: 'tcp', ...assessTcp(resolver, overTcp) },
    { ...of, aspect: 'nxdomain', ...assessMissingName(resolver, ofMissingName) },
  ];
}

function assessTcp(resolver: SingleResolver, answer: DnsAnswer<string>): Assessment {
  const { address } = resolver;
  if (answer.kind !== 'failure')
    return reportOk(`The resolver ${address} answers over TCP.`, 'Long answers arrive whole.');
  return reportWarning(
    `The resolver ${address} does not answer over TCP (${problemIn(answer, resolver)}).`,
    'Domains with long answers, such as many MX records, are unknown (dns_error).',
    'Open TCP port 53 to the resolver, or name another one (--dns).',
  );
}

function assessMissingName(resolver: SingleResolver, answer: DnsAnswer<string>): Assessment {
  const { address } = resolver;
  switch (answer.kind) {
    case 'no-domain':
    case 'no-data':
      return reportOk(
        `The resolver ${address} says so if a name does not exist.`,
        'Addresses at domains that do not exist are invalid.',
      );
    case 'records':
      return reportFailure(
        `The resolver ${address} invents ${answer.records.join(', ')} for a name that does not exist.`,
        'Addresses at domains that do not exist are unknown instead of invalid, and block lists seem to list everything.',
        'Use another resolver (--dns), such as Unbound on this machine.',
      );
    case 'failure':
      return reportWarning(
        `The resolver ${address} did not answer for a name that does not exist (${problemIn(answer, resolver)}).`,
        'Addresses at domains that do not exist may be unknown (dns_error) instead of invalid.',
        'Try again; if it stays so, use another resolver (--dns).',
      );
  }
}

/** The detail of a failure may begin with the resolver that it is about. */
function problemIn(
  { detail }: Extract<DnsAnswer<string>, { kind: 'failure' }>,
  { address }: SingleResolver,
): string {
  return detail.startsWith(`${address}: `) ? detail.slice(address.length + 2) : detail;
}
