import { isIP } from 'node:net';
import { onTestFinished } from 'vitest';
import { type NetOptions, netPorts } from '../../adapters/net/index.ts';
import {
  providerTexts,
  type Sandbox,
  type SandboxExchange,
  type SandboxOptions,
  startSandbox,
  type Zone,
} from '../../adapters/sandbox/index.ts';
import { type DoctorFinding, type DoctorOptions, type DoctorPorts, diagnose } from '../../src/index.ts';
import type { SmtpTransport } from '../../src/ports/index.ts';
import { connectError } from '../../src/smtp/dial-target.ts';

type Check = DoctorFinding['check'];
type FindingOf<Name extends Check> = Extract<DoctorFinding, { check: Name }>;

export interface ExaminedSandbox {
  readonly findings: readonly DoctorFinding[];
  readonly sandbox: Sandbox;
  /** Returns the findings of one check. */
  all<Name extends Check>(check: Name): readonly FindingOf<Name>[];
  /** Returns the first finding of one check. */
  first<Name extends Check>(check: Name): FindingOf<Name>;
  /** Returns what is not right: the checks and their severities. */
  readonly complaints: readonly string[];
}

export interface SandboxChanges {
  /** Exchanges that are connected to, by name. Default: one of Google, one of Microsoft, both over IPv4. */
  readonly exchanges?: Readonly<Record<string, SandboxExchange>>;
  /** Changes to a DNS in which everything is as it should be. */
  readonly zone?: Zone;
  readonly sandbox?: SandboxOptions;
  readonly net?: Partial<NetOptions>;
  readonly ports?: Partial<DoctorPorts>;
  /** The IP version that this machine cannot reach. */
  readonly withoutRouteTo?: 4 | 6;
  readonly options?: DoctorOptions;
}

/** Exchanges that say which address they see; the second one also says what time it is. */
export const goodExchanges: Readonly<Record<string, SandboxExchange>> = {
  'mx.google.example.net': { texts: providerTexts.google },
  'mx.outlook.example.net': { texts: providerTexts.outlook },
};

/** The address that the exchanges of the sandbox see us at, and its reverse name. */
export const seen = '192.0.2.25';
export const reverseOfSeen = '25.2.0.192.in-addr.arpa';
/** The name in EHLO, and the domain of MAIL FROM. */
export const helo = 'verifier.example.net';

/** An address of an egress over IPv6, its reverse name, and an exchange that says that it sees it. */
export const seenOverIPv6 = '2001:db8::25';
export const reverseOfSeenOverIPv6 = `5.2.${'0.'.repeat(22)}8.b.d.0.1.0.0.2.ip6.arpa`;
export const exchangeOverIPv6: SandboxExchange = {
  ip: '6',
  texts: { hello: `250 mx.google.com at your service, [${seenOverIPv6}]` },
};

/** Examines an egress on a simulated internet, over real sockets, and ends the simulation after the test. */
export async function examineSandbox(changes: SandboxChanges = {}): Promise<ExaminedSandbox> {
  const { exchanges = goodExchanges, zone = {}, net = {}, options = {} } = changes;
  const sandbox = await startSandbox({ domains: {}, exchanges, zone }, changes.sandbox);
  onTestFinished(() => sandbox.close());
  const ports = netPorts({ ...sandbox.network, ...net } as NetOptions);
  onTestFinished(() => ports.dns.close());
  const { withoutRouteTo } = changes;
  const egresses =
    withoutRouteTo === undefined
      ? ports.egresses
      : ports.egresses.map((egress) => ({ ...egress, smtp: withoutRoute(egress.smtp, withoutRouteTo) }));
  const findings = await diagnose(
    { ...ports, egresses, ...changes.ports },
    { canaries: Object.keys(exchanges), ...options },
  );
  const all = <Name extends Check>(check: Name) =>
    findings.filter((finding): finding is FindingOf<Name> => finding.check === check);
  return {
    findings,
    sandbox,
    all,
    first(check) {
      const [found] = all(check);
      if (found === undefined) throw new Error(`There is no finding of ${check}.`);
      return found;
    },
    complaints: findings
      .filter(({ severity }) => severity !== 'ok')
      .map(({ check, severity }) => `${check} ${severity}`),
  };
}

/** Rejects as the system does where there is no route, for one IP version. */
function withoutRoute(smtp: SmtpTransport, version: 4 | 6): SmtpTransport {
  return {
    connect: async (target, options) => {
      if (isIP(target.address) !== version) return smtp.connect(target, options);
      throw connectError(target, Object.assign(new Error('no route'), { code: 'ENETUNREACH' }));
    },
  };
}
