import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languagesIn } from '../../../src/lookup/names/languages.ts';
import { spellingsIn } from '../../../src/lookup/names/word-lists.ts';
import { WordTable } from '../../../src/lookup/names/word-table.ts';

describe('a table of words', () => {
  it('has what a map has, for words of any letters', () => {
    const words = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(words, fc.array(fc.string()), (entries, others) => {
        const map = new Map(Object.entries(entries));
        const table = new WordTable(map);
        for (const word of [...map.keys(), ...others]) expect(table.get(word)).toBe(map.get(word));
      }),
    );
  });

  it('of no words has none', () => {
    expect(new WordTable(new Map()).get('')).toBeUndefined();
  });
});

describe('the spellings of a word', () => {
  const language = { ...languagesIn('latin')[0]!, spellings: 'anna ana hanna, ann\n    an,bo,  hanna hana' };

  it.each([
    ['anna', ['ana', 'hanna']],
    ['ann', ['an']],
    ['bo', []],
    ['hanna', ['hana']],
    ['ana', undefined],
    ['hana', undefined],
    ['an', undefined],
    ['a', undefined],
    ['', undefined],
  ])('%s are %j', (word, spellings) => {
    expect(spellingsIn(language, word)).toEqual(spellings);
  });
});
