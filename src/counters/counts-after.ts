/** What is added to a count, or subtracted from it if negative: an integer. */
export interface CounterChange {
  readonly name: string;
  readonly by: number;
}

/** What a count takes beside its name. */
const bytesBesideName = 32;

/**
 * Returns the counts after all changes. If they take more than `maxBytes` then, a number is subtracted from all of them: the least one
 * by which so many fall to 0 that the others fit (Misra and Gries, 1982).
 */
export function countsAfter(
  before: ReadonlyMap<string, number>,
  changes: readonly CounterChange[],
  maxBytes: number,
): Map<string, number> {
  const counts = new Map(before);
  for (const { name, by } of changes) counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [name, count] of counts) if (count <= 0) counts.delete(name);
  const excess = excessOf(counts, maxBytes);
  if (excess === 0) return counts;
  return new Map([...counts].flatMap(([name, count]) => (count > excess ? [[name, count - excess]] : [])));
}

/** Returns what must be subtracted from all counts so that those above 0 fit into `maxBytes`: 0 if they do. */
function excessOf(counts: ReadonlyMap<string, number>, maxBytes: number): number {
  let bytes = 0;
  for (const name of counts.keys()) bytes += bytesOfCount(name);
  if (bytes <= maxBytes) return 0;
  let excess = 0;
  for (const [name, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    if (bytes <= maxBytes && count > excess) break;
    excess = count;
    bytes -= bytesOfCount(name);
  }
  return excess;
}

function bytesOfCount(name: string): number {
  return utf8Length(name) + bytesBesideName;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += 1 + Number(code >= 0x80) + Number(code >= 0x800) + Number(code >= 0x1_0000);
  }
  return bytes;
}
