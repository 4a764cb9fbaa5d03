import type { KeyRecord } from '../../src/ports/key-store.ts';
import type { FruitlessRequests } from './fruitless-requests.ts';
import type { HttpEngine } from './http-engine.ts';
import { Problem } from './problem.ts';
import type { RequestView } from './request-view.ts';

export const apiKeyHeader = 'X-API-Key';
const lowerCaseHeader = apiKeyHeader.toLowerCase();

/**
 * Returns the value of X-API-Key, or undefined if the header is missing or was sent twice. With `exact`, the name must
 * match letter by letter where the host shows names as they were sent; HTTP/2 and fetch hosts show lower case only.
 *
 * The HTTP parsers of Node and fetch remove white space around a value (RFC 9110 §5.5). Nothing else is trimmed: with
 * another blank, such as U+00A0, the key is wrong.
 */
export function apiKeyOf(request: RequestView, { exact }: { exact: boolean }): string | undefined {
  const { rawHeaders } = request;
  if (!exact || rawHeaders === undefined) return request.header(lowerCaseHeader);
  let key: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index] !== apiKeyHeader) continue;
    if (key !== undefined) return undefined;
    key = rawHeaders[index + 1];
  }
  return key;
}

/** Returns the name of a header that differs from X-API-Key in case alone, as it was sent; undefined if there is none. */
export function otherCaseOfKeyHeader({ rawHeaders = [] }: RequestView): string | undefined {
  return rawHeaders.find(
    (text, index) => index % 2 === 0 && text !== apiKeyHeader && text.toLowerCase() === lowerCaseHeader,
  );
}

/**
 * Returns the record of an API key. Throws a Problem with status 401 if the key is missing, unknown or revoked, and BudgetExceeded if
 * the keys of its account, live and test keys apart, have reached the limit on requests per second. Requests with a live
 * key count only if `rateLimited`; those with a test key, which cost nothing, always do. `otherCase` is the name under which
 * a key was sent instead. `fruitless` counts what is refused.
 */
export async function authorize(
  engine: HttpEngine,
  key: string | undefined,
  {
    request,
    rateLimited,
    otherCase,
    fruitless,
  }: {
    request: RequestView;
    rateLimited: boolean;
    otherCase: string | undefined;
    fruitless: FruitlessRequests;
  },
): Promise<KeyRecord> {
  const record = key === undefined || key === '' ? undefined : await engine.keys.find(key);
  if (record === undefined) {
    await fruitless.countStranger(request);
    const found = otherCase === undefined ? '' : ` It was sent as ${otherCase}: the case of letters counts.`;
    throw new Problem(401, `A valid API key is required in the ${apiKeyHeader} header.${found}`);
  }
  // Returns at once, and never fails.
  void engine.keys.markUsed(record.id);
  if (!rateLimited && !record.test) return record;
  const owner = `${record.test ? 'test keys' : 'keys'} of ${record.account}`;
  await fruitless.takeRate('key_requests', owner, request);
  return record;
}
