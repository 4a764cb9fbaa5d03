import type { ConsoleEndpoint } from '../endpoint.ts';
import { accountKeyEndpoints } from './account-keys.ts';
import { accountEndpoints } from './accounts.ts';
import { balanceEndpoint } from './balance.ts';
import { invitationEndpoints } from './invitations.ts';
import { jobEndpoints } from './jobs.ts';
import { keyEndpoints } from './keys.ts';
import { sessionEndpoint, signInEndpoint, signOutEndpoint } from './session.ts';
import { usageEndpoint } from './usage.ts';

/** Every endpoint of the console. Routes and the OpenAPI document are made from this list. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  signInEndpoint,
  sessionEndpoint,
  signOutEndpoint,
  ...keyEndpoints,
  balanceEndpoint,
  usageEndpoint,
  ...jobEndpoints,
  ...accountEndpoints,
  ...accountKeyEndpoints,
  ...invitationEndpoints,
];
