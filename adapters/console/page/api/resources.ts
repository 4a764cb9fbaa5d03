/** What the API of the console answers. Times are ISO 8601 in UTC, amounts are in credits. */
import type { components } from '../api-types.ts';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type ApiKey = Schemas['Key'];
export type ApiKeys = Schemas['Keys'];
export type NewKey = Schemas['NewKey'];
export type Balance = Schemas['Balance'];
export type Usage = Schemas['Usage'];
export type Job = Schemas['Job'];
export type JobPage = Schemas['Jobs'];
export type Account = Schemas['Account'];
export type AccountPage = Schemas['Accounts'];
export type Invitation = Schemas['Invitation'];
export type Invitations = Schemas['Invitations'];
export type NewInvitation = Schemas['NewInvitation'];
export type Suggestion = Schemas['Suggestion'];
export type VerificationStep = Schemas['VerificationStep'];
/** A row of a job's results. Rows that have none yet have the status null. */
export type ResultRow = Schemas['ResultRow'];
export type Senders = Schemas['Senders'];
export type ServiceState = Schemas['Service'];
export type Finding = Schemas['Finding'];
export type UnreadReplies = Schemas['Replies'];
