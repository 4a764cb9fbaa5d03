/**
 * How often companies write the parts of a name in each way. The options of a group add up to one. The addresses found
 * at a domain shift these weights; see `DomainPatterns`.
 */

/** A given or family name with hyphens: Jean-Pierre, Müller-Lüdenscheidt. */
export const hyphenWeights = { kept: 0.63, joined: 0.14, first: 0.23 } as const;

/** Initials of a double given name: that of its first part, or of each (jpdupont). */
export const initialsWeights = { first: 0.75, all: 0.25 } as const;

/** Further given names in full. */
export const middleNameWeights = { dropped: 0.72, joined: 0.14, hyphenated: 0.07, separated: 0.07 } as const;

/** Further given names of which only the initial is known. */
export const middleInitialWeights = { dropped: 0.95, separated: 0.05 } as const;

/** Several family names. The other options stand for all of them. */
export const familyNamesWeights = {
  any: { first: 0.55, last: 0.2, joined: 0.17, separated: 0.04, hyphenated: 0.04 },
  spanish: { first: 0.72, last: 0.06, joined: 0.14, separated: 0.05, hyphenated: 0.03 },
  portuguese: { first: 0.14, last: 0.72, joined: 0.08, separated: 0.03, hyphenated: 0.03 },
} as const;

/** Initials of the given name alone and with the middle initial. */
export const middleInitialsWeights = { first: 0.95, all: 0.05 } as const;
