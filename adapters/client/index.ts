export { ApiError, type ApiErrorCode } from './api-error.ts';
export type { components, operations, paths } from './api-types.ts';
export type { BulkLookups, PagedResultsOptions } from './bulk-lookups.ts';
export type { BulkVerifications } from './bulk-verifications.ts';
export { type Client, type ClientOptions, createClient, type TimedCallOptions } from './client.ts';
export type { JobWaitOptions, ResultsOptions, SubmitOptions } from './job-calls.ts';
export type { CallOptions, RetryOptions } from './requests.ts';
