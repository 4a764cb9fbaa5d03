import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export type ValuesOf<Known extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: Known }>
>['values'];

/** What is asked for cannot be done. The message says why, and what can. */
export class WrongCommandLine extends Error {}

/** Parses arguments. Throws WrongCommandLine where Node would advise what does not help here. */
export function parseOptions<const Known extends Options>(
  args: readonly string[],
  options: Known,
): ValuesOf<Known> {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') throw new WrongCommandLine(`"${token.value}" belongs to no option.`);
    if (token.kind === 'option-terminator') continue;
    const { name, rawName, value } = token;
    const option = Object.entries(options).find(([known]) => known === name)?.[1];
    if (option === undefined) throw new WrongCommandLine(`There is no option ${rawName}.`);
    if (option.type === 'boolean' && value !== undefined)
      throw new WrongCommandLine(`--${name} takes no value, and got "${value}".`);
    if (option.type === 'string' && value === undefined)
      throw new WrongCommandLine(`--${name} needs a value after it.`);
    if (given.has(name) && !('multiple' in option))
      throw new WrongCommandLine(`--${name} is given twice: give it once.`);
    given.add(name);
  }
  return values as ValuesOf<Known>;
}

/** Returns one of the values that an option takes. Throws WrongCommandLine. */
export function oneOf<Name extends string>(option: string, given: string, allowed: readonly Name[]): Name {
  const found = allowed.find((name) => name === given);
  if (found !== undefined) return found;
  throw new WrongCommandLine(`--${option} knows no "${given}". It takes ${allowed.join(', ')}.`);
}

interface Range {
  readonly least: 0 | 1;
  readonly most?: number;
}

/** Returns a whole number. Throws WrongCommandLine. */
export function wholeNumber(option: string, given: string, range: Range): number;
export function wholeNumber(option: string, given: string | undefined, range: Range): number | undefined;
export function wholeNumber(
  option: string,
  given: string | undefined,
  { least, most }: Range,
): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (isWholeNumber(given) && value >= least && value <= (most ?? value)) return value;
  const range = most === undefined ? `from ${least}` : `from ${least} to ${most}`;
  throw new WrongCommandLine(`--${option} takes a whole number ${range}, not "${given}".`);
}

export function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
