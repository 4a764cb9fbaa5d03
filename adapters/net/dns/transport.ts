import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { settleOnce } from '../../../src/concurrency/settle-once.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { type FailureAnswer, failure } from './answer.ts';
import type { DnsServerAddress } from './server-address.ts';
import { answersQuery, type DnsResponse, decodeResponse } from './wire.ts';

/** Sends one query to one server. Leaves no socket or timer behind. Rejects only when aborted. */
export type SendQuery = (
  server: DnsServerAddress,
  query: Buffer,
  options: QueryOptions,
) => Promise<DnsResponse | FailureAnswer>;

export interface QueryOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks over UDP, from a random port that the system chooses for this query. The socket is connected, so that it
 * receives from the server only, and an ICMP refusal ends the wait. Ignores messages that do not answer the query.
 */
export const queryOverUdp: SendQuery = (server, query, options) =>
  waitForResponse(options, failure('timeout', `no answer in ${options.timeoutMs} ms`), (resolve) => {
    const socket = createSocket(server.family === 4 ? 'udp4' : 'udp6');
    let open = true;
    let sender: { address: string; port: number } | undefined;
    socket.on('connect', () => {
      if (!open) return;
      sender = socket.remoteAddress();
      socket.send(query);
    });
    socket.on('message', (message, from) => {
      // Until it was connected, the socket received packets from any sender.
      if (from.address !== sender?.address || from.port !== sender.port) return;
      if (!answersQuery(message, query)) return;
      resolve(decodeResponse(message) ?? failure('malformed', 'an answer that cannot be decoded'));
    });
    socket.on('error', (error) => resolve(failure('unreachable', codeOf(error))));
    socket.connect(server.port, server.ip);
    return () => {
      open = false;
      socket.close();
    };
  });

/** Asks over TCP (RFC 7766), on a connection of its own. */
export const queryOverTcp: SendQuery = (server, query, options) =>
  waitForResponse(options, failure('timeout', `over TCP no answer in ${options.timeoutMs} ms`), (resolve) => {
    const socket = connect({ host: server.ip, port: server.port });
    const chunks: Buffer[] = [];
    let received = 0;
    let expected: number | undefined;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received < lengthBytes) return;
      expected ??= lengthBytes + Buffer.concat(chunks).readUInt16BE(0);
      if (received >= expected)
        resolve(readMessage(Buffer.concat(chunks).subarray(lengthBytes, expected), query));
    });
    socket.on('error', (error) => resolve(failure('unreachable', `over TCP ${codeOf(error)}`)));
    socket.on('close', () => resolve(failure('unreachable', 'closed over TCP')));
    socket.write(addLength(query));
    return () => socket.destroy();
  });

/** The length before each message over TCP (RFC 1035 §4.2.2). */
const lengthBytes = 2;

function addLength(message: Buffer): Buffer {
  const frame = Buffer.alloc(lengthBytes + message.length);
  frame.writeUInt16BE(message.length);
  message.copy(frame, lengthBytes);
  return frame;
}

function readMessage(message: Buffer, query: Buffer): DnsResponse | FailureAnswer {
  const response = answersQuery(message, query) ? decodeResponse(message) : undefined;
  if (response === undefined) return failure('malformed', 'an answer over TCP that cannot be decoded');
  return response.truncated ? failure('malformed', 'an answer truncated even over TCP') : response;
}

/** Waits for one response. If `start` throws, the answer is the failure `unreachable`. */
function waitForResponse(
  options: QueryOptions,
  timeoutFailure: FailureAnswer,
  start: (resolve: (outcome: DnsResponse | FailureAnswer) => void) => () => void,
): Promise<DnsResponse | FailureAnswer> {
  return settleOnce<DnsResponse | FailureAnswer>(options.clock, options, {
    onTimeout: ({ resolve }) => resolve(timeoutFailure),
    start: ({ resolve }) => {
      try {
        return start(resolve);
      } catch (error) {
        resolve(failure('unreachable', codeOf(error)));
        return undefined;
      }
    },
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
