/**
 * What `JsonGrammar` has come to. The depth of a value or key is the number of arrays and objects around it.
 */
export type JsonEvent = 'value-begins' | 'value-ends' | 'key-begins' | 'key-ends' | 'text-ends';

/** The text is not JSON (RFC 8259), or is nested too deeply. */
export class JsonFault extends Error {
  readonly code: 'not_json' | 'nested_too_deeply';

  constructor(code: JsonFault['code']) {
    super(code);
    this.code = code;
  }
}

/** What must or may follow, as states of an automaton. */
const beforeValue = 0;
const beforeValueOrEnd = 1;
const beforeKeyOrEnd = 2;
const beforeKey = 3;
const beforeColon = 4;
const afterValue = 5;
const inString = 6;
const afterBackslash = 7;
const inUnicodeEscape = 8;
const inLiteral = 9;
const afterMinus = 10;
const afterZero = 11;
const inInteger = 12;
const afterPoint = 13;
const inFraction = 14;
const afterE = 15;
const afterExponentSign = 16;
const inExponent = 17;

const quote = 0x22;
const backslash = 0x5c;
const literals = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);

/**
 * Checks JSON text piece by piece against the grammar (RFC 8259), in constant memory, and stops where values and keys
 * of the outer levels begin and end. The cost of a piece is proportional to its length.
 */
export class JsonGrammar {
  /** Where the last event was, in the text given to `next`. */
  position = 0;
  /** The depth of the value or key of the last event. */
  depth = 0;
  readonly #maxDepth: number;
  readonly #shownDepth: number;
  /** For each open container, whether it is an object. */
  readonly #isObject: boolean[] = [];
  #state = beforeValue;
  #isKey = false;
  /** The value or key at the current character was announced by an event. */
  #announced = false;
  #literal = '';
  #hexDigits = 0;
  /** Stops at values and keys down to `shownDepth`. Refuses more than `maxDepth` containers in one another. */
  constructor({ shownDepth, maxDepth }: { shownDepth: number; maxDepth: number }) {
    this.#shownDepth = shownDepth;
    this.#maxDepth = maxDepth;
  }

  /** True if the text may end here. */
  get isComplete(): boolean {
    return this.#isObject.length === 0 && (this.#state === afterValue || isWholeNumber(this.#state));
  }

  /**
   * Reads on from `from` to the next event or the end of the text, and returns the event. `position` is then that of the
   * first character of what begins, or of the one after what ends. Throws JsonFault.
   */
  next(text: string, from: number): JsonEvent {
    let index = from;
    while (index < text.length) {
      if (this.#state === inString) {
        index = skipPlainText(text, index);
        if (index === text.length) break;
      }
      const event = this.#step(text.charCodeAt(index));
      if (event === undefined) index += 1;
      else if (event !== 'again') {
        const isConsumed = event === 'value-ends' || event === 'key-ends';
        this.position = isConsumed ? index + 1 : index;
        return event === 'number-ends' ? 'value-ends' : event;
      }
    }
    this.position = index;
    return 'text-ends';
  }

  /**
   * Takes one character. Events named `…-begins`, 'number-ends' and 'again' have not consumed it: the same character
   * is to be given again.
   */
  #step(code: number): JsonEvent | 'number-ends' | 'again' | undefined {
    switch (this.#state) {
      case beforeValue:
      case beforeValueOrEnd:
      case beforeKeyOrEnd:
      case beforeKey:
      case beforeColon:
      case afterValue:
        return isWhiteSpace(code) ? undefined : this.#stepOutside(code);
      case inString:
        return this.#stepInString(code);
      case afterBackslash:
        return this.#stepAfterBackslash(code);
      case inUnicodeEscape:
        if (!isHexDigit(code)) throw new JsonFault('not_json');
        this.#hexDigits += 1;
        if (this.#hexDigits === 4) this.#state = inString;
        return undefined;
      case inLiteral:
        if (code !== this.#literal.charCodeAt(0)) throw new JsonFault('not_json');
        this.#literal = this.#literal.slice(1);
        return this.#literal === '' ? this.#endValue('value-ends') : undefined;
      default:
        return this.#stepInNumber(code);
    }
  }

  #stepOutside(code: number): JsonEvent | undefined {
    const state = this.#state;
    if (state === beforeColon) {
      if (code !== 0x3a) throw new JsonFault('not_json');
      this.#state = beforeValue;
      return undefined;
    }
    if (state === afterValue) return this.#stepAfterValue(code);
    const mayEnd = state === beforeValueOrEnd || state === beforeKeyOrEnd;
    if (mayEnd && (code === 0x5d || code === 0x7d)) return this.#close(code);
    return state === beforeKey || state === beforeKeyOrEnd ? this.#beginKey(code) : this.#beginValue(code);
  }

