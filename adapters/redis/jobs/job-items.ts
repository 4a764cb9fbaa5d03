import { words } from '../../../src/argument-checks.ts';
import type {
  JobAttempt,
  JobItem,
  JobItemState,
  JobResult,
  RedactedItem,
} from '../../../src/ports/job-store.ts';
import type { EmailLookup, EmailVerification, LookupRow } from '../../../src/resources.ts';
import { asText } from '../reply-values.ts';
import { itemsPerField } from '../scripts/job-reading.ts';

/**
 * JSON without field names for objects of known shapes: the names would take half the memory of a result. All values
 * survive unchanged: objects with other fields, or in another order, are stored as plain JSON. JSON escapes lone
 * surrogates and line breaks, so a packed value is a single line.
 */
/** Items per script call that stages items: about a millisecond of Redis, and of this process. */
const itemsPerSlice = 1_024;

/** Yields the fields and values of the hash of items, slice by slice. */
export function* itemArgumentSlices(items: readonly JobItem[]): Generator<string[]> {
  for (let start = 0; start < items.length; start += itemsPerSlice) {
    const args: string[] = [];
    const end = Math.min(start + itemsPerSlice, items.length);
    for (let first = start; first < end; first += itemsPerField) {
      const lines = items.slice(first, first + itemsPerField).map(packJson);
      args.push(fieldOf(first), lines.join('\n'));
    }
    yield args;
  }
}

export function countItemFields(total: number): number {
  return Math.ceil(total / itemsPerField);
}

function fieldOf(position: number): string {
  return String(Math.floor(position / itemsPerField));
}

/** Returns the arguments for one attempt of the script that records attempts. */
export function attemptArguments({ position, attempt, result, retryAt, egress }: JobAttempt): string[] {
  const mark = retryAt === null ? 'f' : 'p';
  const through = egress === undefined ? '' : `@${egress}`;
  return [
    String(position),
    String(attempt),
    result.status === 'safe' ? mark.toUpperCase() : mark,
    `${attempt} ${retryAt ?? '-'}${through} ${packJson(result)}`,
    result.status,
    retryAt === null ? '' : String(retryAt),
  ];
}

/** Returns the arguments of the script that replaces items. */
export function redactionArguments(items: readonly RedactedItem[], name = ''): string[] {
  return [
    String(itemsPerField),
    name,
    ...items.flatMap(({ position, item, result }) => [
      String(position),
      packJson(item),
      result === undefined ? '' : packJson(result),
    ]),
  ];
}

/** Parses an item from its packed line and its stored result, if any. */
export function parseItemState(position: number, line: string, storedResult: unknown): JobItemState {
  // Only items are stored under these keys.
  const item = unpackJson(line) as JobItem;
  if (storedResult === null) return { position, item, attempts: 0, result: undefined, retryAt: null };
  const [, attempts, retryAt, egress, result = ''] =
    /^(\d+) (\d+|-)(?:@(\S+))? (.*)$/s.exec(asText(storedResult)) ?? [];
  return {
    position,
    item,
    attempts: Number(attempts),
    result: unpackJson(result) as JobResult,
    retryAt: retryAt === '-' ? null : Number(retryAt),
    ...(egress === undefined ? {} : { egress }),
  };
}

const addressFields = words(
  'mx_record is_domain_catch_all is_secure_email_gateway is_disposable is_role_account is_free confidence',
);
const verification: readonly (keyof EmailVerification)[] = [
  ...words('email status explanation email_provider substatus'),
  ...addressFields,
];

const lookup: readonly (keyof EmailLookup)[] = [
  ...words('status substatus explanation email_provider credits_consumed first_name last_name domain email'),
  ...addressFields,
];

const row = ['first_name', 'last_name', 'domain'] as const satisfies readonly (keyof LookupRow)[];

/** Known shapes by their number of fields. Stored data depends on them: add shapes, but never change one. */
const shapes: ReadonlyMap<number, readonly string[]> = new Map(
  [['email'], ['email', 'level'], row, verification, lookup].map((fields) => [fields.length, fields]),
);

export function packJson(value: object): string {
  const names = Object.keys(value);
  const fields = shapes.get(names.length);
  const known = fields?.every((field, index) => field === names[index]) ?? false;
  return JSON.stringify(known ? Object.values(value) : value);
}

export function unpackJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return value;
  const fields = shapes.get(value.length);
  if (fields === undefined) throw new TypeError('A packed item or result was expected.');
  return Object.fromEntries(fields.map((field, index) => [field, value[index]]));
}
