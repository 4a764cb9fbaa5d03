import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import type { DiagnosticDns } from '../ports/dns.ts';
import type { Identity } from '../ports/network-ports.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { DoctorFinding } from './finding.ts';
import type { EgressAddress } from './reverse-name.ts';
import { domainOf } from './sender-domain.ts';
import { evaluateSpf, type SpfOutcome } from './spf/spf-evaluation.ts';

/** Examines whether the SPF record of MAIL FROM's domain allows the address. Rejects only with the signal's reason. */
export async function examineSpf(
  { egress, address }: EgressAddress,
  { helo, mailFrom }: Identity,
  dns: DiagnosticDns,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  const domain = domainOf(mailFrom);
  const outcome = await evaluateSpf({ ip: address, domain, sender: mailFrom, helo }, dns, signal);
  return {
    check: 'spf',
    egress,
    address,
    domain,
    result: outcome.result,
    ...assess(outcome, domain, address),
  };
}

const refused =
  'Servers that check SPF refuse our sender (such as 550 5.7.23): addresses there are unknown (blocked).';
const distrusted =
  'Some servers refuse or greylist a sender that SPF does not vouch for; over IPv6, Google does.';

function assess({ result, term, problem }: SpfOutcome, domain: string, address: string): Assessment {
  const allow = `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`;
  const add = `Add "${allow}" to the SPF record of ${domain}, before its "all".`;
  const decided = term === null ? '' : ` (${term})`;
  switch (result) {
    case 'pass':
      return reportOk(
        `SPF of ${domain} allows ${address}${decided}.`,
        'Servers see that the sender may be ours.',
      );
    case 'none':
      return reportWarning(
        `${domain} has no SPF record.`,
        distrusted,
        `Add a TXT record to ${domain}, such as "v=spf1 ${allow} -all".`,
      );
    case 'neutral':
      return reportWarning(`SPF of ${domain} says nothing about ${address}${decided}.`, distrusted, add);
    case 'softfail':
      return reportWarning(`SPF of ${domain} rather does not allow ${address}${decided}.`, distrusted, add);
    case 'fail':
      return reportFailure(`SPF of ${domain} does not allow ${address}${decided}.`, refused, add);
    case 'permerror':
      return reportFailure(
        `The SPF record of ${domain} is wrong: ${problem}.`,
        refused,
        'Correct the record, or the one that it includes. At most ten of its terms may ask DNS.',
      );
    case 'temperror':
      return reportWarning(
        `SPF of ${domain} could not be evaluated: ${problem}.`,
        `${distrusted} That is so if they cannot evaluate it either.`,
        'Try again later. If it stays so, repair the name servers.',
      );
  }
}
