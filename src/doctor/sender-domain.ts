import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { type MxPlan, planMx } from '../exchange/mx-plan.ts';
import type { Dns } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { DoctorFinding } from './finding.ts';

const refused =
  'Many servers refuse a sender that cannot be answered (such as 550 5.1.8): addresses there are blocked.';

/**
 * Examines whether the domain of MAIL FROM can receive mail: that it has MX or address records, and that one of the hosts
 * has an address. Rejects only with the signal's reason.
 */
export async function examineSenderDomain(
  egress: Egress,
  dns: Dns,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  const domain = domainOf(egress.identity.mailFrom);
  // Which of several hosts is asked first does not matter here.
  const plan = await planMx(domain, dns, () => 0, signal);
  const assessment = await assess(domain, plan, dns, signal);
  return { check: 'sender_domain', egress: egress.name, domain, ...assessment };
}

/** Returns the domain of a mailbox. */
export function domainOf(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1);
}

async function assess(domain: string, plan: MxPlan, dns: Dns, signal: AbortSignal): Promise<Assessment> {
  switch (plan.kind) {
    case 'failure':
      return reportWarning(
        `The domain of mailFrom, ${domain}, could not be looked up (${plan.detail}).`,
        `${refused} That is so if they cannot look it up either.`,
        'Try again later. If it stays so, repair the name servers of the domain.',
      );
    case 'no-mail': {
      const reasons = {
        'reserved-name': 'is reserved for tests and never receives mail',
        'no-domain': 'does not exist',
        'no-records': 'has neither MX nor address records',
        'null-mx': 'says that it takes no mail (null MX)',
      } as const;
      return reportFailure(
        `The domain of mailFrom, ${domain}, ${reasons[plan.reason]}.`,
        refused,
        'Set mailFrom to a mailbox of yours that accepts mail, or add an MX record to its domain.',
      );
    }
    case 'exchanges': {
      for (const host of plan.hosts) {
        if (await hasAddress(host, dns, signal))
          return reportOk(
            `The domain of mailFrom, ${domain}, takes mail at ${host}.`,
            'The sender can be answered.',
          );
      }
      return reportFailure(
        `The domain of mailFrom, ${domain}, names ${plan.hosts.join(', ')} for its mail, which have no address.`,
        refused,
        'Correct its MX records, or add address records to those hosts.',
      );
    }
  }
}

async function hasAddress(host: string, dns: Dns, signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all([dns.a(host, { signal }), dns.aaaa(host, { signal })]);
  // A failure is no proof that there is none.
  return answers.some(({ kind }) => kind === 'records' || kind === 'failure');
}
