import { Redis } from 'ioredis';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock, Stores } from '../../src/ports.ts';
import { systemClock } from '../system-clock.ts';
import { RedisCache } from './cache.ts';
import type { RedisClient, RedisScript } from './client.ts';
import { RedisConnection } from './connection.ts';
import { RedisJobStore } from './jobs/job-store.ts';
import { RedisKeyStore } from './key-store.ts';
import { RedisLedger } from './ledger.ts';
import { RedisPacing } from './pacing/pacing.ts';
import type { QueueTimes } from './queue/times.ts';
import { queueScripts, RedisWorkQueue } from './queue/work-queue.ts';
import { RedisRateLimits } from './rate-limits.ts';
import { ScriptTime } from './script-time.ts';
import { jobClaim } from './scripts/job-claim.ts';
import { jobLease } from './scripts/job-lease.ts';
import { jobLook } from './scripts/job-look.ts';
import { jobOpen } from './scripts/job-open.ts';
import { jobPublish } from './scripts/job-publish.ts';
import { jobRecord } from './scripts/job-record.ts';
import { jobReleaseLease } from './scripts/job-release-lease.ts';
import { jobStage } from './scripts/job-stage.ts';
import { jobStep } from './scripts/job-step.ts';
import { keyCreate } from './scripts/key-create.ts';
import { keyRevoke } from './scripts/key-revoke.ts';
import { ledgerEntries } from './scripts/ledger-entries.ts';
import { ledgerGrant } from './scripts/ledger-grant.ts';
import { ledgerHold } from './scripts/ledger-hold.ts';
import { ledgerResolve } from './scripts/ledger-resolve.ts';
import { ledgerSweep } from './scripts/ledger-sweep.ts';
import { pacingAcquire } from './scripts/pacing-acquire.ts';
import { pacingPause } from './scripts/pacing-pause.ts';
import { pacingRenew } from './scripts/pacing-renew.ts';
import { rateTake } from './scripts/rate-take.ts';

export type { RedisClient } from './client.ts';
export type { QueueTimes } from './queue/times.ts';

export interface RedisStoresOptions {
  /** What everything goes by. Default: the Redis server's time, so that machines whose clocks differ agree. */
  clock?: Clock;
  /** What every key begins with. Default `mailproof`. Stores with other prefixes know nothing of each other. */
  prefix?: string;
  /** A `Redis` or `Cluster` of the host's own, which `close()` leaves open; the URL is not used then. */
  client?: RedisClient;
  /** The longest that one call may take before it rejects with StorageUnavailable. Default 2,000. */
  callTimeoutMs?: number;
  /** When batches of jobs are handed out again; in real time, whatever the clock. */
  queueTimes?: Partial<QueueTimes>;
}

const scripts: readonly RedisScript[] = [
  jobClaim,
  jobLease,
  jobLook,
  jobOpen,
  jobPublish,
  jobRecord,
  jobStage,
  jobStep,
  jobReleaseLease,
  keyCreate,
  keyRevoke,
  ledgerEntries,
  ledgerGrant,
  ledgerHold,
  ledgerResolve,
  ledgerSweep,
  pacingAcquire,
  pacingPause,
  pacingRenew,
  ...queueScripts,
  rateTake,
];

/**
 * Stores that any number of processes share, in a Redis 6.2 or later at `redis://[user:password@]host:port[/db]`
 * (`rediss://` for TLS). Connects with the first call. Credits and jobs are as durable as the Redis is: use
 * `appendonly yes` with `appendfsync always`. Needs ioredis 6 and bullmq 6 installed beside mailproof.
 *
 * A Redis that could evict keys is refused: every call rejects with StorageUnavailable and says what to set.
 * Throws InvalidArgument for a URL, prefix or time-out that cannot be meant.
 */
export function redisStores(url: string, options: RedisStoresOptions = {}): Stores {
  const { clock, prefix = 'mailproof', client, callTimeoutMs = 2_000 } = options;
  assertPrefix(prefix);
  if (!Number.isFinite(callTimeoutMs) || callTimeoutMs <= 0)
    throw new InvalidArgument('callTimeoutMs', 'callTimeoutMs must be a number of milliseconds above 0.');
  const place = client === undefined ? placeOf(url) : 'the given client';
  const ownOrGiven = client ?? connect(url, callTimeoutMs);
  const redis = new RedisConnection({
    client: ownOrGiven,
    owned: client === undefined,
    place,
    callTimeoutMs,
    scripts,
  });
  const time = new ScriptTime(clock);
  const pacing = new RedisPacing({ redis, time, clock: clock ?? systemClock, prefix });
  const queue = new RedisWorkQueue({
    redis,
    client: ownOrGiven,
    place,
    callTimeoutMs,
    prefix,
    clock,
    times: options.queueTimes,
  });
  return {
    cache: new RedisCache({ redis, clock, prefix }),
    pacing,
    rateLimits: new RedisRateLimits({ redis, time, prefix }),
    ledger: new RedisLedger({ redis, time, prefix }),
    keys: new RedisKeyStore({ redis, time, prefix }),
    jobs: new RedisJobStore({ redis, prefix }),
    queue,
    ping: async () => {
      await redis.check();
      await redis.command('SET', `${prefix}:ping`, '1', 'PX', '60000');
    },
    close: async () => {
      const handedBack = queue.close();
      pacing.close();
      await handedBack;
      await redis.close();
    },
  };
}

/** A client that never keeps a command for later and never sends one twice, and that reconnects for ever. */
function connect(url: string, callTimeoutMs: number): RedisClient {
  return new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: callTimeoutMs,
    // A server that hangs is left, so that a later call can find one that does not.
    socketTimeout: callTimeoutMs,
    maxLoadingRetryTime: 500,
    // A call waits for the next attempt at most, so that a short restart of Redis is only a delay.
    retryStrategy: (attempts) => Math.min(50 * attempts, 250),
    // After a failover the old primary is a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

/** Braces would move the hash tags, on which the slots of a cluster depend. */
function assertPrefix(prefix: string): void {
  if (/^[\w.:-]{1,64}$/.test(prefix)) return;
  throw new InvalidArgument('prefix', 'The prefix has 1 to 64 letters, digits, ".", ":", "-" or "_".');
}

/** Host and port, without the password. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new InvalidArgument(
      'url',
      'The URL of a Redis is redis://host:port, or rediss://host:port for TLS.',
    );
  return `${parsed.hostname}:${parsed.port || '6379'}`;
}
