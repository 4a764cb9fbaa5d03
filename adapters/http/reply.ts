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

/** Cached verdicts are the same frozen object every time. */
const written = new WeakMap<object, string>();

export function jsonReply(value: object): Reply {
  return {
    status: 200,
    body: Object.isFrozen(value) ? writtenOnce(value) : JSON.stringify(value),
    headers: jsonHeaders,
  };
}

function writtenOnce(value: object): string {
  const known = written.get(value);
  if (known !== undefined) return known;
  const body = JSON.stringify(value);
  written.set(value, body);
  return body;
}

export function problemReply({ status, message, headers }: Problem): Reply {
  return { status, body: problemBody(message), headers: { ...jsonHeaders, ...headers } };
}

export function responseOf({ status, body, headers }: Reply, options: { bodiless: boolean }): Response {
  return new Response(options.bodiless ? null : body, { status, headers });
}
