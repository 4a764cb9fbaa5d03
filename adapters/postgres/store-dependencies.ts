import type { Clock } from '../../src/ports/clock.ts';
import type { Database } from './database.ts';

/** What the stores of one schema share. */
export interface PostgresStoreDependencies {
  readonly database: Database;
  /** Undefined for that of the server, on which all machines agree. */
  readonly clock: Clock | undefined;
}
