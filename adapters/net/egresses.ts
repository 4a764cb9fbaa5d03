import { InvalidArgument } from '../../src/errors.ts';
import { isLoopback } from '../../src/ip-address.ts';
import { isPrivateAddress } from '../../src/ip-network.ts';
import type { Egress } from '../../src/ports/network-ports.ts';
import { validateIdentity } from './identity.ts';
import { checkProxy, createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';
import { nameOf } from './socks5-handshake.ts';
import { parseSocks5Url, type Socks5Proxy } from './socks5-proxy.ts';

/** Longest name of an egress. */
const maxName = 300;

/** An egress: who asks, and from where. At most one of `localAddress` and `socks5` is set. */
export interface EgressOptions {
  /** Name in EHLO: a host name that resolves to the address we connect from, or an address literal. */
  readonly helo: string;
  /** Envelope sender of every probe: an existing mailbox. Keep it the same, because greylisting remembers it. */
  readonly mailFrom: string;
  /**
   * Which source mail servers see. Limits, pauses and blocks are counted by it: give the same name to egresses of
   * several processes only if they share an IP address. 1 to 100 characters: letters, digits and `.:_[]-`. Default:
   * `localAddress`, with `helo` if it is private; else the proxy as `user@host:port`, else `helo`.
   */
  readonly name?: string | undefined;
  /** Local IP address of SMTP connections, IPv4 or IPv6. Servers of the other version are not asked from it. */
  readonly localAddress?: string | undefined;
  /**
   * SOCKS5 proxy, as `socks5://user:password@host:port`; the port is 1080 unless given. It is told IP addresses, never
   * names, and only those that may be dialled from here.
   */
  readonly socks5?: string | undefined;
}

/** What all egresses share. */
type SharedOptions = Pick<SmtpTransportOptions, 'clock' | 'allowPrivateHosts' | 'dialTable'>;

/** An egress, and its route in one notation. */
interface CreatedEgress {
  readonly egress: Egress;
  readonly route: string;
}

/** The route of an egress whose address the system chooses: the same for all of them. */
const chosenBySystem = 'system';

/** Creates the only egress. Throws InvalidArgument, which names the option and shows no password. */
export function createOnlyEgress(options: EgressOptions, shared: SharedOptions): readonly [Egress] {
  return [createEgress(options, shared).egress];
}

/**
 * Creates several egresses. Throws InvalidArgument, which names the option of the egress as
 * `egresses[1].localAddress` and shows no password, also if two have one name or one route.
 */
export function createEgresses(
  all: readonly EgressOptions[],
  shared: SharedOptions,
): readonly [Egress, ...Egress[]] {
  const created = all.map((options, index) => withPlace(index, () => createEgress(options, shared)));
  for (const [index, { egress, route }] of created.entries()) {
    const earlier = created.slice(0, index);
    const sameRoute = earlier.findIndex((other) => other.route === route);
    if (sameRoute >= 0) {
      throw new InvalidArgument(
        'egresses',
        `egresses[${sameRoute}] and egresses[${index}] have the same route, so that servers see one source, and its ` +
          `limits would count twice. ${adviceOn(route)}`,
      );
    }
    if (earlier.some((other) => other.egress.name === egress.name)) {
      throw new InvalidArgument(
        'egresses',
        `Two of egresses are named ${egress.name}. Give each a name of its own.`,
      );
    }
  }
  const [first, ...others] = created.map(({ egress }) => egress);
  if (first === undefined) throw new InvalidArgument('egresses', 'Give egresses at least one egress.');
  return [first, ...others];
}

function adviceOn(route: string): string {
  return route === chosenBySystem
    ? 'Give each a localAddress or socks5 of its own, or leave one of them out.'
    : 'Leave one of them out.';
}

function withPlace<Result>(index: number, create: () => Result): Result {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const place = `egresses[${index}]`;
    throw new InvalidArgument(`${place}.${error.parameter}`, `${place}: ${error.message}`);
  }
}

function createEgress(
  { helo, mailFrom, name, localAddress, socks5 }: EgressOptions,
  shared: SharedOptions,
): CreatedEgress {
  const identity = validateIdentity({ helo, mailFrom });
  const smtp = createSmtpTransport({
    ...shared,
    ...(localAddress === undefined ? {} : { localAddress }),
    ...(socks5 === undefined ? {} : { socks5 }),
  });
  if (name !== undefined && !/^[a-z0-9.:_[\]-]{1,100}$/i.test(name)) {
    throw new InvalidArgument(
      'name',
      'Set name to 1 to 100 letters, digits or characters of . : _ [ ] -, such as the IP address that servers see.',
    );
  }
  const proxy = socks5 === undefined ? undefined : parseSocks5Url(socks5);
  const address = localAddress === undefined ? undefined : oneNotation(localAddress);
  const route = proxy === undefined ? (address ?? chosenBySystem) : accountAt(proxy);
  const egress = {
    name: name ?? (proxy === undefined ? sourceName(helo, address) : accountAt(proxy)),
    identity,
    smtp,
    ...(localAddress === undefined ? {} : { localAddress }),
  };
  if (proxy === undefined) return { egress, route };
  const checkWayOut: Egress['checkWayOut'] = (options) => checkProxy(shared.clock, proxy, options);
  return { egress: { ...egress, proxy: nameOf(proxy), checkWayOut }, route };
}

/** Hosts of several networks may have the same private address, so that it needs the name in EHLO beside it. */
function sourceName(helo: string, address: string | undefined): string {
  const host = helo.toLowerCase();
  if (address === undefined) return host;
  return isPrivateAddress(address) && !isLoopback(address) ? `${host}[${address}]` : address;
}

/** Returns `user@host:port`: the user often decides from which address a proxy connects. */
function accountAt(proxy: Socks5Proxy): string {
  const at = nameOf(proxy).toLowerCase();
  return (proxy.login === undefined ? at : `${encodeURIComponent(proxy.login.user)}@${at}`).slice(-maxName);
}

/** Returns an IP address in the notation of RFC 5952. */
function oneNotation(address: string): string {
  if (!address.includes(':') || address.includes('%')) return address.toLowerCase();
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
