import type { Problem } from './problem.ts';
import { problemBody } from './problem.ts';

/** An answer before it is a Response, which costs more than all the rest of a cached request. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Results are about people and depend on the key: nobody on the way may keep them. */
const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

export function jsonReply(value: object): Reply {
  return { status: 200, body: JSON.stringify(value), headers: jsonHeaders };
}

export function problemReply({ status, message, headers }: Problem): Reply {
  return { status, body: problemBody(message), headers: { ...jsonHeaders, ...headers } };
}

export function responseOf({ status, body, headers }: Reply, options: { bodiless: boolean }): Response {
  return new Response(options.bodiless ? null : body, { status, headers });
}
