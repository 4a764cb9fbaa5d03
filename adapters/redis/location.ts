/** Where a Redis is. Does not load the client. */
export type RedisLocation = SingleRedis | RedisClusterLocation;

interface SingleRedis {
  readonly kind: 'single';
  readonly url: string;
  /** Host and port, for messages. */
  readonly address: string;
}

export interface RedisClusterLocation {
  readonly kind: 'cluster';
  /** Nodes to begin with; the client finds the others by itself. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
  /** Hosts and ports, for messages. */
  readonly address: string;
}

/**
 * Parses `redis://[user:password@]host[:port][/db]`, or `redis+cluster://[user:password@]host[:port],…` for a Redis
 * Cluster; `rediss` instead of `redis` for TLS. Returns `undefined` for anything else.
 */
export function parseRedisUrl(url: string): RedisLocation | undefined {
  const [, scheme = '', cluster, rest = ''] = /^(rediss?)(\+cluster)?:\/\/(.*)$/s.exec(url) ?? [];
  if (cluster !== undefined) return parseCluster(scheme === 'rediss', rest);
  const parsed = scheme === '' ? undefined : parseNode(url);
  return parsed && { kind: 'single', url, address: `${parsed.host}:${parsed.port}` };
}

function parseCluster(tls: boolean, rest: string): RedisClusterLocation | undefined {
  // A cluster has a single database, 0.
  const [, credentials = '', hosts = ''] = /^([^@/]*@)?([^@/?#]+)(?:\/0?)?$/.exec(rest) ?? [];
  const nodes = hosts.split(',').map((host) => parseNode(`redis://${credentials}${host}`));
  const [first] = nodes;
  if (first === undefined || nodes.includes(undefined)) return undefined;
  const found = nodes.filter((node) => node !== undefined);
  return {
    kind: 'cluster',
    nodes: found.map(({ host, port }) => ({ host, port })),
    username: first.username,
    password: first.password,
    tls,
    address: found.map(({ host, port }) => `${host}:${port}`).join(','),
  };
}

function parseNode(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || parsed.hostname === '') return undefined;
  return {
    host: parsed.hostname,
    port: Number(parsed.port || '6379'),
    username: decoded(parsed.username),
    password: decoded(parsed.password),
  };
}

function decoded(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
