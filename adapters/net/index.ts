import { checkList, checkNames, checkObject, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { DiagnosticDns } from '../../src/ports/dns.ts';
import type { NetworkPorts } from '../../src/ports/network-ports.ts';
import type { Random } from '../../src/ports/random.ts';
import type { DialTable } from '../../src/smtp/dial-target.ts';
import { publishedSteps } from '../diagnostics-channels.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandom } from '../system-random.ts';
import { createDns } from './dns/dns.ts';
import { createEgresses, createOnlyEgress, type EgressOptions } from './egresses.ts';
import { createWebhookSender } from './webhook-sender.ts';

export type { DialTable, DialTarget } from '../../src/smtp/dial-target.ts';
export { isGloballyReachable } from '../../src/special-purpose-addresses.ts';
export { systemClock } from '../system-clock.ts';
export { systemRandom } from '../system-random.ts';
export { createDns } from './dns/dns.ts';
export type { EgressOptions } from './egresses.ts';
export { createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';
export { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.ts';

/**
 * Options of `netPorts`: those of one egress, of which only `helo` and `mailFrom` are required; `egresses`; or neither, for
 * the levels `syntax` and `dns`, which ask no mail server.
 */
export type NetOptions = SharedNetOptions & (EgressOptions | SeveralEgresses | NoEgress);

/** Nobody to ask mail servers as. */
export interface NoEgress {
  readonly helo?: undefined;
  readonly mailFrom?: undefined;
}

/** Several sources to ask from. */
export interface SeveralEgresses {
  readonly egresses: readonly EgressOptions[];
}

/** Options that do not depend on the egress. */
export interface SharedNetOptions {
  /** Resolvers as `ip`, `ip:port` or `[ipv6]:port`. Default: those of the system. */
  readonly dns?: readonly string[] | undefined;
  /** Port of the exchanges. Default 25. */
  readonly smtpPort?: number | undefined;
  /** Also dials private, loopback and other special-purpose addresses. For test networks. Default false. */
  readonly allowPrivateHosts?: boolean | undefined;
  /** Where to connect instead, by IP address: for a simulated network. Entries may be private addresses. */
  readonly dialTable?: DialTable | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Default: `Math.random`. */
  readonly random?: Random | undefined;
  /**
   * Whether the messages on the channels of `node:diagnostics_channel` name domains and hosts (docs/operations.md, Telemetry). Default
   * false: a domain may belong to one person.
   */
  readonly telemetryNames?: boolean | undefined;
}

/** The network ports for `createEngine`, and what `diagnose` needs besides. */
export interface NetPorts extends NetworkPorts {
  readonly dns: DiagnosticDns;
}

/**
 * Creates the network ports for `createEngine` and for `diagnose`. Opens no socket before they are used. Throws
 * InvalidArgument, which names the option, for an invalid one.
 */
export function netPorts(options: NetOptions): NetPorts {
  checkObject('options', options, identityAdvice);
  checkNames(options, optionNames);
  const { dns, smtpPort, allowPrivateHosts, dialTable } = options;
  if (dns !== undefined) checkList('dns', dns, "Pass the addresses of resolvers: ['192.0.2.53'].");
  const { clock = systemClock, random = systemRandom } = options;
  if (smtpPort !== undefined && !(Number.isInteger(smtpPort) && smtpPort >= 1 && smtpPort <= 65_535)) {
    throw new InvalidArgument(
      'smtpPort',
      'Set smtpPort to a TCP port from 1 to 65535, or leave it out for 25.',
    );
  }
  const shared = {
    clock,
    ...(allowPrivateHosts === undefined ? {} : { allowPrivateHosts }),
    ...(dialTable === undefined ? {} : { dialTable }),
  };
  return {
    egresses: egressesOf(options, shared),
    dns: createDns({ clock, ...(dns === undefined ? {} : { servers: dns }) }),
    clock,
    random,
    webhookSender: createWebhookSender({ clock }),
    telemetry: publishedSteps({ names: options.telemetryNames ?? false }),
    ...(smtpPort === undefined ? {} : { smtpPort }),
  };
}

const identityAdvice =
  "Say who asks: netPorts({ helo: 'verifier.example.net', mailFrom: 'probe@verifier.example.net' }).";

const egressNames = 'helo mailFrom name localAddress socks5';
const egressOptionNames = namesOf<EgressOptions>()(egressNames);
const optionNames = namesOf<SharedNetOptions & EgressOptions & SeveralEgresses>()(`
  ${egressNames} egresses dns smtpPort allowPrivateHosts dialTable clock random telemetryNames
`);

function egressesOf(
  options: NetOptions,
  shared: Parameters<typeof createEgresses>[1],
): NetworkPorts['egresses'] {
  const several = severalOf(options);
  if (several !== undefined) return createEgresses(several, shared);
  const isDescribed = [...egressOptionNames].some((name) => Reflect.get(options, name) !== undefined);
  return isDescribed ? createOnlyEgress(options as EgressOptions, shared) : [];
}

/** Returns the list of egresses; undefined if the options describe one. */
function severalOf(options: NetOptions): readonly EgressOptions[] | undefined {
  if (!('egresses' in options) || options.egresses === undefined) return undefined;
  const own = [...egressOptionNames].find(
    (name) => name in options && options[name as keyof NetOptions] !== undefined,
  );
  if (own === undefined) {
    checkList('egresses', options.egresses, 'Pass an array: [{ helo, mailFrom, localAddress }].');
    for (const [index, egress] of options.egresses.entries()) {
      checkObject(`egresses[${index}]`, egress, 'Pass { helo, mailFrom, localAddress }.');
      checkNames(egress, egressOptionNames, `egresses[${index}].`);
    }
    return options.egresses;
  }
  throw new InvalidArgument('egresses', `Move ${own} into egresses: each egress has its own.`);
}
