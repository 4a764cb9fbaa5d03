import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { Contact } from './exchange-contact.ts';
import type { DoctorFinding, ExchangeContact } from './finding.ts';
import { replyText } from './reply-text.ts';

export interface ContactsOverVersion {
  readonly ipVersion: 4 | 6;
  readonly contacts: readonly Contact[];
  readonly canUseIPv6: boolean;
}

const noVerdicts = 'No mail server can be asked: verify throws ServiceUnavailable, and jobs wait.';
const refusedThere = 'Addresses at servers that refuse us are unknown, with the substatus blocked.';
const noneAsked =
  'Nothing is asked through this egress: other egresses do its work. Without one, verify throws ServiceUnavailable, and ' +
  'jobs wait.';
const openPort =
  'Ask the provider of this machine to open outgoing TCP port 25, or send from elsewhere: most home connections and ' +
  'many clouds block it.';

/** Judges whether mail servers can be reached over one IP version. `canUseIPv6`: whether one greeted us over IPv6. */
export function judgeOutgoingSmtp(
  egress: string,
  { ipVersion, contacts, canUseIPv6 }: ContactsOverVersion,
): DoctorFinding {
  const exchanges = contacts.map(describeContact);
  const failed = contacts.find((contact) => contact.kind === 'egress_failed');
  const wayOutFails = failed !== undefined && exchanges.every(({ outcome }) => outcome !== 'greeted');
  if (wayOutFails) {
    const failure = reportFailure(failed.problem, noneAsked, failed.advice);
    return { check: 'outgoing_smtp', egress, ipVersion, exchanges, ...failure };
  }
  const assessment = ipVersion === 4 ? assessIPv4(exchanges, canUseIPv6) : assessIPv6(exchanges);
  return { check: 'outgoing_smtp', egress, ipVersion, exchanges, ...assessment };
}

function assessIPv4(exchanges: readonly ExchangeContact[], canUseIPv6: boolean): Assessment {
  const greeted = hostsOf(exchanges, 'greeted');
  if (exchanges.length === 0) {
    return reportWarning(
      'No mail server is named that could be connected to.',
      'It is not known whether outgoing port 25 is open.',
      'Leave --canaries out, or name two large mail servers.',
    );
  }
  if (greeted.length === exchanges.length)
    return reportOk(
      `Port 25 is open over IPv4: ${listed(greeted)} greeted us.`,
      'Mail servers can be asked.',
    );
  const others = detailsOf(exchanges.filter(({ outcome }) => outcome !== 'greeted'));
  if (greeted.length > 0) {
    return reportWarning(
      `Port 25 is open over IPv4, but of ${exchanges.length} mail servers only ${listed(greeted)} greeted us. ${others}`,
      refusedThere,
      'If a server refused, it said why; then see the findings on the address. If it was unreachable, try again later.',
    );
  }
  if (exchanges.some(({ outcome }) => outcome === 'refused')) {
    return reportFailure(
      `Port 25 is open over IPv4, but no mail server takes us. ${others}`,
      refusedThere,
      'Do what the servers say, and see the findings on the address.',
    );
  }
  if (exchanges.every(({ outcome }) => outcome === 'unresolved')) {
    return reportFailure(
      `No mail server could be found in DNS. ${others}`,
      noVerdicts,
      'See the findings on the resolvers.',
    );
  }
  if (canUseIPv6 && exchanges.every(({ outcome }) => outcome === 'no_route' || outcome === 'unresolved')) {
    return reportWarning(
      'This egress has no IPv4.',
      'Addresses at servers without IPv6, which are most, are unknown (mail_server_unavailable).',
      'Send from an IPv4 address, or add an egress that has one.',
    );
  }
  return reportFailure(`No mail server can be reached over IPv4. ${others}`, noVerdicts, openPort);
}

/** Hardly any mail server has IPv6 only, so that a machine without IPv6 misses little. */
function assessIPv6(exchanges: readonly ExchangeContact[]): Assessment {
  const tried = exchanges.filter(({ outcome }) => outcome !== 'unresolved');
  const greeted = hostsOf(tried, 'greeted');
  const few = 'Only servers without an IPv4 address are affected: mail_server_unavailable.';
  if (tried.length === 0)
    return reportOk('No mail server with an IPv6 address was found to try IPv6 with.', few);
  if (tried.every(({ outcome }) => outcome === 'no_route')) return reportOk('This machine has no IPv6.', few);
  if (greeted.length === tried.length)
    return reportOk(
      `Port 25 is open over IPv6: ${listed(greeted)} greeted us.`,
      'Mail servers can be asked.',
    );
  const others = detailsOf(tried.filter(({ outcome }) => outcome !== 'greeted'));
  if (tried.some(({ outcome }) => outcome === 'refused')) {
    return reportWarning(
      `Over IPv6, mail servers refuse us. ${others}`,
      'Addresses at servers that are asked over IPv6 are unknown, with the substatus blocked.',
      'Do what the servers say and see the findings on the address, or turn IPv6 off for this machine.',
    );
  }
  return reportWarning(
    `Mail servers cannot be reached over IPv6. ${others}`,
    `${few} It also costs time where the IPv4 address of a server does not answer.`,
    'Have outgoing TCP port 25 opened for IPv6 as well, or turn IPv6 off for this machine.',
  );
}

function describeContact(contact: Contact): ExchangeContact {
  const { host } = contact;
  switch (contact.kind) {
    case 'greeted':
      return { host, address: contact.address, outcome: 'greeted', detail: replyText(contact.greeting) };
    case 'refused':
      return { host, address: contact.address, outcome: 'refused', detail: replyText(contact.reply) };
    case 'egress_failed':
      return { host, address: contact.address, outcome: 'egress_failed', detail: contact.problem };
    case 'unreachable': {
      const outcome = contact.hasRoute ? 'unreachable' : 'no_route';
      return { host, address: contact.address, outcome, detail: contact.problem };
    }
    case 'unresolved':
      return { host, address: null, outcome: 'unresolved', detail: contact.problem };
  }
}

function hostsOf(exchanges: readonly ExchangeContact[], outcome: ExchangeContact['outcome']): string[] {
  return exchanges.filter((exchange) => exchange.outcome === outcome).map(({ host }) => host);
}

function listed(hosts: readonly string[]): string {
  return hosts.length < 2 ? hosts.join('') : `${hosts.slice(0, -1).join(', ')} and ${hosts.at(-1)}`;
}

function detailsOf(exchanges: readonly ExchangeContact[]): string {
  return exchanges.map(({ host, detail }) => `${host}: ${detail}`).join(' ');
}
