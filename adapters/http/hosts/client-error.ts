import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemBody } from '../problem.ts';

/**
 * Answers input that is not HTTP, too large or too slow with a JSON error, and closes the connection. If an earlier
 * request on the connection has no response yet, no other response may precede it: then it cuts the connection.
 */
export function answerClientErrors(server: Server, activeResponses: ReadonlySet<ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const owesResponse = [...activeResponses].some(
      (outgoing) => outgoing.req.socket === socket && isOfEarlierRequest(outgoing),
    );
    if (owesResponse || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(formatResponse(problemFor(error.code)), () => socket.destroy());
  });
}

/** False for an active request whose body is still arriving: it is the one that caused the error. */
function isOfEarlierRequest({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent;
}

function problemFor(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'The headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'The request did not come in in time.');
    default:
      return new Problem(400, 'This is not a well-formed HTTP request.');
  }
}

function formatResponse({ status, message }: Problem): string {
  const body = problemBody(message);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
