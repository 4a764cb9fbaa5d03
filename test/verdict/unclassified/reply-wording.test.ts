import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownWordsOf, wordingOf } from '../../../src/verdict/unclassified/reply-wording.ts';
import { forAll } from '../../support/values/for-all.ts';

const ann = 'ann.baker@example.org';

const we = { sender: 'check@mailcheck.example', helo: 'probe7.mailcheck.io' };

function textOf(line: string, recipient = ann): string {
  return wordingOf({ code: 550, lines: [line] }, { stage: 'rcpt', recipient, ...we }).text;
}

/** What is counted of a reply that few domains have given. */
function knownTextOf(line: string, recipient = ann): string {
  const reply = { code: 550, lines: [line] };
  return knownWordsOf(wordingOf(reply, { stage: 'rcpt', recipient, ...we })).text;
}

describe('the wording of a reply', () => {
  it('has its stage, its codes and its words', () => {
    const reply = { code: 550, lines: ['5.9.9 The Postfach', 'is GESCHLOSSEN für Gäste!'] };
    expect(wordingOf(reply, { stage: 'mail', recipient: ann, ...we })).toEqual({
      stage: 'mail',
      code: 550,
      enhancedCode: '5.9.9',
      text: 'the postfach is geschlossen fur gaste',
    });
    expect(wordingOf({ code: 550, lines: [''] }, { stage: 'rcpt', recipient: ann, ...we })).toEqual({
      stage: 'rcpt',
      code: 550,
      enhancedCode: null,
      text: '',
    });
  });

  it.each([
    ['nothing for <ann.baker@example.org> at mx3.example.org', 'nothing for … at'],
    ['Zutritt verwehrt [192.0.2.7] id=qK8x3a ticket 4711', 'zutritt verwehrt id # ticket #'],
    ['see https://help.example.net/why?x=ann.baker@example.org', 'see'],
    ['try bob@elsewhere.example later', 'try later'],
    ['probe7.mailcheck.io, nobody here knows check@mailcheck.example', 'nobody here knows'],
  ])('of %s has no names and numbers', (line, text) => {
    expect(textOf(line)).toBe(text);
  });

  it.each([
    'no room for ann, ask tom miller in the graz office',
    'closed, token sk live q8xkaz',
    'mail for gasthof.de is not taken',
    'nothing for mot at ed ba',
    'frag Frau Ünal im Büro',
    '请联系王小明办理',
  ])('%j has, in known words alone, none that names somebody', (line) => {
    const text = knownTextOf(line, 'tom@ab.de');
    expect(text).not.toMatch(/\b(?:ann|tom|miller|graz|token|sk|live|gasthof|mot|ed|ba|unal)\b|q8|王/);
    expect(text).toContain('…');
  });

  it('keeps what is known of a sentence, in known words alone', () => {
    expect(knownTextOf('Sperre 17: user bob smith does not exist in Graz')).toBe(
      '… # user … does not exist in …',
    );
  });

  it('is one for replies that differ in their names and numbers only', () => {
    const one = textOf('Sperre 17 für ann.baker@example.org (mx1.example.org, 2030-01-01 10:00)');
    const other = wordingOf(
      { code: 550, lines: ['Sperre 4 für tom@shop.example (in.shop.example, 2031-11-12 23:59)'] },
      { stage: 'rcpt', recipient: 'tom@shop.example', ...we },
    ).text;
    expect(other).toBe(one);
  });

  it('keeps words that a phrase may need, also if the recipient is called like that', () => {
    expect(textOf('user quite unheard of', 'user@example.org')).toContain('user');
  });

  it.each([
    'ANN.BAKER@EXAMPLE.ORG',
    'ann.baker＠example.org',
    'a\u00adnn.ba\u200bker@exam\u2060ple.org',
    'ann.baker%40example.org',
    'ann.baker (at) example (dot) org',
    'ann dot baker at example dot org',
    'a n n . b a k e r @ e x a m p l e . o r g',
    'an nb ak er of ex am pl e',
    'a-n-n-b-a-k-e-r',
    'annbaker',
    'BAKER, Ann',
    'gro.elpmaxe@rekab.nna',
    'ann.baker&#64;example.org',
    'x-ann.baker-x',
    'ännbäker',
    'ann\u0000.baker\u001b[31m',
    'YW5uLmJha2VyQGV4YW1wbGUub3Jn',
  ])('does not tell the address in the spelling %j', (spelling) => {
    const text = textOf(`no room for ${spelling} in this house`);
    expect(text.replace(/\s/g, '')).not.toMatch(/ann|baker|example|rekab|elpmaxe|yw5u/);
    expect(text).toMatch(/no room for|names the recipient/);
  });

  it('is short, and has no control characters, whatever a server says', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ' gesperrt',
        ' mailbox',
        ' 王',
        ' ',
        '7',
        '<',
        '&#64;',
        '\u0000',
        '\u00ad',
        '\u2028',
        '\ud800',
      ),
      fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)),
    );
    const line = fc.array(piece, { maxLength: 100, size: 'max' }).map((pieces) => pieces.join(''));
    let longest = 0;
    forAll(fc.array(line, { maxLength: 6, size: 'max' }), (lines) => {
      const { text } = wordingOf({ code: 550, lines }, { stage: 'rcpt', recipient: ann, ...we });
      longest = Math.max(longest, text.length);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/[\p{C}]/u);
    });
    // Some were long enough to be shortened.
    expect(longest).toBeGreaterThan(140);
  });

  it('never has the address, wherever in whatever text it is', () => {
    const name = fc.stringMatching(/^[a-z]{5,12}$/).filter((text) => text !== 'recipient');
    forAll(name, name, fc.lorem({ maxCount: 8 }), fc.nat(60), (local, host, lorem, at) => {
      const recipient = `${local}.q7@${host}.example`;
      const line = `${lorem.slice(0, at)} <${recipient}> ${lorem.slice(at)}`;
      expect(textOf(line, recipient)).not.toContain(local);
      expect(textOf(line, recipient)).not.toContain(host);
    });
  });
});
