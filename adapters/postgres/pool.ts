import pg from 'pg';

/** A connection of `pg`: a `Client`, or a client of a `Pool`. */
export interface PostgresClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg has overloads that no narrower type accepts
  query(query: any): Promise<{ rows: any[] }>;
}

/** A client of a pool. */
export interface PooledClient extends PostgresClient {
  /** The process of the server, as it said when the connection began. */
  readonly processID?: number | null | undefined;
  release(destroy?: boolean): void;
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** A `Pool` of `pg`. */
export interface PostgresPool {
  readonly options?:
    | { readonly max?: number | undefined; readonly connectionTimeoutMillis?: number | undefined }
    | undefined;
  connect(): Promise<PooledClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

/** Returns a pool for the URL. Without these limits, `pg` would wait for ever. */
export function createPool(
  connectionString: string,
  { callTimeoutMs }: { readonly callTimeoutMs: number },
): PostgresPool {
  return new pg.Pool({
    connectionString,
    connectionTimeoutMillis: callTimeoutMs,
    query_timeout: callTimeoutMs,
    application_name: 'mailproof',
    // An idle connection does not keep a process alive.
    allowExitOnIdle: true,
  });
}
