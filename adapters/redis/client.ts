/**
 * What the stores need of a client: `Redis` and `Cluster` of ioredis have it. A client that a host brings
 * keeps its own settings; the stores bound every wait themselves, and never end it.
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
  /** Another client like it, with options over its own; on a Cluster, nodes come before the options. */
  duplicate(...overrides: never): RedisClient;
  readonly isCluster?: boolean;
  /** Cluster alone: its nodes, each a client. */
  nodes?(role: 'master'): readonly Pick<RedisClient, 'call'>[];
}

/** One Lua script, sent once per connection and called by its digest from then on. */
export interface RedisScript {
  /** Becomes a method of the client, so it carries the name of this package. */
  readonly name: `mailproof${string}`;
  readonly numberOfKeys: number;
  readonly lua: string;
}
