import { type Console, createConsole } from '../../console/index.ts';
import type { Service } from './service.ts';

export interface ServedConsole {
  readonly service: Service;
  /** Undefined: no operator can sign in. */
  readonly adminToken: string | undefined;
  readonly logAddresses: boolean;
  /** Whether the engine works on a simulated internet. */
  readonly sandbox: boolean;
  readonly store: string;
  readonly clientAddressHeader: string | undefined;
}

/** Returns the console, to be mounted at /console. Who is signed in is kept with the accounts. */
export async function openConsole(options: ServedConsole): Promise<readonly Console[]> {
  const { service, adminToken, clientAddressHeader, ...shown } = options;
  const { engine, clock, logger, examine, accountStores, stores } = service;
  return [
    createConsole({
      engine,
      cache: accountStores.cache,
      stores,
      clock,
      logger,
      examine,
      ...shown,
      ...(adminToken === undefined ? {} : { adminToken }),
      ...(clientAddressHeader === undefined ? {} : { clientAddressHeader }),
    }),
  ];
}
