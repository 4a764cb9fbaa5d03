import { expect, it } from 'vitest';
import { preferredType } from '../../adapters/http/accept.ts';

const offered = ['application/json', 'application/x-ndjson', 'text/csv'] as const;
const [json, ndjson, csv] = offered;

it.each([
  [undefined, json],
  ['', json],
  ['*/*', json],
  ['application/*', json],
  ['text/*', csv],
  ['text/csv', csv],
  ['TEXT/CSV', csv],
  ['text/csv; charset=utf-8; header=present', csv],
  ['application/x-ndjson', ndjson],
  ['application/x-ndjson, */*', json],
  ['application/x-ndjson, */*;q=0.1', ndjson],
  ['text/csv;q=0.5, application/x-ndjson; q=0.7', ndjson],
  ['text/csv , application/json', json],
  ['text/csv, application/json;q=0.999', csv],
  ['application/json;q=0, */*', ndjson],
  ['application/*;q=0, */*', csv],
  ['*/*;q=0.2, application/*;q=0.1, text/csv;q=0', json],
  ['text/csv;q=0', json],
  ['text/csv;q=2, application/x-ndjson;q=0.1', ndjson],
  ['text/csv;q=, application/x-ndjson;q=0.1', ndjson],
  ['image/png', json],
  ['nonsense', json],
  [',;q,=', json],
])('of JSON, NDJSON and CSV, "%s" asks for %s', (accept, type) => {
  expect(preferredType(accept, offered)).toBe(type);
});
