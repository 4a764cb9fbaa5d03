/** SQL of webhook deliveries: rows in and out. Accounts are in JSON, so that none is called as the lack of one. */
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../../../src/ports/webhook-queue.ts';
import type { SqliteConnection } from '../connection.ts';

type DeliveryKey = Pick<WebhookDelivery, 'endpoint' | 'jobId'>;

interface DeliveryRow {
  readonly account: string;
  readonly bytes: number;
  readonly failures: number;
  readonly dueAt: number;
  readonly leaseId: string | null;
}

interface RoomRow {
  readonly ofEndpoint: number;
  readonly ofAccount: number;
}

export function addDelivery(
  connection: SqliteConnection,
  { endpoint, jobId, account }: WebhookDelivery,
  options: Parameters<WebhookQueue['add']>[1] & { readonly bytes: number; readonly now: number },
): 'added' | 'present' | 'full' {
  if (readDelivery(connection, { endpoint, jobId }) !== undefined) return 'present';
  const { bytes, now, delayMs, maxBytes, maxBytesOfAccount } = options;
  const accountText = JSON.stringify(account);
  const room = connection.get(
    `SELECT coalesce(sum(bytes), 0) AS ofEndpoint, coalesce(sum(bytes) FILTER (WHERE account = ?), 0) AS ofAccount
       FROM webhook_accounts WHERE endpoint = ?`,
    accountText,
    endpoint,
  ) as RoomRow;
  if (room.ofEndpoint + bytes > maxBytes || room.ofAccount + bytes > maxBytesOfAccount) return 'full';
  connection.run(
    `INSERT INTO webhook_deliveries (endpoint, job, account, bytes, failures, due_at, set_at) VALUES (?, ?, ?, ?, 0, ?, ?)`,
    endpoint,
    jobId,
    accountText,
    bytes,
    now + delayMs,
    now,
  );
  connection.run(
    `INSERT INTO webhook_accounts (endpoint, account, bytes, served, next_due_at) VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (endpoint, account) DO UPDATE SET
         bytes = bytes + excluded.bytes, next_due_at = min(next_due_at, excluded.next_due_at)`,
    endpoint,
    accountText,
    bytes,
    now + delayMs,
  );
  return 'added';
}

/** Whether `takeDeliveries` would return or change anything. */
export function isAnyDue(connection: SqliteConnection, endpoint: string, now: number): boolean {
  const due = connection.get(
    `SELECT 1 FROM webhook_accounts WHERE endpoint = ? AND next_due_at <= ?
       UNION ALL SELECT 1 FROM webhook_deliveries WHERE endpoint = ? AND set_at > ? LIMIT 1`,
    endpoint,
    now,
    endpoint,
    now,
  );
  return due !== undefined;
}

export function takeDeliveries(
  connection: SqliteConnection,
  endpoint: string,
  {
    limit,
    leaseMs,
    now,
    newLeaseId,
  }: { limit: number; leaseMs: number; now: number; newLeaseId: () => string },
): readonly LeasedDelivery[] {
  shortenWaits(connection, endpoint, now);
  const taken: LeasedDelivery[] = [];
  while (taken.length < limit) {
    const row = connection.get(
      `SELECT job AS jobId, account, failures FROM webhook_deliveries
         WHERE endpoint = ? AND account = (
           SELECT account FROM webhook_accounts WHERE endpoint = ? AND next_due_at <= ? ORDER BY served, account LIMIT 1)
         ORDER BY due_at, job LIMIT 1`,
      endpoint,
      endpoint,
      now,
    ) as { jobId: string; account: string; failures: number } | undefined;
    if (row === undefined) break;
    const { jobId, account, failures } = row;
    const leaseId = newLeaseId();
    setDue(connection, { endpoint, jobId }, { account, leaseId, failures, now, dueAt: now + leaseMs });
    connection.run(
      `UPDATE webhook_accounts SET served = 1 + (SELECT max(served) FROM webhook_accounts WHERE endpoint = ?)
         WHERE endpoint = ? AND account = ?`,
      endpoint,
      endpoint,
      account,
    );
    taken.push({ endpoint, jobId, account: JSON.parse(account) as string | null, failures, leaseId });
  }
  return taken;
}

