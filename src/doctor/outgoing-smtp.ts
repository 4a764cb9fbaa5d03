import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { Contact } from './exchange-contact.ts';
import type { DoctorFinding, ExchangeContact } from './finding.ts';

/** The dialogues of an egress with exchanges over one IP version. */
export interface ContactsOverVersion {
  readonly ipVersion: 4 | 6;
  readonly contacts: readonly Contact[];
  /** Port of the exchanges. */
  readonly port: number;
  /** Whether an exchange accepted a connection over IPv6. */
  readonly canUseIPv6: boolean;
}

/** What the findings on one egress and IP version have in common. */
interface Examined {
  readonly exchanges: readonly ExchangeContact[];
  readonly greeted: readonly string[];
  readonly way: Way;
}

/** The route of an egress over one IP version, in words. */
interface Way {
  /** `Port 25 is open over IPv4`. */
  readonly isOpen: string;
  /** `IPv4`. */
  readonly version: string;
  /** Who has no IPv6, if so. */
  readonly owner: string;
  /** How to open the port. */
  readonly openPort: string;
  readonly turnIPv6Off: string;
}

const noneAsked =
  'Nothing is asked through this egress: other egresses do its work. Without one, verify throws ServiceUnavailable, and ' +
  'jobs wait.';
const refusedThere = 'Addresses at servers that refuse us are unknown, with the substatus blocked.';
const canBeAsked = 'Mail servers can be asked.';
const mostUnknown =
  'Addresses at servers without IPv6, which are most, are unknown (mail_server_unavailable).';
const addIPv4 = 'Send from an IPv4 address, or add an egress that has one.';

/** Judges whether an egress reaches mail servers over one IP version. */
export function judgeOutgoingSmtp(
  egress: Pick<Egress, 'name' | 'localAddress' | 'proxy'>,
  { ipVersion, contacts, port, canUseIPv6 }: ContactsOverVersion,
): DoctorFinding {
  const exchanges = contacts.map(describeContact);
  const greeted = exchanges.filter(({ outcome }) => outcome === 'greeted').map(({ host }) => host);
  const of = { check: 'outgoing_smtp', egress: egress.name, ipVersion, exchanges } as const;
  const failed = contacts.find((contact) => contact.kind === 'egress_failed');
  if (failed !== undefined && greeted.length === 0)
    return { ...of, ...reportFailure(failed.problem, noneAsked, failed.advice) };
  const examined = { exchanges, greeted, way: wayOf(egress.proxy, ipVersion, port) };
  if (ipVersion === 4) return { ...of, ...assessIPv4(examined, canUseIPv6) };
  const isOnlyVersion = egress.localAddress !== undefined;
  return { ...of, ...(isOnlyVersion ? assessIPv6Alone(examined) : assessIPv6(examined, egress.proxy)) };
}

function wayOf(proxy: string | undefined, ipVersion: 4 | 6, port: number): Way {
  const version = `IPv${ipVersion}`;
  const isOpen = `Port ${port} is open over ${version}`;
  if (proxy === undefined) {
    return {
      version,
      isOpen,
      owner: 'This machine',
      openPort:
        `Ask the provider of this machine to open outgoing TCP port ${port}, or send from elsewhere: most home ` +
        'connections and many clouds block it.',
      turnIPv6Off: 'turn IPv6 off for this machine',
    };
  }
  return {
    version,
    isOpen: `${isOpen} through the proxy ${proxy}`,
    owner: `The proxy ${proxy}`,
    openPort: `Ask the operator of the proxy ${proxy} to open outgoing TCP port ${port}, or use another proxy.`,
    turnIPv6Off: 'have the operator of the proxy turn IPv6 off',
  };
}

function assessIPv4({ exchanges, greeted, way }: Examined, canUseIPv6: boolean): Assessment {
  if (exchanges.length === 0) {
    return reportWarning(
      'No mail server is named that could be connected to.',
      'It is not known whether outgoing SMTP is possible.',
      'Leave --canaries out, or name two large mail servers.',
    );
  }
  if (exchanges.every(({ outcome }) => outcome === 'unresolved')) {
    return reportFailure(
      `No mail server could be found in DNS. ${detailsOf(exchanges)}`,
      noneAsked,
      'See the findings on the resolvers.',
    );
  }
  if (canUseIPv6 && exchanges.every(({ outcome }) => outcome === 'no_route' || outcome === 'unresolved'))
    return reportWarning('This egress has no IPv4.', mostUnknown, addIPv4);
  return (
    assessReach({ exchanges, greeted, way }) ??
    reportOk(`${way.isOpen}: ${listed(greeted)} answered.`, canBeAsked)
  );
}

