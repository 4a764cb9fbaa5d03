import { InvalidArgument } from '../../src/errors.ts';
import type { Egress } from '../../src/ports/network-ports.ts';
import { validateIdentity } from './identity.ts';
import { checkProxy, createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';
import { nameOf } from './socks5-handshake.ts';
import { parseSocks5Url } from './socks5-proxy.ts';

/** An egress: who asks, and from where. At most one of `localAddress` and `socks5` is set. */
export interface EgressOptions {
  /** Name in EHLO: a host name that resolves to the address we connect from, or an address literal. */
  readonly helo: string;
  /** Envelope sender of every probe: an existing mailbox. Keep it the same, because greylisting remembers it. */
  readonly mailFrom: string;
  /**
   * Which source mail servers see. Limits, pauses and blocks are counted by it: give the same name to egresses of
   * several processes only if they share an IP address. 1 to 100 characters: letters, digits and `.:_[]-`. Default:
   * `localAddress`, else host and port of the proxy, else `helo`.
   */
  readonly name?: string;
  /** Local IP address of SMTP connections, IPv4 or IPv6. Servers of the other version are not asked from it. */
  readonly localAddress?: string;
  /**
   * SOCKS5 proxy, as `socks5://user:password@host:port`; the port is 1080 unless given. It is told IP addresses, never
   * names, and only those that may be dialled from here.
   */
  readonly socks5?: string;
}

/** Creates the egresses of these options. Throws InvalidArgument, which names the option and shows no password. */
export function createEgresses(
  all: readonly EgressOptions[],
  shared: Pick<SmtpTransportOptions, 'clock' | 'allowPrivateHosts' | 'dialTable'>,
): readonly [Egress, ...Egress[]] {
  const [first, ...others] = all.map((options) => createEgress(options, shared));
  if (first === undefined) throw new InvalidArgument('egresses', 'Give egresses at least one egress.');
  const names = new Set<string>();
  for (const { name } of [first, ...others]) {
    if (names.has(name)) {
      throw new InvalidArgument(
        'egresses',
        `Two egresses are named ${name}. Give each a name of its own in egresses.`,
      );
    }
    names.add(name);
  }
  return [first, ...others];
}

function createEgress(
  { helo, mailFrom, name, localAddress, socks5 }: EgressOptions,
  shared: Pick<SmtpTransportOptions, 'clock' | 'allowPrivateHosts' | 'dialTable'>,
): Egress {
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
  const way = localAddress ?? (proxy === undefined ? helo : nameOf(proxy));
  const egress = {
    name: name ?? way.toLowerCase(),
    identity,
    smtp,
    ...(localAddress === undefined ? {} : { localAddress }),
  };
  if (proxy === undefined) return egress;
  return {
    ...egress,
    proxy: nameOf(proxy),
    checkWayOut: (options) => checkProxy(shared.clock, proxy, options),
  };
}