export function postponeDelivery(
  connection: SqliteConnection,
  delivery: LeasedDelivery,
  { delayMs, failures, now }: { delayMs: number; failures: number; now: number },
): boolean {
  const row = readDelivery(connection, delivery);
  if (row?.leaseId !== delivery.leaseId) return false;
  const { account } = row;
  setDue(connection, delivery, { account, leaseId: null, failures, now, dueAt: now + delayMs });
  return true;
}

export function removeDelivery(connection: SqliteConnection, delivery: LeasedDelivery): boolean {
  const row = readDelivery(connection, delivery);
  if (row?.leaseId !== delivery.leaseId) return false;
  deleteDelivery(connection, delivery, row);
  return true;
}

export function hastenDelivery(connection: SqliteConnection, key: DeliveryKey, now: number): void {
  const row = readDelivery(connection, key);
  if (row === undefined || (row.leaseId !== null && row.dueAt > now)) return;
  const { account, failures } = row;
  setDue(connection, key, { account, leaseId: null, failures, now, dueAt: now });
}

export function removeAbandonedDeliveries(
  connection: SqliteConnection,
  { until, limit }: { until: number; limit: number },
): number {
  const rows = connection.all(
    `SELECT endpoint, job AS jobId, account, bytes, failures, due_at AS dueAt, lease AS leaseId
       FROM webhook_deliveries WHERE set_at <= ? ORDER BY set_at LIMIT ?`,
    until,
    limit,
  ) as (DeliveryRow & DeliveryKey)[];
  for (const row of rows) deleteDelivery(connection, row, row);
  return rows.length;
}

function readDelivery(
  connection: SqliteConnection,
  { endpoint, jobId }: DeliveryKey,
): DeliveryRow | undefined {
  const row = connection.get(
    `SELECT account, bytes, failures, due_at AS dueAt, lease AS leaseId
       FROM webhook_deliveries WHERE endpoint = ? AND job = ?`,
    endpoint,
    jobId,
  );
  return row as DeliveryRow | undefined;
}

function setDue(
  connection: SqliteConnection,
  { endpoint, jobId }: DeliveryKey,
  values: { account: string; leaseId: string | null; failures: number; now: number; dueAt: number },
): void {
  connection.run(
    'UPDATE webhook_deliveries SET lease = ?, failures = ?, due_at = ?, set_at = ? WHERE endpoint = ? AND job = ?',
    values.leaseId,
    values.failures,
    values.dueAt,
    values.now,
    endpoint,
    jobId,
  );
  setNextDue(connection, endpoint, values.account);
}

function deleteDelivery(
  connection: SqliteConnection,
  { endpoint, jobId }: DeliveryKey,
  row: DeliveryRow,
): void {
  connection.run('DELETE FROM webhook_deliveries WHERE endpoint = ? AND job = ?', endpoint, jobId);
  connection.run(
    'UPDATE webhook_accounts SET bytes = bytes - ? WHERE endpoint = ? AND account = ?',
    row.bytes,
    endpoint,
    row.account,
  );
  connection.run(
    'DELETE FROM webhook_accounts WHERE endpoint = ? AND account = ? AND bytes = 0',
    endpoint,
    row.account,
  );
  setNextDue(connection, endpoint, row.account);
}

function setNextDue(connection: SqliteConnection, endpoint: string, account: string): void {
  connection.run(
    `UPDATE webhook_accounts SET next_due_at =
         (SELECT min(due_at) FROM webhook_deliveries WHERE endpoint = ? AND account = ?)
       WHERE endpoint = ? AND account = ?`,
    endpoint,
    account,
    endpoint,
    account,
  );
}

/** If the clock was set back, nothing waits longer than it was to wait at first. */
function shortenWaits(connection: SqliteConnection, endpoint: string, now: number): void {
  const accounts = connection.all(
    'SELECT DISTINCT account FROM webhook_deliveries WHERE endpoint = ? AND set_at > ?',
    endpoint,
    now,
  ) as { account: string }[];
  if (accounts.length === 0) return;
  connection.run(
    'UPDATE webhook_deliveries SET due_at = due_at - set_at + ?, set_at = ? WHERE endpoint = ? AND set_at > ?',
    now,
    now,
    endpoint,
    now,
  );
  for (const { account } of accounts) setNextDue(connection, endpoint, account);
}
