import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Clock } from '../../src/ports/clock.ts';
import type { PostgresClient } from './pool.ts';

/** A row: its columns by name. */
// biome-ignore lint/suspicious/noExplicitAny: what a statement returns is known where it is written
export type Row = any;

/** Runs a statement and returns its rows. */
export type Run = (sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** In SQL, the schema is written as `mailproof.`, whatever its name. */
export function inSchema(sql: string, schema: string): string {
  return schema === 'mailproof' ? sql : sql.replaceAll(/\bmailproof\./g, `"${schema}".`);
}

/** SQL for the time by the clock of the server, unless the parameter has that of another one. */
export function nowOr(parameter: string): string {
  return `coalesce(${parameter}::float8, extract(epoch FROM clock_timestamp())::float8 * 1000)`;
}

/** The value of such a parameter: null for the clock of the server. */
export function givenNow(clock: Clock | undefined): number | null {
  return clock?.now() ?? null;
}

/** Entries of an index must be short, and texts may be long: keys are digests. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Runs a statement on a client. Rejects with the error of the driver. */
export async function runOn(
  client: PostgresClient,
  schema: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const text = inSchema(sql, schema);
  const query = values.length === 0 ? { text, types } : { text, values: [...values], types };
  return (await client.query(query)).rows;
}

/** All amounts and times are below 2^53, so that numbers of eight bytes, too, are exact. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  17: pg.types.getTypeParser(17),
  20: Number,
  23: Number,
  701: Number,
};
const types = { getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text) };
