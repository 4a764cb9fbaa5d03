import type { DoctorFinding } from '../../src/doctor/finding.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { AnswersUnderWay } from '../http/answers/answers-under-way.ts';
import type { IncomingBody } from '../http/body/incoming-body.ts';
import type { DescribedEndpoint, PathParameters } from '../http/endpoint.ts';
import type { RequestView } from '../http/request-view.ts';
import type { HttpResponse } from '../http/response.ts';
import type { ConsoleEngine } from './console-engine.ts';
import type { EventStreams } from './event-streams.ts';
import type { JobListing } from './job-listing.ts';
import type { ConsoleSessions } from './sign-in/console-sessions.ts';
import type { SignedIn, SignIn } from './sign-in/sign-in.ts';
import type { StoreFindings } from './store-findings.ts';

/** What the endpoints work with. */
export interface ConsoleParts {
  readonly engine: ConsoleEngine;
  readonly sessions: ConsoleSessions;
  readonly signIn: SignIn;
  readonly streams: EventStreams;
  readonly listing: JobListing;
  /** Sends what is long. */
  readonly answers: AnswersUnderWay;
  readonly clock: Clock;
  readonly server: ServerFacts;
  /** Where the console is mounted, for hosts that leave it in the URL; perhaps empty. */
  readonly basePath: string;
  /** Undefined if the host cannot examine its network. */
  readonly examine: Examine | undefined;
  /** Undefined if the host does not show its stores. */
  readonly storeFindings: StoreFindings | undefined;
}

/** Examines what `diagnose` does, and tells of each finding as soon as it is known. */
export type Examine = (options: {
  readonly signal: AbortSignal;
  readonly onFinding: (finding: DoctorFinding) => void;
}) => Promise<unknown>;

/** What the page shows of the server. */
interface ServerFacts {
  readonly version: string;
  /** Whether it works on a simulated internet. */
  readonly sandbox: boolean;
  /** What keeps its data, such as `sqlite`. Null if the host does not say. */
  readonly store: string | null;
}

/** One request to an endpoint. */
export interface OpenContext {
  readonly parts: ConsoleParts;
  readonly request: RequestView;
  /** IP address of the client; undefined if it is not known. */
  readonly clientAddress: string | undefined;
  readonly pathParameters: PathParameters;
  readonly body: IncomingBody;
  /** Records the address or person that the request is about: the log hides it, or shows it if so configured. */
  recordSubject(subject: string): void;
}

/** A request of somebody who is signed in. */
export interface SessionContext extends OpenContext {
  readonly signedIn: SignedIn;
  /** The account of the session; null for the operator. */
  readonly account: string | null;
}

/** A request of an account. */
export interface AccountContext extends SessionContext {
  readonly account: string;
}

interface DescribedConsoleEndpoint extends DescribedEndpoint {
  /** Longer bodies get 413. Default 16 KiB. */
  readonly maxBodyBytes?: number;
}

/** One method of one path under /api, who may use it, and how OpenAPI describes it. `respond` throws a Problem, or an error of the engine. */
export type ConsoleEndpoint = DescribedConsoleEndpoint &
  (
    | { readonly access: 'anybody'; respond(context: OpenContext): Promise<HttpResponse> }
    | { readonly access: 'session' | 'operator'; respond(context: SessionContext): Promise<HttpResponse> }
    | { readonly access: 'account'; respond(context: AccountContext): Promise<HttpResponse> }
  );

/** Answers a request with a stream of what `work` sends. */
export function streamEvents(
  { parts, signedIn, account, request }: SessionContext,
  work: Parameters<EventStreams['open']>[1],
): Promise<HttpResponse> {
  const owner = { sessionId: signedIn.session.id, account, clientGone: request.signal };
  return parts.streams.open(owner, work);
}
