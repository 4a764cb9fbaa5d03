import type { LookupRow } from '../../../src/resources.ts';
import { mustHold } from '../fuzz-kind.ts';
import type { Submitted } from './submitting-engine.ts';

export const paths = ['/v1/bulk', '/v1/bulk-lookup', '/v1/email-lookup'] as const;
export type Path = (typeof paths)[number];

/** How a body was answered. */
export interface Answer {
  readonly status: number;
  readonly detail: string | undefined;
}

const maxTextBytes = 65_536;
const fields = ['first_name', 'last_name', 'domain'] as const;

/** Throws unless a body was accepted exactly if JSON.parse and the documented rules accept it, and then as it is. */
export function checkAnswer(path: Path, body: Uint8Array, answer: Answer, submitted: Submitted): void {
  const text = decoded(body);
  const expected = contentOf(path, text);
  const isAccepted = answer.status === 200;
  if (answer.status === 413) return;
  if (!isAccepted && mayBeRefused(path, text ?? '', expected, answer)) return;
  mustHold(
    (expected !== undefined) === isAccepted,
    () =>
      `the status ${answer.status} for a body of ${path} that ${isAccepted ? 'breaks' : 'keeps'} the rules`,
  );
  if (expected === undefined) return;
  const content = contentIn(path, submitted);
  mustHold(JSON.stringify(content) === JSON.stringify(expected), () => `${path} received something else`);
}

/** What scanning refuses in the text, though it is allowed in what JSON.parse makes of it. */
function mayBeRefused(path: Path, text: string, expected: unknown, { detail = '' }: Answer): boolean {
  switch (path) {
    case '/v1/bulk':
      // A text of over 64 KiB is refused, however it is written: escapes make it up to six times as long.
      return Array.isArray(expected) && expected.some(({ length }) => length > maxTextBytes / 6);
    case '/v1/bulk-lookup': {
      const isLong = text.length > maxTextBytes && detail.includes('65,536');
      // A second list is refused. Escapes may spell the name.
      const listsAtMost = text.match(/"input"|\\u/g)?.length ?? 0;
      return isLong || detail.includes('nested') || listsAtMost > 1;
    }
    case '/v1/email-lookup':
      return false;
  }
}

/** What a body asks for; undefined if it breaks a rule. */
function contentOf(path: Path, text: string | undefined): unknown {
  const value = parsed(text);
  switch (path) {
    case '/v1/bulk':
      return isFullArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
    case '/v1/bulk-lookup': {
      const rows = isObject(value) ? value.input : undefined;
      if (!isFullArray(rows)) return undefined;
      const read = rows.map((row) => rowIn(row, { least: [0, 0, 0] }));
      return read.includes(undefined) ? undefined : read;
    }
    case '/v1/email-lookup': {
      const row = rowIn(value, { least: [1, 1, 3] });
      const timeout = isObject(value) && value.timeout !== undefined ? value.timeout : 90;
      const isTimeout = Number.isInteger(timeout) && Number(timeout) >= 30 && Number(timeout) <= 120;
      return row !== undefined && isTimeout ? { row, timeoutMs: Number(timeout) * 1_000 } : undefined;
    }
  }
}

function contentIn(path: Path, { emails, rows, lookup }: Submitted): unknown {
  switch (path) {
    case '/v1/bulk':
      return emails;
    case '/v1/bulk-lookup':
      return rows;
    case '/v1/email-lookup':
      return lookup;
  }
}

function rowIn(value: unknown, { least }: { least: readonly number[] }): LookupRow | undefined {
  if (!isObject(value)) return undefined;
  const { first_name, last_name, domain } = value;
  const hasLengths = fields.every((field, index) => {
    const text = value[field];
    if (typeof text !== 'string') return false;
    const characters = [...text].length;
    return characters >= (least[index] ?? 0) && characters <= 255;
  });
  return hasLengths ? ({ first_name, last_name, domain } as unknown as LookupRow) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFullArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function decoded(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
