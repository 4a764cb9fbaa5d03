import { readFileSync } from 'node:fs';
import type { SyntaxProblem } from '../../src/address/syntax-problem.ts';

const label63 = 'l'.repeat(63);

/** 246 octets, so that the local part may have seven. */
const domain246 = `${label63}.${label63}.${label63}.${'m'.repeat(42)}.example.com`;

/** Reads a file with a pair of texts a line, in JSON; what begins with `#` is a remark. */
function pairsIn<Other extends string>(file: string): readonly (readonly [input: string, other: Other])[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => !line.startsWith('#')).map((line) => JSON.parse(line));
}

/** Inputs with the address for RCPT TO. */
export const validAddresses: readonly (readonly [input: string, address: string])[] = [
  ...pairsIn('valid-addresses.txt'),
  [`ann@${label63}.example.com`, `ann@${label63}.example.com`],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`${'ü'.repeat(32)}@example.com`, `${'ü'.repeat(32)}@example.com`],
  [`${'u\u0308'.repeat(32)}@example.com`, `${'ü'.repeat(32)}@example.com`],
  [`"${' '.repeat(62)}"@example.com`, `"${' '.repeat(62)}"@example.com`],
  [`"${'a'.repeat(64)}"@example.com`, `${'a'.repeat(64)}@example.com`],
  [`seven77@${domain246}`, `seven77@${domain246}`],
];

/** Inputs with their problem. */
export const invalidAddresses: readonly (readonly [input: string, problem: SyntaxProblem])[] = [
  ...pairsIn<SyntaxProblem>('invalid-addresses.txt'),
  [`${'a.'.repeat(31)}.@docomo.ne.jp`, 'local_part_too_long'],
  [`${'a'.repeat(65)}@example.com`, 'local_part_too_long'],
  [`${'ü'.repeat(33)}@example.com`, 'local_part_too_long'],
  [`${'用'.repeat(22)}@example.com`, 'local_part_too_long'],
  [`${'😀'.repeat(17)}@example.com`, 'local_part_too_long'],
  [`"${' '.repeat(63)}"@example.com`, 'local_part_too_long'],
  [`eight888@${domain246}`, 'address_too_long'],
  [`ann@${'x'.repeat(64)}.example.com`, 'label_too_long'],
  [`ann@${'ü'.repeat(60)}.example.com`, 'label_too_long'],
  [`a@${'a.'.repeat(125)}example.com`, 'domain_too_long'],
  [`a@${'x'.repeat(2_000)}`, 'domain_too_long'],
  ['a'.repeat(100_000), 'address_too_long'],
];
