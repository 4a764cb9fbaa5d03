import type { JobRecord } from '../../../src/ports.ts';
import { integerOf, textOf } from '../reply.ts';
import { type JobField, jobFields } from '../scripts/job-records.ts';

/** A job as Redis has it. */
export interface StoredJob {
  readonly record: JobRecord;
  /** Of its creation. */
  readonly ticket: string;
}

/** Fields and values of the hash of a job; those without a value are left out. */
export function jobWords({ record, ticket }: StoredJob): string[] {
  const { idempotency, ...values } = record;
  const all: Readonly<Record<JobField, string | number | null>> = {
    ...values,
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    ticket,
  };
  return jobFields.flatMap((field) => (all[field] === null ? [] : [field, String(all[field])]));
}

/** The job of the values of its fields; undefined where there is none. */
export function storedJob(values: readonly unknown[]): StoredJob | undefined {
  const value = (field: JobField) => values[jobFields.indexOf(field)] ?? null;
  const text = (field: JobField) => textOf(value(field));
  const textOrNull = (field: JobField) => (value(field) === null ? null : text(field));
  const integer = (field: JobField) => integerOf(value(field));
  const timeOrNull = (field: JobField) => (value(field) === null ? null : integer(field));
  if (value('id') === null) return undefined;
  const idempotencyKey = textOrNull('idempotencyKey');
  return {
    ticket: text('ticket'),
    record: {
      id: text('id'),
      kind: kindOf(value('kind')),
      account: textOrNull('account'),
      keyId: textOrNull('keyId'),
      milliCreditsPerItem: integer('milliCreditsPerItem'),
      submittedAt: integer('submittedAt'),
      idempotency: idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: text('fingerprint') },
      startedAt: timeOrNull('startedAt'),
      completedAt: timeOrNull('completedAt'),
      failedAt: timeOrNull('failedAt'),
      settledAt: timeOrNull('settledAt'),
      total: integer('total'),
      processed: integer('processed'),
      retrying: integer('retrying'),
      retried: integer('retried'),
      safe: integer('safe'),
    },
  };
}

function kindOf(kind: unknown): JobRecord['kind'] {
  if (kind === 'verification' || kind === 'lookup') return kind;
  throw new TypeError('The kind of a job was expected.');
}
