export const apiKeyHeader = 'X-API-Key';

/**
 * Sends a request with the header of the key named as documented: servers compare it letter by letter, and in browsers all
 * names in a Request are in lower case, but those in an object stay as they are.
 */
export async function sendRequest(request: Request): Promise<Response> {
  const { url, method, signal, redirect } = request;
  const headers = Object.fromEntries(
    [...request.headers].map(([name, value]) => [
      name === apiKeyHeader.toLowerCase() ? apiKeyHeader : name,
      value,
    ]),
  );
  const body = method === 'GET' ? null : await request.text();
  return fetch(url, { method, headers, body, signal, redirect });
}
