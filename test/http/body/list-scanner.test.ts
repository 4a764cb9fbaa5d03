import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyList } from '../../../adapters/http/body/body-list.ts';
import { times } from '../../support/values/for-all.ts';
import { anything, readChunks, texts } from './body-lists.ts';

const invalid = 'body: must be valid JSON.';

describe('a list that arrives in pieces', () => {
  it('has the items that JSON.parse finds, wherever the pieces end', () => {
    times(2_000).forAll(bodies, cuts, (text, lengths) => {
      const bytes = Buffer.from(text);
      for (const list of [texts, anything]) {
        const expected = parseWhole(list, bytes.toString());
        const read = readChunks<unknown>(list, split(bytes, lengths));
        if (typeof expected === 'string') expect(typeof read).toBe('string');
        else expect(read).toEqual(expected);
      }
    });
  });

  it('is refused for the same reason, wherever the pieces end', () => {
    times(2_000).forAll(bodies, cuts, cuts, (text, one, other) => {
      const bytes = Buffer.from(text);
      for (const list of [texts, anything]) {
        expect(readChunks<unknown>(list, split(bytes, one))).toEqual(
          readChunks<unknown>(list, split(bytes, other)),
        );
      }
    });
  });

  it('accepts no bytes that are not UTF-8', () => {
    times(2_000).forAll(fc.uint8Array({ minLength: 1, maxLength: 6 }), cuts, (bytes, lengths) => {
      const body = Buffer.concat([Buffer.from('{"other":"'), bytes, Buffer.from('","input":[]}')]);
      const read = readChunks(anything, split(body, lengths));
      expect(typeof read !== 'string').toBe(isValid(body));
    });
  });
});

describe('a list', () => {
  it.each<[string, BodyList<unknown>, string, unknown]>([
    ['white space around everything', texts, ' \t\r\n[ "a" ,\n"b" ] \n', ['a', 'b']],
    ['escapes', texts, '["\\u0061\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d\\ude42"]', ['a"\\/\b\f\n\r\t🙂']],
    ['brackets in strings', texts, '["[{", "]}"]', ['[{', ']}']],
    ['a byte order mark before it', texts, '\ufeff["a"]', ['a']],
    ['a byte order mark in it', texts, '["\ufeffa"]', ['\ufeffa']],
    ['two byte order marks before it', texts, '\ufeff\ufeff["a"]', invalid],
    ['unknown fields around it', anything, '{"a":{"input":[1]},"input":[2],"b":[[],{}]}', [2]],
    ['numbers', anything, '{"input":[0,-0.5,10e3,1E-2,2e+1]}', [0, -0.5, 10_000, 0.01, 20]],
    ['an escaped field name', anything, '{"\\u0069nput":[1]}', [1]],
    ['its field twice', anything, '{"input":[1,2],"input":[3]}', 'input: must not be there twice.'],
    [
      'elements of every kind',
      anything,
      '{"input":[{"a":[1]},[[]],null,true,false,""]}',
      [{ a: [1] }, [[]], null, true, false, ''],
    ],
    ['no end', texts, '["a"', invalid],
    ['something behind it', texts, '["a"] x', invalid],
    ['a comma too many', texts, '["a",]', invalid],
    ['the wrong bracket', texts, '["a"}', invalid],
    ['a line break in a string', texts, '["a\n"]', invalid],
    ['a wrong escape', texts, '["\\x"]', invalid],
    ['half an escape', texts, '["\\u12g4"]', invalid],
    ['a wrong number outside the list', anything, '{"a":01,"input":[]}', invalid],
    ['a wrong literal outside the list', anything, '{"a":nul,"input":[]}', invalid],
    ['a key that is no string', anything, '{a:1}', invalid],
    ['a field that is no list', anything, '{"input":{}}', 'input: must be an array of rows.'],
    ['a later field that is no list', anything, '{"input":[],"input":0}', 'input: must be an array of rows.'],
    ['no field', anything, '{"inputs":[]}', 'input: is required.'],
    ['a number for a body', texts, '17', 'body: must be an array of strings.'],
    ['a wrong element before a fault', texts, '["a",2,x', 'body[1]: must be a string.'],
    ['a fault before a wrong element', texts, '["a" 2]', invalid],
    ['64 levels', texts, `[${'['.repeat(63)}${']'.repeat(63)}]`, 'body[0]: must be a string.'],
    ['65 levels', texts, '['.repeat(65), 'body: must not be nested more than 64 levels deep.'],
  ])('with %s is read as JSON.parse reads it, or refused', (_, list, text, expected) => {
    const bytes = Buffer.from(text);
    expect(readChunks(list, [bytes])).toEqual(expected);
    expect(readChunks(list, split(bytes, [1]))).toEqual(expected);
  });

  it('is refused before an element is longer than 65,536 characters, or complete', () => {
    const detail = 'body[1]: must be at most 65,536 characters long.';
    const fitting = 'a'.repeat(65_534);
    expect(readChunks(texts, [Buffer.from(`["","${fitting}"]`)])).toEqual(['', fitting]);
    expect(readChunks(texts, [Buffer.from(`["","${fitting}a"]`)])).toBe(detail);
    const endless = function* () {
      yield Buffer.from('["","');
      for (;;) yield Buffer.alloc(1_000, 'a');
    };
    expect(readChunks(texts, endless())).toBe(detail);
  });

  it('keeps nothing of fields that it ignores, however long they are', () => {
    const long = function* () {
      yield Buffer.from('{"other":"');
      for (let times = 0; times < 1_000; times += 1) yield Buffer.alloc(1_000, 'a');
      yield Buffer.from('","');
      for (let times = 0; times < 1_000; times += 1) yield Buffer.alloc(1_000, 'b');
      yield Buffer.from('":1,"input":[1]}');
    };
    expect(readChunks(anything, long())).toEqual([1]);
  });

  it('stops at the first wrong element of an endless body', () => {
    const endless = function* (start: string, piece: string) {
      yield Buffer.from(start);
      for (;;) yield Buffer.from(piece);
    };
    expect(readChunks(texts, endless('[', '{},'))).toBe('body[0]: must be a string.');
    expect(readChunks(texts, endless('', '['))).toBe('body: must not be nested more than 64 levels deep.');
  });
});

