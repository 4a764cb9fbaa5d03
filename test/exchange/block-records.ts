import { type BlockLengths, beginBlock } from '../../src/exchange/egress-blocks.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** The blocks of the egresses of one process. */
export function blockRecords(ports: { readonly cache: Cache; readonly clock: Clock }, lengths: BlockLengths) {
  return { begin: (key: string) => beginBlock(key, lengths, ports) };
}
