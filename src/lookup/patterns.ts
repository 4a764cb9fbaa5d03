/** A piece of a local part: the full given or family name, or its initials. */
export type Piece = 'first' | 'last' | 'f' | 'l';

interface Layout {
  readonly pieces: readonly Piece[];
  readonly separator: '' | '.' | '_' | '-';
  /** Share of companies that use this pattern. */
  readonly prior: number;
}

/**
 * Patterns by which companies form addresses, the most common first. The first four shares were counted, as the mean
 * over companies of all sizes. The others are estimates: together they are what the four leave, and none is much more
 * common than the next. `otherPrior` is the share of all other addresses.
 */
const layouts = {
  'first.last': { pieces: ['first', 'last'], separator: '.', prior: 0.36 },
  flast: { pieces: ['f', 'last'], separator: '', prior: 0.34 },
  first: { pieces: ['first'], separator: '', prior: 0.18 },
  firstl: { pieces: ['first', 'l'], separator: '', prior: 0.03 },
  firstlast: { pieces: ['first', 'last'], separator: '', prior: 0.0135 },
  'last.first': { pieces: ['last', 'first'], separator: '.', prior: 0.0115 },
  first_last: { pieces: ['first', 'last'], separator: '_', prior: 0.011 },
  'f.last': { pieces: ['f', 'last'], separator: '.', prior: 0.0105 },
  lastf: { pieces: ['last', 'f'], separator: '', prior: 0.01 },
  last: { pieces: ['last'], separator: '', prior: 0.009 },
  'first-last': { pieces: ['first', 'last'], separator: '-', prior: 0.008 },
  'first.l': { pieces: ['first', 'l'], separator: '.', prior: 0.007 },
  lastfirst: { pieces: ['last', 'first'], separator: '', prior: 0.002 },
} as const satisfies Record<string, Layout>;

export type Pattern = keyof typeof layouts;

/** All patterns, in the order of their prior shares. */
export const patterns = Object.keys(layouts) as readonly Pattern[];

/** Share of people whose address follows none of the patterns. */
export const otherPrior = 0.0075;

/**
 * One way to spell a person's name in an address, in lower-case ASCII. A space inside a name stands for the
 * separator of the pattern: `van den berg` becomes `jan.van.den.berg` and `jvandenberg`.
 */
export interface NameForm {
  readonly given: string;
  /** Of the given name; several for some double names. */
  readonly initials: string;
  readonly family: string;
  /** Initials of the family name; several where those of further names follow. Default its first letter. */
  readonly familyInitials?: string;
  /** Whether a name that is only initials stands for itself beside the other: `viswanathan.v`. Default false. */
  readonly initialIsName?: boolean;
  /** Whether `given` is the whole local part, whatever the pattern. Default false. */
  readonly isWhole?: boolean;
}

/** Shares of the patterns among companies of some kind. */
export type PatternPriors = ReadonlyMap<Pattern, number>;

/** Returns of what a pattern forms local parts, in this order. */
export function piecesOf(pattern: Pattern): readonly Piece[] {
  return layouts[pattern].pieces;
}

export function priorOf(pattern: Pattern): number {
  return layouts[pattern].prior;
}

/**
 * How much more often companies under the top-level domain of a country use a pattern than companies elsewhere do.
 * Estimates, close to one: lists of published addresses show the direction, not the size.
 */
const countryFactors: Readonly<Record<string, Readonly<Partial<Record<Pattern, number>>>>> = {
  nl: { 'f.last': 3 },
  fr: { 'f.last': 2 },
  hu: { 'last.first': 3 },
  cn: { lastfirst: 4 },
  tw: { first_last: 2 },
  kr: { lastfirst: 2 },
  jp: { last: 2, 'last.first': 1.5 },
  vn: { firstl: 2 },
  th: { 'first.l': 12 },
};

/** Returns the shares of the patterns among companies under a top-level domain. */
export function priorsIn(country: string): PatternPriors {
  const factors = Object.hasOwn(countryFactors, country) ? (countryFactors[country] ?? {}) : {};
  const weighed = patterns.map((pattern): [Pattern, number] => [
    pattern,
    priorOf(pattern) * (factors[pattern] ?? 1),
  ]);
  const total = weighed.reduce((sum, [, weight]) => sum + weight, otherPrior);
  return new Map(weighed.map(([pattern, weight]) => [pattern, weight / total]));
}

/**
 * Returns the local part that a pattern forms from a name. Undefined if the pattern needs a full name and at most its
 * initial is known.
 */
export function localPartBy(pattern: Pattern, form: NameForm): string | undefined {
  const { pieces, separator }: Layout = layouts[pattern];
  if (form.isWhole === true) return form.given.length > 1 ? withSeparators(form.given, separator) : undefined;
  const [first, second] = pieces;
  if (first === undefined) return undefined;
  const left = textOf(first, form);
  if (!isComplete(first, left, { form, isAlone: second === undefined })) return undefined;
  if (second === undefined) return left.length < 2 ? undefined : withSeparators(left, separator);
  const right = textOf(second, form);
  if (!isComplete(second, right, { form, isAlone: false })) return undefined;
  return left.length < 2 && right.length < 2
    ? undefined
    : withSeparators(left + separator + right, separator);
}

function withSeparators(text: string, separator: string): string {
  return text.includes(' ') ? text.replaceAll(' ', separator) : text;
}

/** Returns whether the text of a piece is there, and is a name where a name is needed. */
function isComplete(
  piece: Piece,
  text: string,
  { form, isAlone }: { readonly form: NameForm; readonly isAlone: boolean },
): boolean {
  if (text === '') return false;
  if (piece === 'f' || piece === 'l') return true;
  return form.initialIsName === true ? !isAlone || text.length > 2 : text.length > 1;
}

function textOf(piece: Piece, form: NameForm): string {
  switch (piece) {
    case 'first':
      return form.given;
    case 'last':
      return form.family;
    case 'f':
      return form.initials;
    case 'l':
      return form.familyInitials ?? form.family.slice(0, 1);
  }
}
