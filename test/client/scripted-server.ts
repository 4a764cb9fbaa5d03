import { type Client, type ClientOptions, createClient } from '../../adapters/client/index.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** What a scripted server does with one request. */
export type Reply = Response | Error;

export interface ScriptedServer {
  readonly client: Client;
  readonly clock: ManualClock;
  /** The requests so far. Their bodies can be read. */
  readonly requests: readonly Request[];
}

/** Creates a client whose requests get `replies`, one after the other. A further request fails the test. */
export function scriptedServer(
  replies: readonly Reply[],
  options: Partial<ClientOptions> = {},
): ScriptedServer {
  const clock = new ManualClock();
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    const reply = replies[requests.length];
    requests.push(request);
    if (reply === undefined) throw new Error('The script has no reply to this request.');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const fixed = { baseUrl: 'http://mail.example.org', apiKey: 'mp_key' };
  return { client: createClient({ ...fixed, fetch, clock, random: () => 0, ...options }), clock, requests };
}

export function problem(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail }, { status, headers });
}

/** Resolves with the error that `work` rejects with. */
export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It did not reject.');
    },
    (error: unknown) => error,
  );
}