/** Judges IPv6 where it is all that an egress has. Exchanges without IPv6 show nothing. */
function assessIPv6Alone({ exchanges, greeted, way }: Examined): Assessment {
  const tried = exchanges.filter(({ outcome }) => outcome !== 'unresolved');
  const hint = 'This egress has IPv6 only';
  if (tried.length === 0) {
    return reportWarning(
      `${hint}, and no mail server with an IPv6 address was found to try it with.`,
      mostUnknown,
      addIPv4,
    );
  }
  return (
    assessReach({ exchanges: tried, greeted, way }) ??
    reportWarning(`${hint}. ${way.isOpen}: ${listed(greeted)} answered.`, mostUnknown, addIPv4)
  );
}

/** Judges whether every exchange that was tried accepted the connection; returns undefined if so. */
function assessReach({ exchanges, greeted, way }: Examined): Assessment | undefined {
  if (greeted.length === exchanges.length) return undefined;
  const others = detailsOf(exchanges.filter(({ outcome }) => outcome !== 'greeted'));
  if (greeted.length > 0) {
    return reportWarning(
      `${way.isOpen}, but of ${exchanges.length} mail servers only ${listed(greeted)} accepted the connection. ${others}`,
      refusedThere,
      'If a server refused, it said why; then see the findings on the address. If it was unreachable, try again later.',
    );
  }
  if (exchanges.some(({ outcome }) => outcome === 'refused')) {
    return reportFailure(
      `${way.isOpen}, but no mail server takes us. ${others}`,
      refusedThere,
      'Do what the servers say, and see the findings on the address.',
    );
  }
  return reportFailure(
    `No mail server can be reached over ${way.version}. ${others}`,
    noneAsked,
    way.openPort,
  );
}

/**
 * Judges IPv6 beside IPv4. Hardly any mail server has IPv6 only, so that an egress without IPv6 misses little. A proxy
 * without IPv6 may say so in any way.
 */
function assessIPv6({ exchanges, greeted, way }: Examined, proxy: string | undefined): Assessment {
  const tried = exchanges.filter(({ outcome }) => outcome !== 'unresolved');
  const few = 'Only servers without an IPv4 address are affected: mail_server_unavailable.';
  if (tried.length === 0)
    return reportOk('No mail server with an IPv6 address was found to try IPv6 with.', few);
  if (tried.every(({ outcome }) => outcome === 'no_route')) return reportOk(`${way.owner} has no IPv6.`, few);
  if (greeted.length === tried.length)
    return reportOk(`${way.isOpen}: ${listed(greeted)} answered.`, canBeAsked);
  const others = detailsOf(tried.filter(({ outcome }) => outcome !== 'greeted'));
  if (tried.some(({ outcome }) => outcome === 'refused')) {
    return reportWarning(
      `Over IPv6, mail servers refuse us. ${others}`,
      'Addresses at servers that are asked over IPv6 are unknown, with the substatus blocked.',
      `Do what the servers say and see the findings on the address, or ${way.turnIPv6Off}.`,
    );
  }
  if (proxy !== undefined && greeted.length === 0)
    return reportOk(`${way.owner} reaches no mail server over IPv6.`, few);
  return reportWarning(
    `Mail servers cannot be reached over IPv6. ${others}`,
    `${few} It also costs time where the IPv4 address of a server does not answer.`,
    `Have the port opened for IPv6 as well, or ${way.turnIPv6Off}.`,
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

function listed(hosts: readonly string[]): string {
  return hosts.length < 2 ? hosts.join('') : `${hosts.slice(0, -1).join(', ')} and ${hosts.at(-1)}`;
}

function detailsOf(exchanges: readonly ExchangeContact[]): string {
  return exchanges.map(({ host, detail }) => `${host}: ${detail}`).join(' ');
}

/** Replies can be long, and a finding must stay readable. */
const maxLength = 300;

/** Returns a reply on one line, for messages: its code and its text, shortened. */
function replyText({ code, lines }: SmtpReply): string {
  const text = [code, ...lines].join(' ');
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