  #stepAfterValue(code: number): JsonEvent | undefined {
    if (code === 0x5d || code === 0x7d) return this.#close(code);
    const isObject = this.#isObject.at(-1);
    if (code !== 0x2c || isObject === undefined) throw new JsonFault('not_json');
    this.#state = isObject ? beforeKey : beforeValue;
    return undefined;
  }

  #beginKey(code: number): JsonEvent | undefined {
    if (code !== quote) throw new JsonFault('not_json');
    if (this.#announces()) return 'key-begins';
    this.#state = inString;
    this.#isKey = true;
    return undefined;
  }

  #beginValue(code: number): JsonEvent | undefined {
    const state = firstStateOf(code);
    if (state === undefined) throw new JsonFault('not_json');
    if (this.#announces()) return 'value-begins';
    if (state === beforeValueOrEnd || state === beforeKeyOrEnd) {
      if (this.#isObject.length === this.#maxDepth) throw new JsonFault('nested_too_deeply');
      this.#isObject.push(state === beforeKeyOrEnd);
    }
    if (state === inLiteral) this.#literal = literals.get(code)?.slice(1) ?? '';
    this.#state = state;
    return undefined;
  }

  /** Returns true once for each value or key of the outer levels. */
  #announces(): boolean {
    if (this.#announced) {
      this.#announced = false;
      return false;
    }
    this.depth = this.#isObject.length;
    this.#announced = this.depth <= this.#shownDepth;
    return this.#announced;
  }

  #close(code: number): JsonEvent | undefined {
    const isObject = this.#isObject.pop();
    if (isObject !== (code === 0x7d)) throw new JsonFault('not_json');
    return this.#endValue('value-ends');
  }

  #endValue<Event>(event: Event): Event | undefined {
    this.#state = afterValue;
    this.depth = this.#isObject.length;
    return this.depth <= this.#shownDepth ? event : undefined;
  }

  #stepInString(code: number): JsonEvent | undefined {
    if (code === backslash) {
      this.#state = afterBackslash;
      return undefined;
    }
    if (code !== quote) throw new JsonFault('not_json');
    if (!this.#isKey) return this.#endValue('value-ends');
    this.#isKey = false;
    this.#state = beforeColon;
    this.depth = this.#isObject.length;
    return this.depth <= this.#shownDepth ? 'key-ends' : undefined;
  }

  #stepAfterBackslash(code: number): undefined {
    if (code === 0x75) {
      this.#state = inUnicodeEscape;
      this.#hexDigits = 0;
    } else if ('"\\/bfnrt'.includes(String.fromCharCode(code))) this.#state = inString;
    else throw new JsonFault('not_json');
  }

  #stepInNumber(code: number): 'number-ends' | 'again' | undefined {
    const state = nextInNumber(this.#state, code);
    if (state !== undefined) {
      this.#state = state;
      return undefined;
    }
    if (!isWholeNumber(this.#state)) throw new JsonFault('not_json');
    return this.#endValue('number-ends') ?? 'again';
  }
}

/** Returns the state after the first character of a value; undefined if no value begins with it. */
function firstStateOf(code: number): number | undefined {
  if (code === quote) return inString;
  if (code === 0x7b) return beforeKeyOrEnd;
  if (code === 0x5b) return beforeValueOrEnd;
  if (code === 0x2d) return afterMinus;
  if (code === 0x30) return afterZero;
  if (isDigit(code)) return inInteger;
  return literals.has(code) ? inLiteral : undefined;
}

/** Returns the state after a character inside a number; undefined if the character does not belong to the number. */
function nextInNumber(state: number, code: number): number | undefined {
  const isE = code === 0x65 || code === 0x45;
  switch (state) {
    case afterMinus:
      if (code === 0x30) return afterZero;
      return isDigit(code) ? inInteger : undefined;
    case afterZero:
    case inInteger:
      if (isDigit(code)) return state === inInteger ? inInteger : undefined;
      if (code === 0x2e) return afterPoint;
      return isE ? afterE : undefined;
    case afterPoint:
    case inFraction:
      if (isDigit(code)) return inFraction;
      return isE && state === inFraction ? afterE : undefined;
    case afterE:
      if (code === 0x2b || code === 0x2d) return afterExponentSign;
      return isDigit(code) ? inExponent : undefined;
    default:
      return isDigit(code) ? inExponent : undefined;
  }
}

function isWholeNumber(state: number): boolean {
  return state === afterZero || state === inInteger || state === inFraction || state === inExponent;
}

/** Returns the position of the next character that ends a string, begins an escape or must not be in a string. */
function skipPlainText(text: string, from: number): number {
  const { length } = text;
  let index = from;
  while (index < length) {
    const code = text.charCodeAt(index);
    if (code === quote || code === backslash || code < 0x20) break;
    index += 1;
  }
  return index;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}
