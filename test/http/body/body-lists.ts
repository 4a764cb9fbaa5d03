import { type BodyList, ListCollector } from '../../../adapters/http/body/body-list.ts';
import { ListScanner } from '../../../adapters/http/body/list-scanner.ts';
import { Utf8Text } from '../../../adapters/http/body/utf8-text.ts';
import { Problem } from '../../../adapters/http/problem.ts';

/** A body that is a list of texts. */
export const texts: BodyList<string> = {
  parameter: 'texts',
  bodyRule: 'must be an array of strings',
  maxItems: Number.POSITIVE_INFINITY,
  checkCount() {},
  check(element, index) {
    if (typeof element !== 'string') throw new Problem(422, `body[${index}]: must be a string.`);
    return element;
  },
  bytesOf: (text) => text.length,
};

/** A body with a list of anything in the field `input`. */
export const anything: BodyList<unknown> = {
  parameter: 'input',
  field: 'input',
  bodyRule: 'must be an object with the field input',
  fieldRule: 'must be an array of rows',
  maxItems: Number.POSITIVE_INFINITY,
  checkCount() {},
  check: (element) => element,
  bytesOf: () => 1,
};

/** Reads chunks as a list. Returns its items, or the detail of the refusal. */
export function readChunks<Item>(
  list: BodyList<Item>,
  chunks: Iterable<Uint8Array>,
): readonly Item[] | string {
  const collector = new ListCollector(list);
  const scanner = new ListScanner(list, collector);
  const decoder = new Utf8Text(Number.POSITIVE_INFINITY);
  try {
    for (const chunk of chunks) scanner.write(decoder.decode(chunk));
    decoder.end();
    scanner.end();
    return collector.end();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}
