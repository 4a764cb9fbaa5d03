/**
 * Words before the core of a family name, each with the share of addresses that keep it. Lower case,
 * without marks.
 */
export const particles: Readonly<Record<string, number>> = {
  // Dutch and Flemish
  ...{ van: 0.8, vande: 0.8, vanden: 0.8, vander: 0.8, der: 0.8, den: 0.8, ten: 0.8, ter: 0.8 },
  ...{ t: 0.8, het: 0.8, op: 0.8 },
  // German
  ...{ von: 0.6, vom: 0.7, zu: 0.5, zum: 0.7, zur: 0.7, und: 0.5, af: 0.6, av: 0.6 },
  // French
  ...{ de: 0.75, du: 0.85, des: 0.85, la: 0.9, le: 0.9, les: 0.9, saint: 0.9, sainte: 0.9, st: 0.9 },
  // Italian
  ...{ di: 0.9, del: 0.75, della: 0.9, dello: 0.9, degli: 0.9, delle: 0.9, dei: 0.9, lo: 0.9 },
  // Spanish and Portuguese
  ...{ las: 0.8, los: 0.8, y: 0.1, e: 0.1, da: 0.3, do: 0.25, dos: 0.25, das: 0.25 },
  // Arabic, Hebrew, Malay
  ...{ al: 0.75, el: 0.8, ul: 0.8, bin: 0.6, bint: 0.6, ibn: 0.6, ben: 0.8, abu: 0.9, bar: 0.9 },
  // Irish and Scottish
  ...{ o: 0.95, mac: 0.95, mc: 0.95, ni: 0.9, nic: 0.9, fitz: 0.95 },
};

/** How kept particles are written: joined to the name, or before the pattern's separator, or before a hyphen. */
export const keptParticles = { joined: 0.84, separated: 0.09, hyphenated: 0.07 } as const;
