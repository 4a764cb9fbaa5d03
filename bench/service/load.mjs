import { connect } from 'node:net';

/**
 * Sends requests over `connections` kept-alive connections, one at a time on each, for `durationMs` after a warm-up,
 * rotating through the keys. Rejects if an answer is not the expected one.
 *
 * The server is what is measured, so it must always be busy, and its client must not slow it down: the client spends
 * little time on an answer, and never sleeps. Waking a sleeping process is work for the process that writes to it, and
 * the slower the server, the more often its client would be asleep.
 */
export async function load(
  { port, path, keys, body },
  { connections = 64, warmUpMs = 1_500, durationMs = 3_000 } = {},
) {
  const requests = keys.map((key) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`),
  );
  const expected = Buffer.from(body);
  const stayAwake = keepAwake();
  const startsAt = performance.now() + warmUpMs;
  const endsAt = startsAt + durationMs;
  let next = 0;
  let answered = 0;
  const request = () => requests[next++ % requests.length];
  const isWantedAgain = (answer) => {
    if (!isExpected(answer, expected)) throw new Error(`Answered: ${answer}`);
    const now = performance.now();
    if (now >= startsAt && now < endsAt) answered += 1;
    return now < endsAt;
  };
  try {
    await Promise.all(
      Array.from({ length: connections }, () => askInTurn(port, request, expected.length, isWantedAgain)),
    );
  } finally {
    stayAwake.end();
  }
  return (answered / durationMs) * 1_000;
}

function keepAwake() {
  let turn = setImmediate(function again() {
    turn = setImmediate(again);
  });
  return { end: () => clearImmediate(turn) };
}

function askInTurn(port, request, bodyLength, isWantedAgain) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('connect', () => socket.write(request()));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (!isComplete(received, bodyLength)) return;
      const answer = received;
      received = Buffer.alloc(0);
      try {
        if (isWantedAgain(answer)) socket.write(request());
        else socket.destroy();
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    socket.on('close', resolve);
  });
}

/** An error may have another length: then what arrived with its head is enough for the message. */
function isComplete(answer, bodyLength) {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  return answer.length >= head + 4 + bodyLength || !hasStatus200(answer);
}

function isExpected(answer, body) {
  return hasStatus200(answer) && answer.subarray(-body.length).equals(body);
}

const success = Buffer.from('HTTP/1.1 200 ');

function hasStatus200(answer) {
  return answer.subarray(0, success.length).equals(success);
}
