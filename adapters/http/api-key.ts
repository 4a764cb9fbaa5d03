import type { KeyRecord } from '../../src/ports.ts';
import type { ServedEngine } from './http-engine.ts';
import { Problem } from './problem.ts';
import type { RequestView } from './request-view.ts';

export const apiKeyHeader = 'X-API-Key';
const foldedName = apiKeyHeader.toLowerCase();

/** Requests that may be made with one key in any one second (service document, Limits). */
const rate = { limit: 20, windowMs: 1_000 };

/**
 * The value of X-API-Key, or undefined. Where `exact`, the header's name is compared letter by letter if the host
 * shows it as it was sent; HTTP/2 and fetch hosts know it in lower case only. A header given twice is none.
 *
 * White space around a value is no part of it (RFC 9110 §5.5): the parsers of Node and fetch take it off before
 * anybody sees it. Nothing else is trimmed: other blanks, such as U+00A0, make the key a wrong one.
 */
export function apiKeyOf(request: RequestView, { exact }: { exact: boolean }): string | undefined {
  const { rawHeaders } = request;
  if (!exact || rawHeaders === undefined) return request.header(foldedName);
  let key: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index] !== apiKeyHeader) continue;
    if (key !== undefined) return undefined;
    key = rawHeaders[index + 1];
  }
  return key;
}

/** Who asks: 401 without a live key, then, if `rateLimited`, 429 where it has been used too often. */
export async function admit(
  engine: ServedEngine,
  key: string | undefined,
  { rateLimited }: { rateLimited: boolean },
): Promise<KeyRecord> {
  const record = key === undefined || key === '' ? undefined : await engine.keys.find(key);
  if (record === undefined)
    throw new Problem(401, `A valid API key is required in the ${apiKeyHeader} header.`);
  if (!rateLimited) return record;
  const taking = await engine.rates.take(record.id, rate);
  if (taking.taken) return record;
  const seconds = Math.max(1, Math.ceil(taking.retryAfterMs / 1_000));
  throw new Problem(
    429,
    `Rate limit exceeded: the maximum is ${rate.limit} requests per second per API key.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
