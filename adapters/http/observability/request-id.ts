import type { Random } from '../../../src/ports/random.ts';
import type { RequestView } from '../request-view.ts';

export const requestIdHeader = 'X-Request-Id';
const lowerCaseHeader = requestIdHeader.toLowerCase();

/** Ids are logged: there is no room in them for text, and, without an @, for addresses. */
const acceptable = /^[\w.~:/+=-]{1,128}$/;

/** Returns the id that a proxy or the client gave the request, if it is acceptable, otherwise a new one. */
export function requestIdOf(request: RequestView, random: Pick<Random, 'uuid'>): string {
  const given = headerOf(request);
  return given !== undefined && acceptable.test(given) ? given : random.uuid();
}

/** Reads the raw headers where there are some: Node builds the others on first use, which takes long. */
function headerOf(request: RequestView): string | undefined {
  const { rawHeaders } = request;
  if (rawHeaders === undefined) return request.header(lowerCaseHeader);
  let given: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== lowerCaseHeader.length || name.toLowerCase() !== lowerCaseHeader) continue;
    if (given !== undefined) return undefined;
    given = rawHeaders[index + 1];
  }
  return given;
}
