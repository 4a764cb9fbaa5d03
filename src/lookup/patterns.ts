/** A piece of a local part: the full given or family name, or its initials. */
type Piece = 'first' | 'last' | 'f' | 'l';

interface Layout {
  readonly pieces: readonly Piece[];
  readonly separator: '' | '.' | '_' | '-';
  /** Share of companies that use this pattern. */
  readonly prior: number;
}

/**
 * Patterns by which companies form addresses, the most common first. The first four shares were counted, as the mean
 * over companies of all sizes. The others are estimates. `otherPrior` is the share of all other addresses.
 */
const layouts = {
  'first.last': { pieces: ['first', 'last'], separator: '.', prior: 0.36 },
  flast: { pieces: ['f', 'last'], separator: '', prior: 0.34 },
  first: { pieces: ['first'], separator: '', prior: 0.18 },
  firstl: { pieces: ['first', 'l'], separator: '', prior: 0.03 },
  firstlast: { pieces: ['first', 'last'], separator: '', prior: 0.02 },
  'last.first': { pieces: ['last', 'first'], separator: '.', prior: 0.01 },
  first_last: { pieces: ['first', 'last'], separator: '_', prior: 0.01 },
  'f.last': { pieces: ['f', 'last'], separator: '.', prior: 0.01 },
  lastf: { pieces: ['last', 'f'], separator: '', prior: 0.01 },
  last: { pieces: ['last'], separator: '', prior: 0.007 },
  'first-last': { pieces: ['first', 'last'], separator: '-', prior: 0.005 },
  'first.l': { pieces: ['first', 'l'], separator: '.', prior: 0.003 },
} as const satisfies Record<string, Layout>;

export type Pattern = keyof typeof layouts;

/** All patterns, in the order of their prior shares. */
export const patterns = Object.keys(layouts) as readonly Pattern[];

/** Share of people whose address follows none of the patterns. */
export const otherPrior = 0.015;

/**
 * One way to spell a person's name in an address, in lower-case ASCII. A space inside a name stands for the
 * separator of the pattern: `van den berg` becomes `jan.van.den.berg` and `jvandenberg`.
 */
export interface NameForm {
  readonly given: string;
  /** Of the given name; several for some double names. */
  readonly initials: string;
  readonly family: string;
}

export function priorOf(pattern: Pattern): number {
  return layouts[pattern].prior;
}

/** Returns whether the pattern uses only one of the two names. */
export function hasOneName(pattern: Pattern): boolean {
  return layouts[pattern].pieces.length === 1;
}

/**
 * Returns the local part that a pattern forms from a name. Undefined if the pattern needs a full name and at most its
 * initial is known.
 */
export function localPartBy(pattern: Pattern, form: NameForm): string | undefined {
  const { pieces, separator }: Layout = layouts[pattern];
  if (pieces.includes('first') && form.given.length < 2) return undefined;
  if (pieces.includes('last') && form.family.length < 2) return undefined;
  const texts = pieces.map((piece) => textOf(piece, form));
  return texts.includes('') ? undefined : texts.join(separator).replaceAll(' ', separator);
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
      return form.family.slice(0, 1);
  }
}
