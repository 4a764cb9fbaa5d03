import { Problem } from '../problem.ts';
import { type JsonEvent, JsonFault, JsonGrammar } from './json-grammar.ts';

/** Where the list is in a body, and what is said of a body that has none there. */
export interface ListLocation {
  /** The field of the outermost object that is the list. Undefined if the body itself is the list. */
  readonly field?: string;
  /** Said of a body that is not this object or list, such as "must be an array of strings". */
  readonly bodyRule: string;
  /** Said of a field that is not a list. */
  readonly fieldRule?: string;
}

/** Receives what a scanner finds, in the order of the text. */
export interface ListReceiver {
  /** Receives one or more whole elements of the list: JSON with commas between them. */
  add(elements: string): void;
}

/** More than any honest body has: rows are flat. */
const maxDepth = 64;
/** More than a row of the longest fields has if every character is escaped. */
const maxElementLength = 65_536;
/** A longer key is not the field, even if every character is escaped. */
const maxKeyLength = 256;

const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * Finds the elements of a list in JSON that arrives in pieces. Checks the whole text, but keeps no more of it than one
 * incomplete element. Refuses the text at its first fault, wherever the pieces end: throws a Problem with status 422.
 */
export class ListScanner {
  readonly #location: ListLocation;
  readonly #receiver: ListReceiver;
  readonly #grammar: JsonGrammar;
  /** The depth of the elements. */
  readonly #elementDepth: number;
  /** What is being scanned: the incomplete element or key at the end of the last piece, then this piece. */
  #text = '';
  #elementStart: number | undefined;
  #keyStart: number | undefined;
  /** The complete elements that were not handed on yet. */
  #batch: { readonly start: number; end: number } | undefined;
  #isListNext = false;
  #isInList = false;
  #hasList = false;
  #count = 0;

  constructor(location: ListLocation, receiver: ListReceiver) {
    this.#location = location;
    this.#receiver = receiver;
    this.#elementDepth = location.field === undefined ? 1 : 2;
    this.#grammar = new JsonGrammar({ shownDepth: this.#elementDepth, maxDepth });
  }

  /** Characters of the incomplete element or key that are kept until the next piece. */
  get keptLength(): number {
    return this.#text.length;
  }

  /** Scans the next piece of the text. */
  write(piece: string): void {
    const grammar = this.#grammar;
    grammar.position = this.#text.length;
    this.#text += piece;
    try {
      for (;;) {
        const event = grammar.next(this.#text, grammar.position);
        if (event === 'text-ends') break;
        this.#take(event, grammar.position);
      }
      this.#checkElementLength();
    } catch (error) {
      // What precedes the fault is judged first, so that the answer does not depend on where the pieces end.
      this.#handOn();
      if (!(error instanceof JsonFault)) throw error;
      this.#checkElementLength();
      throw problemOfFault(error);
    }
    this.#handOn();
    this.#keepIncomplete();
  }

  /** Ends the text. Throws a Problem with status 422 if it is incomplete, or without the list. */
  end(): void {
    if (!this.#grammar.isComplete) throw problemOfFault(new JsonFault('not_json'));
    if (!this.#hasList) throw new Problem(422, `${this.#location.field}: is required.`);
  }

  #take(event: JsonEvent, position: number): void {
    const { depth } = this.#grammar;
    switch (event) {
      case 'key-begins':
        if (depth === 1) this.#keyStart = position;
        break;
      case 'key-ends':
        if (depth === 1) this.#isListNext = this.#isField(position);
        break;
      case 'value-begins':
        if (this.#isInList) this.#elementStart = position;
        else this.#beginOuterValue(depth, position);
        break;
      case 'value-ends':
        if (!this.#isInList) break;
        if (depth === this.#elementDepth) this.#endElement(position);
        else {
          this.#handOn();
          this.#isInList = false;
        }
        break;
      case 'text-ends':
        break;
    }
  }

  #beginOuterValue(depth: number, position: number): void {
    const { field, bodyRule, fieldRule } = this.#location;
    const code = this.#text.charCodeAt(position);
    if (depth === 0) {
      const expected = field === undefined ? openingBracket : openingBrace;
      if (code !== expected) throw new Problem(422, `body: ${bodyRule}.`);
      if (field === undefined) this.#beginList();
    } else if (this.#isListNext) {
      this.#isListNext = false;
      if (code !== openingBracket) throw new Problem(422, `${field}: ${fieldRule}.`);
      this.#beginList();
    }
  }

  #beginList(): void {
    // JSON.parse would take the last one: the others would be read for nothing.
    if (this.#hasList) throw new Problem(422, `${this.#location.field}: must not be there twice.`);
    this.#isInList = true;
    this.#hasList = true;
  }

  #endElement(position: number): void {
    this.#checkElementLength(position);
    const start = this.#elementStart ?? 0;
    this.#elementStart = undefined;
    this.#count += 1;
    if (this.#batch === undefined) this.#batch = { start, end: position };
    else this.#batch.end = position;
  }

  #handOn(): void {
    if (this.#batch === undefined) return;
    const { start, end } = this.#batch;
    this.#batch = undefined;
    this.#receiver.add(this.#text.slice(start, end));
  }

  #isField(keyEnd: number): boolean {
    const start = this.#keyStart;
    this.#keyStart = undefined;
    if (start === undefined || keyEnd - start > maxKeyLength) return false;
    return JSON.parse(this.#text.slice(start, keyEnd)) === this.#location.field;
  }

  #keepIncomplete(): void {
    const text = this.#text;
    if (this.#elementStart !== undefined) {
      this.#text = text.slice(this.#elementStart);
      this.#elementStart = 0;
    } else if (this.#keyStart !== undefined && text.length - this.#keyStart <= maxKeyLength) {
      this.#text = text.slice(this.#keyStart);
      this.#keyStart = 0;
    } else {
      this.#text = '';
      this.#keyStart = undefined;
    }
  }

  #checkElementLength(end = this.#grammar.position): void {
    if (this.#elementStart === undefined || end - this.#elementStart <= maxElementLength) return;
    const name = `${this.#location.field ?? 'body'}[${this.#count}]`;
    throw new Problem(
      422,
      `${name}: must be at most ${maxElementLength.toLocaleString('en')} characters long.`,
    );
  }
}

function problemOfFault({ code }: JsonFault): Problem {
  switch (code) {
    case 'not_json':
      return new Problem(422, 'body: must be valid JSON.');
    case 'nested_too_deeply':
      return new Problem(422, `body: must not be nested more than ${maxDepth} levels deep.`);
  }
}
