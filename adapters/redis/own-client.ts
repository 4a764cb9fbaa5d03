import type { Writable } from 'node:stream';
import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './client.ts';
import type { RedisClusterLocation, RedisLocation, SingleRedis } from './location.ts';

/** How long to wait before the next attempt to connect. A call waits for at most one, so a short restart only delays it. */
const reconnectDelayMs = (attempts: number) => Math.min(50 * attempts, 250);

/** Creates a client that neither queues nor repeats commands, and always reconnects. */
export function createClient(location: RedisLocation, callTimeoutMs: number): RedisClient {
  return location.kind === 'single'
    ? createSingleClient(location, callTimeoutMs)
    : createClusterClient(location, callTimeoutMs);
}

function connectionOptions(callTimeoutMs: number) {
  return {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: callTimeoutMs,
    // Disconnects from a server that hangs, so that a later call can reach another one.
    socketTimeout: callTimeoutMs,
    maxLoadingRetryTime: 500,
  };
}

function createSingleClient(location: SingleRedis, callTimeoutMs: number): RedisClient {
  const client = new Redis(location.url, {
    ...connectionOptions(callTimeoutMs),
    ...credentialsOf(location),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: reconnectDelayMs,
    // After a failover the old primary is a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  return withOwnStream(client);
}

/** An idle connection does not keep a process alive: each call has a timer, which does. */
function withOwnStream(client: Redis): Redis {
  return client.on('connect', () => {
    client.stream.unref();
    gatherWrites(client.stream);
  });
}

/** Commands of one turn of the loop leave in one system call, which costs more than a command does otherwise. */
function gatherWrites(stream: Writable): void {
  const { write } = stream;
  let isGathering = false;
  const send = () => {
    isGathering = false;
    stream.uncork();
  };
  stream.write = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(send);
    }
    return Reflect.apply(write, stream, args);
  };
}

function credentialsOf({ username, password }: RedisLocation) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

function createClusterClient(location: RedisClusterLocation, callTimeoutMs: number): RedisClient {
  const { nodes, tls } = location;
  const cluster = new Cluster([...nodes], {
    lazyConnect: true,
    clusterRetryStrategy: reconnectDelayMs,
    slotsRefreshTimeout: callTimeoutMs,
    // A command whose connection was lost may have been executed. Callers get an error, and decide.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Certificates are for the names of the nodes, so the names must not be replaced by their IP addresses.
    ...(tls ? { dnsLookup: (name, found) => found(null, name) } : {}),
    redisOptions: {
      ...connectionOptions(callTimeoutMs),
      ...credentialsOf(location),
      ...(tls ? { tls: {} } : {}),
    },
  });
  cluster.on('+node', withOwnStream);
  return refuseMovingSlots(cluster);
}

/**
 * Makes a cluster reject commands for a slot that is being moved to another node. Redis would have them repeated at the
 * other node, where a script finds only the keys that have arrived, and takes the others for missing: an account with a
 * part of its data would seem to be new.
 */
function refuseMovingSlots(cluster: Cluster): Cluster {
  const { handleError, duplicate } = cluster;
  cluster.handleError = (error, ttl, handlers) => {
    if (/^(?:ASK|TRYAGAIN)\b/.test(error.message)) handlers.defaults();
    else handleError.call(cluster, error, ttl, handlers);
  };
  cluster.duplicate = (...overrides) => refuseMovingSlots(duplicate.apply(cluster, overrides));
  return cluster;
}
