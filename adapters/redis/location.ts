/** Where a Redis is. Does not load the client. */
export type RedisLocation = SingleRedis | RedisClusterLocation;

export interface SingleRedis {
  readonly kind: 'single';
  /** Without user name and password: the client would fail on a % that is not encoded. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
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
  const node = scheme === '' ? undefined : parseNode(url);
  if (node === undefined) return undefined;
  const { username, password, address } = node;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return { kind: 'single', url: bare.href, username, password, address };
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
    address: found.map(({ address }) => address).join(','),
  };
}

function parseNode(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || parsed.hostname === '') return undefined;
  const port = Number(parsed.port || '6379');
  return {
    // Sockets take IPv6 addresses without brackets.
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    address: `${parsed.hostname}:${port}`,
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
