import type { LookupRow, VerificationLevel } from '../../../src/resources.ts';
import type { StrangerAddresses } from '../world/stranger-generation.ts';
import type { ClientList } from './client-list.ts';
import type { JobOwnership } from './job-ownership.ts';

/** Something that a client does. Times are milliseconds after the start. */
export type ClientAction =
  | { readonly kind: 'grant'; readonly atMs: number; readonly account: string; readonly milliCredits: number }
  /** The operator takes credits away, and repeats that under the same id until it is confirmed. */
  | {
      readonly kind: 'subtraction';
      readonly atMs: number;
      readonly account: string;
      readonly milliCredits: number;
    }
  | {
      readonly kind: 'job';
      readonly atMs: number;
      readonly name: string;
      /** Undefined: nobody is charged. */
      readonly account: string | undefined;
      readonly list: ClientList;
      /** Repeats the submission under this key until it gets an answer. Without one, it does not repeat it. */
      readonly key: string | undefined;
      /** Also sends the submission a second time while the first one is under way. */
      readonly sendsTwice: boolean;
      /** Cancels the job this long after it was accepted. */
      readonly cancelsAfterMs: number | undefined;
      /** By mistake, sends another list under the same key some time after this one was accepted. */
      readonly mistake: { readonly list: ClientList; readonly afterMs: number } | undefined;
      /** Undefined: it has no owner, and nobody tries anything. */
      readonly ownership?: JobOwnership;
    }
  | {
      readonly kind: 'single';
      readonly atMs: number;
      readonly account: string | undefined;
      readonly email: string;
      readonly timeoutMs: number;
      /** The client leaves after this time. */
      readonly leavesAfterMs: number | undefined;
      /** Asks again, a few times, if there is no answer or an error. */
      readonly insists: boolean;
      /** A proxy in front of the service asks a second time if there is no answer by then, and takes the first one. */
      readonly repeatedAfterMs: number | undefined;
    }
  /** Asks about an address without mail servers. */
  | {
      readonly kind: 'check';
      readonly atMs: number;
      readonly account: string | undefined;
      readonly email: string;
      readonly level: LowerLevel;
      readonly timeoutMs: number;
    }
  | {
      readonly kind: 'lookup';
      readonly atMs: number;
      readonly account: string | undefined;
      readonly row: LookupRow;
      readonly timeoutMs: number;
      readonly leavesAfterMs: number | undefined;
    }
  /** Lists jobs, and asks what an account was charged. */
  | { readonly kind: 'books'; readonly atMs: number; readonly account: string }
  /** Somebody wants an address to be forgotten, and asks for it until nothing is left of it. */
  | { readonly kind: 'forget'; readonly atMs: number; readonly email: string };

export interface ClientPlanOptions {
  readonly addresses: readonly string[];
  readonly jobAddresses: number;
  readonly singles: number;
  readonly lookups: number;
  /** Single verifications below the level `smtp`. None: no lists below it either. */
  readonly checks: number;
  /** People in lists of people, all together. */
  readonly listedPeople: number;
  readonly subtractions: number;
  /** Addresses that somebody wants to be forgotten. */
  readonly forgets: number;
  /** On a day with a flood: addresses whose servers hang, and addresses at sound servers. */
  readonly flood?: {
    readonly hangingAddresses: readonly string[];
    readonly soundAddresses: readonly string[];
  };
  /** Parties with whom the others have nothing to do, whom somebody asks about all day. */
  readonly strangers?: StrangerAddresses | undefined;
  /** Whether jobs belong to API keys, whose holders check, list and delete them, and ask for usage. */
  readonly hasOwners: boolean;
  /** All actions begin before. */
  readonly untilMs: number;
}

/** Levels at which no mail server is asked. */
export type LowerLevel = Exclude<VerificationLevel, 'smtp'>;

export type PlannedJob = Extract<ClientAction, { kind: 'job' }>;
