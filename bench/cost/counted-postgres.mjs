import pg from 'pg';
import { processorMs } from '../bulk/postgresql-server.mjs';

/** Counts the statements that clients of this process send from now on: each is a round trip. */
export function countStatements() {
  const counts = { sqlSent: 0 };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    counts.sqlSent += 1;
    return query.apply(this, args);
  };
  return counts;
}

/** Tables by how long their rows are kept: cached results, the journal of credits, jobs. */
const kinds = {
  cacheBytes: ['cache'],
  ledgerBytes: ['ledger_records', 'journal'],
  jobBytes: ['jobs', 'job_items', 'job_results'],
};

/** What one can ask a server for. */
export async function meterOfPostgres({ place, processId }) {
  const client = new pg.Client(place);
  await client.connect();
  const one = async (sql) => (await client.query(sql)).rows[0];
  return {
    /** What it has done since it started. */
    usage: async () => {
      const row = await one(
        `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal, pg_database_size(current_database()) AS bytes,
           (SELECT wal_sync FROM pg_stat_wal) AS syncs`,
      );
      const { wal, bytes, syncs } = row;
      return {
        cpuMs: processorMs(processId),
        logBytes: Number(wal),
        keptBytes: Number(bytes),
        syncs: Number(syncs),
      };
    },
    /** How many bytes tables of each kind take on the disk, with their indexes. */
    bytesByKind: async () => {
      const counted = {};
      for (const [kind, tables] of Object.entries(kinds)) {
        const names = tables.map((table) => `'mailproof.${table}'`).join(', ');
        const { bytes } = await one(
          `SELECT sum(pg_total_relation_size(to_regclass(name))) AS bytes FROM unnest(ARRAY[${names}]) AS name`,
        );
        counted[kind] = Number(bytes);
      }
      return counted;
    },
    close: () => client.end(),
  };
}
