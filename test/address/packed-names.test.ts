import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broadNames, curatedNames } from '../../src/address/disposable-names.ts';
import { PackedNames, packNames } from '../../src/address/packed-names.ts';
import { forAll } from '../support/values/for-all.ts';

const label = fc.stringMatching(/^[a-z\d]([a-z\d-]{0,8}[a-z\d])?$/);
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));

describe('packed names', () => {
  it('contain the names that were packed, and no others', () => {
    forAll(fc.array(name), fc.array(name), (names, others) => {
      const packed = new PackedNames(packNames(names));
      const expected = new Set(names);
      expect(packed.size).toBe(expected.size);
      expect(names.filter((each) => !packed.has(each))).toEqual([]);
      expect(others.filter((each) => packed.has(each) !== expected.has(each))).toEqual([]);
    });
  });

  it.each([
    ['the broad list', broadNames()],
    ['the curated list', curatedNames()],
  ])('contain %s, and no name that only begins or ends like one of it', (_, names) => {
    const packed = new PackedNames(packNames(names));
    const similar = [...names].flatMap((each) => [each.slice(1), each.slice(0, -1), `${each}m`, `x${each}`]);
    expect(packed.size).toBe(names.size);
    expect([...names].filter((each) => !packed.has(each))).toEqual([]);
    expect(similar.filter((each) => packed.has(each) !== names.has(each))).toEqual([]);
  });

  it('contain names that share more characters with one another than are counted', () => {
    const long = 'a'.repeat(60);
    const names = [`${long}.com`, `${long}b.com`, `${long}bc.com`, `${long}.bc.com`, `${long}.xn--p1ai`];
    const packed = new PackedNames(packNames(names));
    expect(names.filter((each) => !packed.has(each))).toEqual([]);
    expect(packed.has(`${long}c.com`)).toBe(false);
  });

  it('may be none', () => {
    const packed = new PackedNames(packNames([]));
    expect(packed.has('example.com')).toBe(false);
    expect(packed.has('')).toBe(false);
  });

  it.each(['com', 'Example.com', 'exämple.com', 'example.com.', ''])('cannot be %j', (text) => {
    expect(() => packNames([text])).toThrow(JSON.stringify(text));
  });
});
