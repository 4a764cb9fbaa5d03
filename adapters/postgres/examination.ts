import { reportFailure, reportOk, reportWarning } from '../../src/assessment.ts';
import type { StorageCondition } from '../../src/ports/storage-diagnosis.ts';
import type { Database } from './database.ts';
import { nowOr } from './statements.ts';

/** Returns the time by the clock of the server. */
export async function readServerTime(database: Database): Promise<number> {
  const [{ now }] = await database.query(`SELECT ${nowOr('NULL')} AS now`);
  return now;
}

/** Finds out what is right or wrong about a database. */
export async function examinePostgres(database: Database): Promise<readonly StorageCondition[]> {
  const [row] = await database.query(
    `SELECT current_setting('transaction_read_only') = 'on' AS is_read_only, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('server_version') AS version,
       current_setting('server_version_num')::integer AS number, pg_database_size(current_database()) AS bytes`,
  );
  const { is_read_only: isReadOnly, fsync, commit, version, number, bytes } = row;
  const megabytes = Math.ceil(bytes / 2 ** 20);
  const [unsafe] = [fsync === 'off' && 'fsync', commit === 'off' && 'synchronous_commit'].filter(Boolean);
  return [
    {
      aspect: 'access',
      ...(isReadOnly
        ? reportFailure('PostgreSQL takes no writes', 'Nothing can be charged.', 'Connect to the primary.')
        : reportOk(`PostgreSQL answers (${megabytes} MB)`, 'It can be read and written.')),
    },
    {
      aspect: 'durability',
      ...(unsafe === undefined
        ? reportOk(`fsync is on, synchronous_commit is ${commit}`, 'A crash loses nothing.')
        : reportWarning(
            `${unsafe} is off`,
            'A crash of the server loses the last charges and results.',
            `Set ${unsafe} to on.`,
          )),
    },
    {
      aspect: 'version',
      ...(number < 130_000
        ? reportWarning(`PostgreSQL ${version}`, 'It is too old to be tested.', 'Use PostgreSQL 13 or later.')
        : reportOk(`PostgreSQL ${version}`, 'It has all that is needed.')),
    },
  ];
}
