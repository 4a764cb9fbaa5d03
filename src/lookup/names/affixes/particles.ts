import { asciiOf } from '../transliteration.ts';
import { readEntries } from '../word-lists.ts';

/**
 * Words before the core of a family name, each with the share of addresses that keep it. Lower case,
 * without marks.
 */
export const particles: Readonly<Record<string, number>> = {
  // Dutch and Flemish
  ...readShares(`
    van 0.8, vande 0.8, vanden 0.8, vander 0.8, der 0.8, den 0.8, ten 0.8, ter 0.8, te 0.9, t 0.8, het 0.8,
    op 0.8, v 0.8, vd 0.8, int 0.9, aan 0.85, opt 0.9, aant 0.9`),
  // German
  ...readShares('von 0.75, vom 0.75, zu 0.6, zum 0.75, zur 0.75, und 0.5, af 0.75, av 0.75'),
  // French
  ...readShares(`
    de 0.8, du 0.92, des 0.9, la 0.92, le 0.94, les 0.92, saint 0.95, sainte 0.95, st 0.95, d 0.95`),
  // Italian
  ...readShares(`
    di 0.93, del 0.85, della 0.93, dello 0.93, degli 0.93, delle 0.93, dei 0.93, lo 0.94, li 0.95`),
  // Spanish, Portuguese, Catalan, Filipino
  ...readShares(`
    san 0.97, santa 0.97, dal 0.94, dalla 0.94, dall 0.94, las 0.85, los 0.85, y 0.15, i 0.15, e 0.2,
    da 0.2, do 0.2, dos 0.25, das 0.25, dela 0.94`),
  // Arabic, Hebrew, Malay, Armenian
  ...readShares(`
    al 0.86, el 0.9, ul 0.8, bin 0.3, bint 0.2, binti 0.2, bte 0.2, ibn 0.3, ben 0.88, bar 0.93, abu 0.87,
    abo 0.87, ould 0.85, umm 0.9, ter 0.87, janse 0.9, abou 0.87, bou 0.9, ait 0.95, ibnu 0.5`),
  // In their own letters: they are shared by the letters that they are written in.
  ...readShares('بن 0.6, ابن 0.5, بنت 0.4, أبو 0.87, ابو 0.87, آل 0.86, בן 0.9, בר 0.93, տեր 0.87'),
  // Irish, Scottish, Welsh
  ...readShares(`
    giolla 0.97, mhic 0.92, o 0.96, mac 0.95, mc 0.96, ni 0.92, nic 0.92, fitz 0.96, ui 0.92, ap 0.85,
    ab 0.85`),
};

/** Reads words that are each followed by a share. */
function readShares(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from(readEntries(text), ([word, [share]]) => [word, Number(share)]));
}

/** Particles that are written in short: van der → vd. */
export const particleInitials: Readonly<Record<string, string>> = {
  'van der': 'vd',
  'van den': 'vd',
  'van de': 'vd',
  'van t': 'vt',
  'von der': 'vd',
  'v d': 'vd',
};

/** What abbreviated particles stand for. */
export const fullParticles: Readonly<Record<string, string>> = { v: 'van', d: 'der', vd: 'vander' };

/** Returns whether a word, in its own letters, is a particle. */
export function isParticle(word: string): boolean {
  return Object.hasOwn(particles, asciiOf(word) ?? word);
}
