import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Clock } from '../../../src/ports.ts';
import { type Failure, failure } from './answer.ts';
import type { DnsServerAddress } from './server-address.ts';
import { answersQuery, decodeReply, type Reply } from './wire.ts';

/** One way of putting one query to one server. Leaves no socket or timer; rejects only when aborted. */
export type Exchange = (
  server: DnsServerAddress,
  query: Buffer,
  patience: Patience,
) => Promise<Reply | Failure>;

export interface Patience {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks over UDP from a port of its own, which the system draws at random. The socket is connected: it takes
 * nothing from others, and a refusal by ICMP ends the wait. What does not answer the query is passed over.
 */
export const askOverUdp: Exchange = (server, query, patience) =>
  settleOnce(patience, failure('timeout', `no answer in ${patience.timeoutMs} ms`), (settle) => {
    const socket = createSocket(server.family === 4 ? 'udp4' : 'udp6');
    let open = true;
    let sender: { address: string; port: number } | undefined;
    socket.on('connect', () => {
      if (!open) return;
      sender = socket.remoteAddress();
      socket.send(query);
    });
    socket.on('message', (message, from) => {
      // Between binding and connecting the socket took packets from anybody.
      if (from.address !== sender?.address || from.port !== sender.port) return;
      if (!answersQuery(message, query)) return;
      settle(decodeReply(message) ?? failure('malformed', 'an answer that cannot be decoded'));
    });
    socket.on('error', (error) => settle(failure('unreachable', codeOf(error))));
    socket.connect(server.port, server.ip);
    return () => {
      open = false;
      socket.close();
    };
  });

/**
 * Asks over TCP (RFC 7766) after a truncated answer. The server is there, so that whatever goes wrong now is its
 * own failure to answer.
 */
export const askOverTcp: Exchange = (server, query, patience) => {
  const late = failure('server-failure', `truncated, and over TCP no answer in ${patience.timeoutMs} ms`);
  return settleOnce(patience, late, (settle) => {
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
        settle(readMessage(Buffer.concat(chunks).subarray(lengthBytes, expected), query));
    });
    socket.on('error', (error) =>
      settle(failure('server-failure', `truncated, and over TCP ${codeOf(error)}`)),
    );
    socket.on('close', () => settle(failure('server-failure', 'truncated, and closed over TCP')));
    socket.write(frameOf(query));
    return () => socket.destroy();
  });
};

/** Over TCP every message follows its length (RFC 1035 §4.2.2). */
const lengthBytes = 2;

function frameOf(message: Buffer): Buffer {
  const frame = Buffer.alloc(lengthBytes + message.length);
  frame.writeUInt16BE(message.length);
  message.copy(frame, lengthBytes);
  return frame;
}

function readMessage(message: Buffer, query: Buffer): Reply | Failure {
  const reply = answersQuery(message, query) ? decodeReply(message) : undefined;
  if (reply === undefined) return failure('malformed', 'an answer over TCP that cannot be decoded');
  return reply.truncated ? failure('malformed', 'an answer truncated even over TCP') : reply;
}

/**
 * Runs `start` until it settles, time is up or the signal fires, and in every case calls once what `start`
 * returned to clean up. `start` settles in a later turn.
 */
function settleOnce(
  { clock, signal, timeoutMs }: Patience,
  late: Failure,
  start: (settle: (outcome: Reply | Failure) => void) => () => void,
): Promise<Reply | Failure> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let over = false;
    let cleanUp = () => {};
    const finish = () => {
      if (over) return;
      over = true;
      cancelTimer();
      signal.removeEventListener('abort', abort);
      cleanUp();
    };
    const settle = (outcome: Reply | Failure) => {
      finish();
      resolve(outcome);
    };
    const abort = () => {
      finish();
      reject(signal.reason);
    };
    const cancelTimer = clock.after(timeoutMs, () => settle(late));
    signal.addEventListener('abort', abort, { once: true });
    try {
      cleanUp = start(settle);
    } catch (error) {
      settle(failure('unreachable', codeOf(error)));
    }
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
