/** All times are short, so that other processes soon resume the work of a killed one. */
export const jobLeaseMs = 400;
const connectionLeaseMs = 10_000;
/** A machine that runs several of these tests may answer late, which is no outage. */
const callTimeoutMs = 30_000;
const queueTimes = {
  leaseMs: 1_500,
  heartbeatMs: 300,
  firstDelayMs: 100,
  longestDelayMs: 1_000,
};

/**
 * Opens the storage at a location, with leases that soon expire once this process was killed. A process that is kept
 * from working for `leaseMs` loses its jobs to another one, and breaks off its sessions.
 */
export async function openStores({ kind, location }, { leaseMs } = queueTimes) {
  // Only what is needed, so that a process starts sooner.
  if (kind === 'sqlite') return (await import('mailproof/sqlite')).sqliteStores(location);
  const open =
    kind === 'redis'
      ? (await import('mailproof/redis')).redisStores
      : (await import('mailproof/postgres')).postgresStores;
  const stores = open(location, { queueTimes: { ...queueTimes, leaseMs }, callTimeoutMs });
  return { ...stores, leases: withShortLeases(stores.leases) };
}

/** The same limits, with leases that are renewed often and expire soon after their process was killed. */
function withShortLeases(leases) {
  return {
    pause: (exchange, pause) => leases.pause(exchange, pause),
    acquire: async (exchange, options) => {
      const grant = await leases.acquire(exchange, { ...options, leaseMs: connectionLeaseMs });
      if (grant.kind === 'pause') return grant;
      const renewing = setInterval(() => grant.renew().catch(() => {}), connectionLeaseMs / 10);
      return {
        kind: 'lease',
        held: grant.held,
        renew: () => grant.renew(),
        release: () => {
          clearInterval(renewing);
          return grant.release();
        },
      };
    },
  };
}
