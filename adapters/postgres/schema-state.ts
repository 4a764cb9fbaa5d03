import { InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { tables } from './schema.ts';
import { inSchema, type Run } from './statements.ts';

/** The version of the tables of this release. */
export const schemaVersion = 1;

/** Returns the name of a schema, by default `mailproof`. Throws InvalidArgument. */
export function checkedSchema(schema = 'mailproof'): string {
  if (typeof schema === 'string' && /^[a-z_]\w{0,39}$/.test(schema)) return schema;
  throw new InvalidArgument(
    'schema',
    'The schema has 1 to 40 letters, digits or "_", and begins with a lower-case letter or "_".',
  );
}

/**
 * Returns the SQL that creates the schema and everything in it, for hosts that do so themselves: in one transaction, as the
 * user that the stores connect as. Throws InvalidArgument.
 */
export function postgresSchema(name?: string): string {
  const schema = checkedSchema(name);
  return inSchema(
    `-- IF NOT EXISTS needs the right to create schemas, also where there is one.
DO $$ BEGIN IF to_regnamespace('"${schema}"') IS NULL THEN CREATE SCHEMA "${schema}"; END IF; END $$;
${tables}
INSERT INTO mailproof.storage (version) VALUES (${schemaVersion});
`,
    schema,
  );
}

/**
 * Returns the version of the tables. Rejects if there are none, and if statements would not see what was committed before them:
 * a lock would then guard nothing.
 */
export async function readVersion(run: Run): Promise<number | undefined> {
  const [row] = await run(
    `SELECT version, current_setting('default_transaction_isolation') AS isolation FROM mailproof.storage`,
  );
  if (row === undefined || row.isolation === 'read committed') return row?.version;
  throw new StorageUnavailable(
    `default_transaction_isolation is '${row.isolation}' for this user or database of PostgreSQL, and must be 'read committed': ALTER ROLE … SET default_transaction_isolation = 'read committed'.`,
  );
}

/** Creates the tables, unless another process has done so meanwhile. The lock ends with the transaction. */
export async function createTables(run: Run, schema: string): Promise<void> {
  await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`mailproof schema ${schema}`]);
  const [{ exists }] = await run('SELECT to_regclass($1) IS NOT NULL AS exists', [`"${schema}".storage`]);
  if (!exists) await run(postgresSchema(schema));
  const version = await readVersion(run);
  if (version !== schemaVersion) throw versionError(schema, version);
}

/** Returns the error for tables that are not those of this release. */
export function versionError(schema: string, version: number | undefined): StorageUnavailable {
  if (version === undefined)
    return new StorageUnavailable(
      `The database has no schema "${schema}" of mailproof. Run what "mailproof store schema" prints.`,
    );
  return new StorageUnavailable(
    `The schema "${schema}" has the tables of another release of mailproof (version ${version}; this release has version ${schemaVersion}). Name another schema, or install the release that wrote this one.`,
  );
}
