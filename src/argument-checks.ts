import { InvalidArgument } from './errors.ts';
import { nearestName } from './nearest-name.ts';

// Checks of what TypeScript would have refused, for callers in plain JavaScript. Each throws InvalidArgument, with a message
// that ends in `advice`: what to do instead.

export function checkObject(parameter: string, value: unknown, advice: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw wrongKind(parameter, 'an object', value, advice);
}

/** Accepts an object that has these methods. */
export function checkMethods(
  parameter: string,
  value: unknown,
  methods: readonly string[],
  advice: string,
): void {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isHolder) throw wrongKind(parameter, 'an object', value, advice);
  const missing = methods.find((name) => typeof Reflect.get(value, name) !== 'function');
  if (missing === undefined) return;
  throw new InvalidArgument(parameter, `${parameter} has no method ${missing}. ${advice}`);
}

export function checkString(parameter: string, value: unknown, advice: string): void {
  if (typeof value !== 'string') throw wrongKind(parameter, 'a string', value, advice);
}

export function checkList(parameter: string, value: unknown, advice: string): asserts value is unknown[] {
  if (!Array.isArray(value)) throw wrongKind(parameter, 'an array', value, advice);
}

export function checkFunction(parameter: string, value: unknown, advice: string): void {
  if (typeof value !== 'function') throw wrongKind(parameter, 'a function', value, advice);
}

/** Accepts a function, and undefined. */
export function checkOptionalFunction(parameter: string, value: unknown, advice: string): void {
  if (value !== undefined) checkFunction(parameter, value, advice);
}

/** Accepts a string, and undefined. */
export function checkOptionalString(parameter: string, value: unknown, advice: string): void {
  if (value !== undefined) checkString(parameter, value, advice);
}

export function checkOptionalBoolean(parameter: string, value: unknown, advice = ''): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw new InvalidArgument(parameter, `${parameter} must be true or false.${advice && ` ${advice}`}`);
}

/** Accepts an object, which need not be a plain one; `example` is how to pass it. */
export function checkOptions(value: unknown, example: string): void {
  checkObject('options', value, `Pass it like this: ${example}`);
}

/** Lists the names of all options, which `text` has as words. The compiler refuses one that lacks a name. */
export function namesOf<Options>() {
  return <Text extends string>(text: Text & Complete<keyof Options, WordsOf<Text>>): ReadonlySet<string> =>
    new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** What a text must be besides, or the names that it lacks or has too many: the compiler shows them. */
type Complete<Names, Words, Wrong = Exclude<Names, Words> | Exclude<Words, Names | ''>> = [Wrong] extends [
  never,
]
  ? unknown
  : Wrong;

/** The words of a text, which blanks separate; the compiler knows each. */
export function words<Text extends string>(text: Text): readonly WordsOf<Text>[] {
  return text.split(' ') as WordsOf<Text>[];
}

type WordsOf<Text extends string> = Split<Split<Text, '\n'>, ' '>;

type Split<
  Text extends string,
  By extends string,
  Found = never,
> = Text extends `${infer First}${By}${infer Rest}` ? Split<Rest, By, Found | First> : Found | Text;

/**
 * Refuses an object with other names than these: one that is misspelt would have no effect, such as that of a filter.
 * `prefix` is what is said before each, such as `bulk.`.
 */
export function checkNames(value: unknown, names: ReadonlySet<string>, prefix = ''): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) if (!names.has(name)) throw unknownName(name, names, prefix);
}

function unknownName(name: string, names: ReadonlySet<string>, prefix: string): InvalidArgument {
  const shown = `${prefix}${name.length <= 80 ? name : `${name.slice(0, 79)}…`}`;
  const nearest = nearestName(name, names);
  const advice =
    nearest === undefined
      ? `Use ${[...names].map((each) => prefix + each).join(', ')}.`
      : `Did you mean ${prefix}${nearest}?`;
  return new InvalidArgument(shown, `There is no option ${shown}. ${advice}`);
}

/**
 * Returns whether every store keeps a text as it is: they encode it as UTF-8 or pass it to C code, and either could turn two
 * texts with NUL or lone surrogates into the same one.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text);
}

/** Accepts text that every store keeps as it is. */
export function checkText(parameter: string, value: unknown, advice: string): void {
  checkString(parameter, value, advice);
  if (typeof value === 'string' && isStorableText(value)) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be well-formed Unicode text without NUL. ${advice}`,
  );
}

/** Accepts text as `checkText` does, unless it is empty. */
export function checkName(parameter: string, value: unknown, advice: string): void {
  checkText(parameter, value, advice);
  if (value === '') throw new InvalidArgument(parameter, `${parameter} must not be empty. ${advice}`);
}

/** Accepts an AbortSignal, and undefined. */
export function checkSignal(value: unknown): void {
  if (value === undefined) return;
  const advice = 'Pass the signal of an AbortController: { signal: controller.signal }.';
  checkMethods('signal', value, ['throwIfAborted', 'addEventListener', 'removeEventListener'], advice);
}

function wrongKind(parameter: string, expected: string, value: unknown, advice: string): InvalidArgument {
  return new InvalidArgument(parameter, `${parameter} must be ${expected}, not ${kindOf(value)}. ${advice}`);
}

/** Returns what kind of value it is, in words that follow `not`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
