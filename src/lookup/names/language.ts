/**
 * What is written for letters or groups of letters. Keys are in lower case and NFC. `^` and `$` at their ends stand for
 * the start and the end of a word, or of a part of a hyphenated one. Longer keys go first.
 */
export type LetterTable = Readonly<Record<string, string>>;

/** Ways to write the same letters, by name. A name, and mostly a company, writes all of them alike. */
export type LetterOptions = Readonly<
  Record<string, { readonly share: number; readonly letters: LetterTable }>
>;

/** Which of several names of one kind an address has. The shares add up to one; the last three have all names. */
export interface NamesCustom {
  readonly first: number;
  readonly last: number;
  readonly joined: number;
  readonly separated: number;
  readonly hyphenated: number;
}

/** How a given name with a hyphen is written. `initials`: of its parts (jp). The shares add up to one. */
interface GivenHyphenShares {
  readonly kept: number;
  readonly joined: number;
  readonly first: number;
  readonly last: number;
  readonly initials: number;
}

/** How a family name with a hyphen is written. The shares add up to one. */
interface FamilyHyphenShares {
  readonly kept: number;
  readonly joined: number;
  readonly first: number;
  readonly last: number;
}

/** How the speakers of a language write names, and how their names are recognised. */
export interface Language {
  readonly id: string;
  /** Top-level domains of the countries where it is spoken most, separated by spaces. */
  readonly countries: string;
  /** Letters, groups of letters and endings that few other languages have. Tested on each word of a name. */
  readonly signs?: RegExp;
  /** Its Latin letters with marks, and others beside a to z. Names with more of them are of other languages. */
  readonly marks?: string;
  /** Letters of its script that it does not have. */
  readonly foreignLetters?: RegExp;
  /** Frequent given names, without marks, in its own letters, separated by spaces. */
  readonly given?: string;
  /** Frequent family names, likewise. */
  readonly family?: string;
  /**
   * The most frequent family names, as in addresses, each with the number of people among a thousand who have it:
   * `kim 214, lee 147`.
   */
  readonly familyPerMille?: string;
  /** Whether given names serve as family names as well: the father's, mostly. Default false. */
  readonly sharesNames?: boolean;
  /** How often the form in brackets beside the name is the one in addresses. Default `asideShare`. */
  readonly asideShare?: number;
  /** Endings that family names have and given names do not. */
  readonly familyEndings?: RegExp;
  /** Letters that are not written as Latin letters without their marks. */
  readonly letters?: LetterTable;
  /**
   * Letters that are written in more than one way. Languages that have the same choice share its name, so that a
   * company's habit counts for all of them.
   */
  readonly letterChoices?: Readonly<Record<string, LetterOptions>>;
  /**
   * Names that are not written by the rules for letters, each with its spellings, the most common first, separated by
   * spaces; entries are separated by commas: `юлия yulia yuliya julia, …`.
   */
  readonly spellings?: string;
  /** Romanises a word that is not among `spellings`; for scripts whose letters depend on their neighbours. */
  readonly romanize?: (word: string) => readonly string[];
  /** Splits a name that is written without spaces into words. Undefined if it can't. */
  readonly wordsOf?: (name: string) => readonly string[] | undefined;
  /** Given names, each followed by the forms in use instead of it: `robert bob rob, …`. */
  readonly shortForms?: string;
  /** Short forms that are about as common in addresses as the full name, and full names of which others are short. */
  readonly usualShortForms?: string;
  readonly givenNames?: NamesCustom;
  /** Of more given names, the last ones are in use. Default all. */
  readonly givenNameCount?: number;
  readonly givenHyphens?: GivenHyphenShares;
  readonly familyHyphens?: FamilyHyphenShares;
  /** One syllable of a given name, as it is romanised, where each has an initial: zqchen for Chen Zhiqiang. */
  readonly syllable?: RegExp;
  /** Initials of several given names: of the first, or of each. */
  readonly initials?: { readonly first: number; readonly all: number };
  /** Shares of addresses that keep a particle, where they differ from other languages. */
  readonly particles?: Readonly<Record<string, number>>;
  readonly familyNames?: NamesCustom;
  /** Whether initials stand for the father's name: V. Viswanathan, Rajesh M. Default false. */
  readonly fatherInitials?: boolean;
  /** Whether initials of further names follow the one in use: annv for Nguyễn Văn An. Default false. */
  readonly middleInitials?: boolean;
  /** A letter that is a whole given name, without its marks: Ý. */
  readonly letterName?: string;
  /** Endings of family names that only women have, and that only men have. */
  readonly genders?: { readonly feminine: RegExp; readonly masculine: RegExp };
  /** Whether the family name is said first. Default false. */
  readonly familyFirst?: boolean;
  /** For such languages: how much higher the odds of that order are in a field with the whole name than in two fields. Default 8. */
  readonly wholeOrderOdds?: number;
  /** Whether lists often have the family name first, as documents do. Default false. */
  readonly listedFamilyFirst?: boolean;
  /** How many family names people have where one field holds the whole name. Default 1. */
  readonly familyNameCount?: number;
  /**
   * Words before the father's name, where people have no family name and may have the second of two given names in its place:
   * nurul.izzah for Nurul Izzah binti Anwar.
   */
  readonly fatherWords?: RegExp;
  /** Names formed from the father's name, which stand beside the given and the family name. */
  readonly patronymics?: RegExp;
}
