import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemBody } from '../problem.ts';

/**
 * Answers what is not HTTP, too large or too slow in the form of every other error, and hangs up. Where another
 * request on the connection is still to be answered, nothing may come before that answer: the connection is cut.
 */
export function answerClientErrors(server: Server, underWay: ReadonlySet<ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const busy = [...underWay].some((outgoing) => outgoing.req.socket === socket && isOwed(outgoing));
    if (busy || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(responseText(problemFor(error.code)), () => socket.destroy());
  });
}

/** The request that the error is about is under way too if its body was still coming in. */
function isOwed({ req, headersSent }: ServerResponse): boolean {
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

function responseText({ status, message }: Problem): string {
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
