import type { Clock } from '../ports/clock.ts';
import type { DiagnosticDns } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import { findSeenAddresses, judgeAddressSeen, type SeenAddress } from './address-seen.ts';
import { examineBlockList, type JudgedList } from './block-list-check.ts';
import { examineBlocks } from './blocks-check.ts';
import { type Contact, contactExchange } from './exchange-contact.ts';
import { type DoctorFinding, type FindingListener, tellFindings } from './finding.ts';
import { findHeloAddresses, type HeloAddresses, judgeHelo } from './helo.ts';
import { judgeOutgoingSmtp } from './outgoing-smtp.ts';
import { examineReverseName } from './reverse-name.ts';
import { examineSenderDomain } from './sender-domain.ts';
import { examineSpf } from './spf-check.ts';

/** What the examinations of all egresses share. */
export interface EgressDependencies {
  readonly dns: DiagnosticDns;
  readonly clock: Clock;
  /** Port of the exchanges. */
  readonly port: number;
  readonly canaries: readonly string[];
  readonly lists: readonly JudgedList[];
  readonly diagnosis: StorageDiagnosis | undefined;
  readonly onFinding: FindingListener;
}

/** What was found out about one egress, and the dialogues with exchanges from which some of it is known. */
export interface ExaminedEgress {
  readonly findings: readonly DoctorFinding[];
  readonly contacts: readonly Contact[];
}

/** Examines one egress and each IP address that servers see it at. Rejects only with the signal's reason. */
export async function examineEgress(
  egress: Egress,
  dependencies: EgressDependencies,
  signal: AbortSignal,
): Promise<ExaminedEgress> {
  const { dns, canaries, clock, diagnosis, port, onFinding } = dependencies;
  const [heloAddresses, senderDomain, onBlocks, contactsByVersion] = await Promise.all([
    findHeloAddresses(egress.identity.helo, dns, signal),
    tellFindings(onFinding, examineSenderDomain(egress, dns, signal)),
    tellFindings(onFinding, examineBlocks(egress.name, clock, diagnosis)),
    Promise.all(
      ipVersionsOf(egress).map(async (ipVersion) => ({
        ipVersion,
        contacts: await Promise.all(
          canaries.map((host) => contactExchange(host, ipVersion, egress, dependencies, signal)),
        ),
      })),
    ),
  ]);
  const contacts = contactsByVersion.flatMap((each) => each.contacts);
  const canUseIPv6 = contacts.some((contact) => contact.kind === 'greeted' && contact.address.includes(':'));
  const seen = findSeenAddresses(contacts, egress, heloAddresses.addresses);
  const onConnections = await tellFindings(onFinding, [
    ...contactsByVersion.map((each) => judgeOutgoingSmtp(egress, { ...each, port, canUseIPv6 })),
    judgeAddressSeen(egress, contacts, seen),
  ]);
  const onAddresses = await Promise.all(
    seen.map((address) => examineAddress(egress, address, heloAddresses, dependencies, signal)),
  );
  return {
    contacts,
    findings: [...onConnections, ...onBlocks, senderDomain, ...onAddresses.flat()],
  };
}

/** From an address of its own, an egress reaches servers over one IP version only. */
function ipVersionsOf({ localAddress }: Egress): readonly (4 | 6)[] {
  if (localAddress === undefined) return [4, 6];
  return [localAddress.includes(':') ? 6 : 4];
}

async function examineAddress(
  { name: egress, identity }: Egress,
  { address, source }: SeenAddress,
  heloAddresses: HeloAddresses,
  { dns, lists, onFinding }: EgressDependencies,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const of = { egress, address };
  const examineNames = async () => {
    const { findings, confirmed } = await examineReverseName(of, identity.helo, dns, signal);
    const onHelo = judgeHelo(of, { source, names: confirmed }, heloAddresses);
    return tellFindings(onFinding, [...findings, onHelo]);
  };
  const [onNames, ...others] = await Promise.all([
    examineNames(),
    tellFindings(onFinding, examineSpf(of, identity, dns, signal)),
    ...lists.map((list) => tellFindings(onFinding, examineBlockList(of, list, dns, signal))),
  ]);
  return [...onNames, ...others];
}
