import type { Romanization } from './cyrillic-letters.ts';

const letters = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{ ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps' },
  ω: 'o',
};

/** Ypsilon after α, ε and η sounds as v or f, by the letter that follows. */
const diphthongs = [
  [/ου/gu, 'ou'],
  [/αυ(?=[αβγδεζηιλμνορυω])/gu, 'av'],
  [/αυ/gu, 'af'],
  [/ευ(?=[αβγδεζηιλμνορυω])/gu, 'ev'],
  [/ευ/gu, 'ef'],
  [/γγ/gu, 'ng'],
  [/γξ/gu, 'nx'],
  [/γχ/gu, 'nch'],
] as const;

/** Romanizations of Greek letters. Accents must be removed first. */
export const greekRomanizations: readonly Romanization[] = [
  {
    // ELOT 743, as in passports
    id: 'passport',
    weight: 0.7,
    letters,
    groups: [...diphthongs, [/^μπ/u, 'b']],
  },
  {
    // As it sounds
    id: 'loose',
    weight: 0.3,
    letters: { ...letters, υ: 'i', χ: 'h' },
    groups: [...diphthongs, [/ει|οι/gu, 'i'], [/^μπ/u, 'b'], [/^ντ/u, 'd'], [/^γκ/u, 'g']],
  },
];
