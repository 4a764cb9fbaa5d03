import type { JobRecord } from '../../../src/ports/job-store.ts';
import { asInteger, asText } from '../reply-values.ts';
import { type JobField, jobFields } from '../scripts/job-keys.ts';

/** A stored job. */
export interface RedisJob {
  readonly record: JobRecord;
  /** Number of its creation; stored in the field `ticket`. */
  readonly creationNumber: string;
}

/** Returns the fields and values of a job's hash, without fields that are null. */
export function jobHashArguments({ record, creationNumber }: RedisJob): string[] {
  const { idempotency, byStatus, ...values } = record;
  const all: Readonly<Record<JobField, string | number | null>> = {
    ...values,
    name: record.name ?? null,
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    traceparent: record.traceparent ?? null,
    cancelled: record.cancelled ? 1 : null,
    ...byStatus,
    ticket: creationNumber,
  };
  return jobFields.flatMap((field) => (all[field] === null ? [] : [field, String(all[field])]));
}

/** Parses the values of `jobFields`; undefined if there is no such job. */
export function parseJob(values: readonly unknown[]): RedisJob | undefined {
  const value = (field: JobField) => values[jobFields.indexOf(field)] ?? null;
  const text = (field: JobField) => asText(value(field));
  const textOrNull = (field: JobField) => (value(field) === null ? null : text(field));
  const integer = (field: JobField) => asInteger(value(field));
  const integerOrNull = (field: JobField) => (value(field) === null ? null : integer(field));
  if (value('id') === null) return undefined;
  const name = textOrNull('name');
  const idempotencyKey = textOrNull('idempotencyKey');
  const traceparent = textOrNull('traceparent');
  return {
    creationNumber: text('ticket'),
    record: {
      id: text('id'),
      kind: kindOf(value('kind')),
      account: textOrNull('account'),
      keyId: textOrNull('keyId'),
      milliCreditsPerItem: integer('milliCreditsPerItem'),
      submittedAt: integer('submittedAt'),
      idempotency: idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: text('fingerprint') },
      startedAt: integerOrNull('startedAt'),
      completedAt: integerOrNull('completedAt'),
      failedAt: integerOrNull('failedAt'),
      cancelled: value('cancelled') !== null,
      settledAt: integerOrNull('settledAt'),
      total: integer('total'),
      processed: integer('processed'),
      retrying: integer('retrying'),
      retried: integer('retried'),
      byStatus: {
        safe: integer('safe'),
        risky: integer('risky'),
        invalid: integer('invalid'),
        unknown: integer('unknown'),
      },
      ...(traceparent !== null && { traceparent }),
      ...(name !== null && { name }),
    },
  };
}

function kindOf(kind: unknown): JobRecord['kind'] {
  if (kind === 'verification' || kind === 'lookup') return kind;
  throw new TypeError('The kind of a job was expected.');
}
