import { reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import { egressBlockKey, parseEgressBlock, remainingMsOf } from '../exchange/egress-blocks.ts';
import { providers } from '../exchange/providers.ts';
import type { Clock } from '../ports/clock.ts';
import type { StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import type { DoctorFinding } from './finding.ts';

/**
 * Finds out which providers block an egress, by what its processes have stored. Returns nothing if the storage does not
 * say, or is out of reach, which is a finding of its own.
 */
export async function examineBlocks(
  egress: string,
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
): Promise<readonly DoctorFinding[]> {
  const keys = providers.map(({ id }) => egressBlockKey(`${egress} provider:${id}`));
  const entries = await diagnosis?.readCache?.(keys).catch(ignoreOutage);
  if (entries === undefined) return [];
  const now = clock.now();
  const blockedBy = providers.flatMap(({ name }, index) => {
    const block = parseEgressBlock(entries[index]);
    const remainingMs = block === undefined ? 0 : remainingMsOf(block, now);
    return remainingMs > 0 ? [{ provider: name, until: now + remainingMs }] : [];
  });
  return [{ check: 'blocks', egress, blockedBy, ...assess(blockedBy) }];
}

function assess(blockedBy: readonly { readonly provider: string; readonly until: number }[]) {
  if (blockedBy.length === 0)
    return reportOk(
      'No provider is known to block this egress now.',
      'It is asked through at all providers. Blocks by single servers are not listed here.',
    );
  const blocks = blockedBy.map(({ provider, until }) => `${provider} until ${timeText(until)}`);
  return reportWarning(
    `This egress stays away from providers that block it: ${blocks.join(', ')}.`,
    'Addresses there are asked through other egresses. Without one, they are unknown (blocked).',
    'See the findings on the address, then wait. Asking from another address of the same network makes it worse.',
  );
}

function timeText(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given time.
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function ignoreOutage(error: unknown): undefined {
  if (error instanceof StorageUnavailable) return undefined;
  throw error;
}
