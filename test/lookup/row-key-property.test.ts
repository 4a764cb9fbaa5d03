import fc from 'fast-check';
import { expect, it } from 'vitest';
import { candidates } from '../../src/lookup/candidates.ts';
import { rowKey } from '../../src/lookup/row.ts';
import { searchSubjectOf } from '../../src/lookup/search-subject.ts';
import type { LookupRow } from '../../src/resources.ts';

/** Letters with unusual capitals, several forms, or several small letters. */
const special = 'ſsSéÉßẞıIiİςσΣ\u00B5\u03BC\u039C\u01C4\u01C5\u01C6Å\u212BK\u212AΩ\u2126ﬁ\u0149\u0307\u0345-';

const letter = fc.oneof(
  fc.constantFrom(...special),
  fc.constantFrom(...'anleo'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => !/\s/u.test(text)),
);
const name = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''));
const nameAndVariant = name.chain((text) =>
  fc.constantFrom(
    ...[text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), text.normalize('NFKC')].map(
      (variant) => [text, variant] as const,
    ),
  ),
);

/** The local parts that are tried for a row, or why none are. */
function searched(row: LookupRow) {
  const subject = searchSubjectOf(row);
  return subject.kind === 'hopeless' ? subject : candidates(subject.name).map(({ localPart }) => localPart);
}

/** Whether a name has capitals only, and letters that differ from them. */
function isCapital(text: string): boolean {
  const letters = text.replace(/[^\p{L}\p{Nl}\p{So}]/gu, '');
  return letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

it('rows with the same key lead to the same candidates', () => {
  let compared = 0;
  fc.assert(
    fc.property(nameAndVariant, nameAndVariant, ([first, firstVariant], [last, lastVariant]) => {
      const row = { first_name: first, last_name: last, domain: 'example.com' };
      const variant = { ...row, first_name: firstVariant, last_name: lastVariant };
      if (rowKey(row) !== rowKey(variant)) return;
      // One field in capitals tells the family name.
      if (isCapital(first) || isCapital(last) || isCapital(firstVariant) || isCapital(lastVariant)) return;
      compared += 1;
      expect(searched(variant)).toEqual(searched(row));
    }),
    {
      numRuns: 4_000,
      examples: [
        [['aſ', 'aſ'] as const, ['\u1EF7', 'y\u0309'] as const],
        [['\u0374', '\u02B9'] as const, ['aa', 'aa'] as const],
      ],
    },
  );
  expect(compared).toBeGreaterThan(300);
});
