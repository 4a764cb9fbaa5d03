/**
 * What the stores need of a client; `Redis` and `Cluster` of ioredis have it. A client passed by the host
 * application keeps its own settings. The stores limit every wait themselves, and never close it.
 */
export interface RedisClient {
  readonly status: string;
  connect(): Promise<void>;
  disconnect(): void;
  on(event: 'ready' | 'close' | 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  off(event: 'ready' | 'close' | 'end', listener: () => void): unknown;
  off(event: 'error', listener: (error: unknown) => void): unknown;
  defineCommand(name: string, definition: { lua: string; numberOfKeys: number }): void;
  call(command: string, ...args: string[]): Promise<unknown>;
  /** Copies the client with some options replaced; on a Cluster, the first argument is a list of nodes. */
  duplicate(...overrides: never): RedisClient;
  readonly isCluster?: boolean | undefined;
  /** Only on a Cluster: a client for each node. */
  nodes?(role: 'master'): readonly RedisNode[];
}

/** A single Redis, or one node of a cluster. */
export type RedisNode = Pick<RedisClient, 'call'>;

/** A Lua script, sent once per connection and then called by its digest. */
export interface RedisScript {
  /** Name of the method that the client gets; the prefix avoids collisions. */
  readonly name: `mailproof${string}`;
  readonly numberOfKeys: number;
  readonly lua: string;
}
