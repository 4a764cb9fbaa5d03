import { reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import { blocksInForce, blocksKey, partsOfPlace } from '../exchange/egress-blocks.ts';
import { providers } from '../exchange/providers.ts';
import type { Clock } from '../ports/clock.ts';
import type { DiagnosticDns } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import { findSeenAddresses, judgeAddressSeen, type SeenAddress } from './address-seen.ts';
import { examineBlockList, type JudgedList } from './block-list-check.ts';
import { type Contact, contactExchange } from './exchange-contact.ts';
import { type BlockInForce, type DoctorFinding, type FindingListener, tellFindings } from './finding.ts';
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

/** The text names so many blocks; the finding has them all. */
const maxNamed = 10;

/**
 * Finds out which providers and servers block an egress, by what its processes have stored. Returns nothing if the storage
 * does not say, or is out of reach, which is a finding of its own.
 */
async function examineBlocks(
  egress: string,
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
): Promise<readonly DoctorFinding[]> {
  const entries = await diagnosis?.readCache?.([blocksKey(egress)]).catch(ignoreOutage);
  if (entries === undefined) return [];
  const blockedBy = blocksInForce(entries[0], clock.now()).map(({ place, until }): BlockInForce => {
    const { host, provider: id = '', domain } = partsOfPlace(place);
    const exchange = host ?? providers.find((provider) => provider.id === id)?.name ?? id;
    return { exchange, ...(domain === undefined ? {} : { domain }), until };
  });
  return [{ check: 'blocks', egress, blockedBy, ...assess(blockedBy) }];
}

function assess(blockedBy: readonly BlockInForce[]) {
  if (blockedBy.length === 0)
    return reportOk(
      'No mail server is known to block this egress now.',
      'It is asked through at all providers.',
    );
  const named = blockedBy.slice(0, maxNamed).map(blockText);
  const others = blockedBy.length - named.length;
  const texts = others > 0 ? [...named, `and ${others} more`] : named;
  return reportWarning(
    `This egress stays away from mail servers that block it: ${texts.join(', ')}.`,
    'Addresses there are asked through other egresses. Without one, they are unknown (blocked).',
    'See the findings on the address, then wait. Asking from another address of the same network makes it worse.',
  );
}

function blockText({ exchange, domain, until }: BlockInForce): string {
  const who = domain === undefined ? exchange : `${domain} at ${exchange}`;
  return `${who} until ${timeText(until)}`;
}

function timeText(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given time.
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function ignoreOutage(error: unknown): undefined {
  if (error instanceof StorageUnavailable) return undefined;
  throw error;
}
