import fc from 'fast-check';
import tr46 from 'tr46';
import { describe, expect, it, vi } from 'vitest';
import { leastLengths, parseDomain } from '../../src/address/domain.ts';
import { times } from '../support/values/for-all.ts';
import { words } from '../support/values/words.ts';

const strictProcessing = { checkBidi: true, checkHyphens: true, checkJoiners: true, useSTD3ASCIIRules: true };

/** Ideographs, none of which is that of another position. */
function ideographs(count: number): string {
  return Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 37) % 20_000))).join('');
}

describe('A label that cannot be short enough', () => {
  it.each([
    ['of ideographs', ideographs(64)],
    ['of letters with marks', 'e\u0301'.repeat(64)],
    ['of marks', '\u0301'.repeat(253)],
    ['of syllables from three parts', '\u1112\u1161\u11ab'.repeat(64)],
    ['in capitals', 'Ä'.repeat(64)],
  ])('is refused before it is encoded: %s', (_, label) => {
    const encode = vi.spyOn(tr46, 'toASCII');
    expect(parseDomain(`${label}.com`)).toEqual({ kind: 'invalid', problem: 'label_too_long' });
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
  });

  it('is refused with a name that is too long as a whole', () => {
    const encode = vi.spyOn(tr46, 'toASCII');
    const name = `${Array.from({ length: 16 }, () => ideographs(59)).join('.')}.com`;
    expect(parseDomain(name)).toEqual({ kind: 'invalid', problem: 'domain_too_long' });
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
  });
});

describe('A domain', () => {
  const letter = fc.constantFrom(
    ...words(`
    a b - é E ß 用 語 か \u3099 \uff9e \u0301 \u0345 \u00ad \ufe0f \u200d \u1112 \u1161 \u11ab \u314f \uffc2
    \u0e33 \ufdfa ㌖ 가 α \u0313
  `),
  );
  const label = fc
    .tuple(
      fc.constantFrom('', 'xn--', 'x'),
      fc.array(letter, { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
    )
    .map(([prefix, letters, times]) => prefix + letters.join('').repeat(times));
  const name = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 5 }), fc.constantFrom('.', '\u3002', '\uff61'))
    .map(([labels, dot]) => `${labels.join(dot)}.com`.slice(-1_012));

  it('is valid just as it was when every label was encoded', () => {
    times(2_000).forAll(name, (text) => {
      const ascii = tr46.toASCII(text, strictProcessing);
      const fits =
        ascii !== null && ascii.length <= 253 && ascii.split('.').every(({ length }) => length <= 63);
      const parsed = parseDomain(text);
      if (parsed.kind === 'domain') expect(parsed.domain).toBe(ascii);
      const { label: longest, name: whole } = leastLengths(text);
      if (fits) expect(longest <= 63 && whole <= 253).toBe(true);
      if (!fits) expect(parsed.kind).toBe('invalid');
    });
  });

  it('keeps of every code point as much as is counted for it', () => {
    const composable = new Set<string>();
    let longest = 0;
    for (const text of codePoints()) {
      const [, ...rest] = text.normalize('NFD');
      longest = Math.max(longest, 1 + rest.length);
      for (const follower of rest) composable.add(follower);
    }
    expect(longest).toBe(4);
    const wronglyCounted: string[] = [];
    for (const text of codePoints()) {
      if (text.normalize('NFKC').toLowerCase() === text && !/\p{DI}/u.test(text)) continue;
      const counted = leastLengths(`a${text}`).label - 1;
      const [first] = tr46.toUnicode(text).domain;
      if (counted === 1 && (first === undefined || composable.has(first))) wronglyCounted.push(text);
    }
    expect(wronglyCounted).toEqual([]);
  });
});

/** All code points of Unicode that are no surrogates. */
function* codePoints(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += 1)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}
