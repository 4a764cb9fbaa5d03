/**
 * How often companies write the parts of a name in each way. The options of a group add up to one. The addresses found
 * at a domain shift these weights; see `DomainPatterns`.
 */

/** A name with hyphens: Jean-Pierre (`jp`), Müller-Lüdenscheidt. */
export const givenHyphenWeights = {
  kept: 0.57,
  joined: 0.2,
  first: 0.14,
  last: 0.04,
  initials: 0.05,
} as const;
export const familyHyphenWeights = { kept: 0.52, joined: 0.22, first: 0.17, last: 0.09 } as const;

/** Initials of a given name of several parts: that of its first part, or of each (jpdupont). */
export const initialsWeights = { first: 0.68, all: 0.32 } as const;

/** A given name of which only the initials are known: J.R. */
export const initialsAloneWeights = { joined: 0.86, separated: 0.14 } as const;

/** Initials of a given name of two syllables that are written as one word: that of the first, or of each. */
export const joinedInitialsWeights = { first: 0.74, all: 0.26 } as const;

/** Initials where the further names are dropped. */
export const droppedInitialsWeights = { first: 0.9, all: 0.1 } as const;

/** O'Malley: nearly all systems drop the apostrophe. */
export const apostropheWeights = { dropped: 0.97, kept: 0.03 } as const;

/** Several given names. */
export const givenNamesWeights = {
  first: 0.76,
  last: 0.06,
  joined: 0.12,
  separated: 0.02,
  hyphenated: 0.04,
} as const;

/** Of those who have the first of several given names: the share who have their initials instead (jc.martin). */
export const givenInitialsShare = 0.04;

/** Several family names. The last three options stand for all of them. */
export const familyNamesWeights = {
  first: 0.5,
  last: 0.27,
  joined: 0.14,
  separated: 0.03,
  hyphenated: 0.06,
} as const;

/** A family name with that of a place: Ponce de León. */
export const placeNamesWeights = {
  first: 0.5,
  last: 0.04,
  joined: 0.36,
  separated: 0.05,
  hyphenated: 0.05,
} as const;

/** A given name after a word that many people put before the one in use: Muhammad, Syed, Md., Maria. */
export const leadWeights = {
  full: { last: 0.5, first: 0.28, joined: 0.14, separated: 0.06, hyphenated: 0.02 },
  compound: { last: 0.1, first: 0.2, joined: 0.6, separated: 0.06, hyphenated: 0.04 },
  abbreviated: { last: 0.76, first: 0.1, joined: 0.08, separated: 0.06, hyphenated: 0 },
} as const;

/** Further given names of which only the initial is known. */
export const middleInitialWeights = { dropped: 0.9, separated: 0.1 } as const;

/** Initials that stand for a father's name, before or behind the given name: V. Viswanathan. */
export const fatherInitialWeights = {
  leading: { behind: 0.52, before: 0.3, dropped: 0.18 },
  trailing: { behind: 0.7, before: 0.1, dropped: 0.2 },
} as const;

/** How kept particles are written: joined to the name, or before the pattern's separator, or before a hyphen. */
export const keptParticleWeights = { joined: 0.86, separated: 0.05, hyphenated: 0.09 } as const;

/** Of the people whose name has other forms: the share whose address has one of those instead. */
export const shortFormShare = 0.045;

/** The same where the short form is about as common as the full name: Chris, Montse. */
export const usualShortFormShare = 0.2;

/** The same where the short form stands beside the name: Ulrich (Uli) Vogel. */
export const asideShare = 0.42;

/** The same where the given name is itself a short form: its full forms. */
export const fullFormShare = 0.45;

/** The same where the short form is a name of its own: Max, Lena. */
export const ownNameFullFormShare = 0.04;

/** Both shares count so much less if the forms are those of a language that the name may not be of. */
export const foreignFormFactor = 0.2;

/** Of the people with a single name: how a pattern with two names is applied. */
export const singleNameWeights = { once: 0.85, twice: 0.15 } as const;

/** Of people with middle names in languages where their initials follow the name in use: the share who have that. */
export const middleInitialsShare = 0.06;
