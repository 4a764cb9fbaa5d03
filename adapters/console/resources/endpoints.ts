import type { ConsoleEndpoint } from '../endpoint.ts';
import { jobEventsEndpoint } from './job-events.ts';
import { jobResultsCsvEndpoint, jobResultsEndpoint } from './job-results.ts';
import { submitEndpoint } from './job-submission.ts';
import { jobEndpoints } from './jobs.ts';
import { keyEndpoints } from './keys.ts';
import { accountEndpoints } from './operator/accounts.ts';
import { doctorEndpoint } from './operator/doctor.ts';
import { invitationEndpoints } from './operator/invitations.ts';
import { repliesEndpoint } from './operator/replies.ts';
import { sendersEndpoint } from './operator/senders.ts';
import { serviceEndpoint, serviceEventsEndpoint } from './operator/service.ts';
import { sessionEndpoint, signInEndpoint, signOutEndpoint } from './session.ts';
import { balanceEndpoint, usageEndpoint } from './usage.ts';
import { lookupEndpoint, verifyEndpoint } from './verify.ts';

/** Every endpoint of the console. Routes and the OpenAPI document are made from this list. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = [
  signInEndpoint,
  sessionEndpoint,
  signOutEndpoint,
  ...keyEndpoints,
  balanceEndpoint,
  usageEndpoint,
  verifyEndpoint,
  lookupEndpoint,
  submitEndpoint,
  ...jobEndpoints,
  jobEventsEndpoint,
  jobResultsEndpoint,
  jobResultsCsvEndpoint,
  ...accountEndpoints,
  ...invitationEndpoints,
  serviceEndpoint,
  serviceEventsEndpoint,
  doctorEndpoint,
  repliesEndpoint,
  sendersEndpoint,
];