/** Bodies that are nearly right: JSON of both forms, some with a few characters changed. */
const element = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const written = fc
  .tuple(
    fc.array(element, { maxLength: 8 }),
    fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    fc.constantFrom(undefined, 1, '\t'),
    fc.constantFrom('list', 'object', 'escaped'),
  )
  .map(([list, others, space, form]) => {
    if (form === 'object') return JSON.stringify({ ...others, input: list }, null, space);
    const text = JSON.stringify(list, null, space);
    return form === 'list' ? text : escapeAll(text);
  });
const change = fc.tuple(
  fc.nat(),
  fc.nat({ max: 2 }),
  fc.constantFrom(
    '',
    '"',
    ',',
    '[',
    ']',
    '{',
    '}',
    ':',
    '\\',
    '0',
    '1',
    '-',
    '.',
    'e',
    'n',
    ' ',
    '\n',
    '\u0001',
    'é',
  ),
);
const bodies = fc.tuple(written, fc.array(change, { maxLength: 3 })).map(([text, changes]) =>
  changes.reduce((changed, [at, removed, inserted]) => {
    const position = at % (changed.length + 1);
    return changed.slice(0, position) + inserted + changed.slice(position + removed);
  }, text),
);
const cuts = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 20 });

function escapeAll(json: string): string {
  return Array.from(json, (character) => (character > '~' ? escapeUnits(character) : character)).join('');
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Cuts bytes into pieces of these lengths, again and again. */
function split(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const length = Math.max(lengths[turn % lengths.length] ?? 1, turn % lengths.length === 0 ? 1 : 0);
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  return pieces;
}

/** Reads a whole body with JSON.parse. Returns its items; a text if it is refused. */
function parseWhole(list: BodyList<unknown>, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'refused';
  }
  const elements = list.field === undefined ? body : (body as { input?: unknown } | null)?.input;
  if (!Array.isArray(elements) || Array.isArray(body) !== (list.field === undefined)) return 'refused';
  try {
    return elements.map((value, index) => list.check(value, index));
  } catch {
    return 'refused';
  }
}

function isValid(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
