import { reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import { blocksInForce, blocksKey, partsOfPlace } from '../exchange/egress-blocks.ts';
import { providers } from '../exchange/providers.ts';
import type { Clock } from '../ports/clock.ts';
import type { StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import type { BlockInForce, DoctorFinding } from './finding.ts';

/** The text names so many blocks; the finding has them all. */
const maxNamed = 10;

/**
 * Finds out which providers and servers block an egress, by what its processes have stored. Returns nothing if the storage
 * does not say, or is out of reach, which is a finding of its own.
 */
export async function examineBlocks(
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
