import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, padToWidth, truncate, wrap } from '../../../adapters/cli/output/display-width.ts';
import { forAll } from '../../support/values/for-all.ts';

describe('displayWidth', () => {
  it.each([
    ['ann@example.org', 15],
    ['müller', 6],
    ['mu\u0308ller', 6],
    ['用户', 4],
    ['ｆｕｌｌ', 8],
    ['👩\u200d🚀', 2],
    ['', 0],
  ])('of %s is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate', () => {
  it('leaves a text that fits unchanged', () => {
    expect(truncate('ann@example.org', 15)).toBe('ann@example.org');
  });

  it('ends a longer text with an ellipsis', () => {
    expect(truncate('ann@example.org', 8)).toBe('ann@exa…');
  });

  it('never exceeds the width, and never splits a character', () => {
    forAll(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const short = truncate(text, width);
      expect(displayWidth(short)).toBeLessThanOrEqual(width);
      expect(text.startsWith(short.replace(/…$/, '')) || short === text).toBe(true);
    });
  });
});

describe('padToWidth', () => {
  it('pads on either side, counting wide characters twice', () => {
    expect(padToWidth('用户', 6)).toBe('用户  ');
    expect(padToWidth('97', 4, 'right')).toBe('  97');
    expect(padToWidth('too long', 3)).toBe('too long');
  });
});

describe('wrap', () => {
  it('breaks at spaces and keeps long words whole', () => {
    expect(wrap('the mail server accepts', 10)).toEqual(['the mail', 'server', 'accepts']);
    expect(wrap('a verylongwordindeed b', 5)).toEqual(['a', 'verylongwordindeed', 'b']);
    expect(wrap('', 5)).toEqual(['']);
  });
});
