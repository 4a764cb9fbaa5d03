import { connect } from 'node:net';

/**
 * Asks a server over `connections` kept-alive connections, one request at a time on each, for `durationMs` after a
 * warm-up, with the keys in turn. Rejects where an answer is not the one expected.
 */
export async function load(
  { port, path, keys, body },
  { connections = 32, warmUpMs = 1_500, durationMs = 3_000 } = {},
) {
  const startsAt = performance.now() + warmUpMs;
  const endsAt = startsAt + durationMs;
  let next = 0;
  let answered = 0;
  const key = () => keys[next++ % keys.length];
  await Promise.all(
    Array.from({ length: connections }, () => {
      const request = () => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key()}\r\n\r\n`;
      return askInTurn(port, request, (answer) => {
        if (!answer.startsWith('HTTP/1.1 200') || !answer.endsWith(body))
          throw new Error(`Answered: ${answer}`);
        const now = performance.now();
        if (now >= startsAt && now < endsAt) answered += 1;
        return now < endsAt;
      });
    }),
  );
  return (answered / durationMs) * 1_000;
}

function askInTurn(port, request, isAnswer) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('connect', () => socket.write(request()));
    socket.on('data', (chunk) => {
      received += chunk;
      if (!isComplete(received)) return;
      const answer = received;
      received = '';
      try {
        if (isAnswer(answer)) socket.write(request());
        else socket.destroy();
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    socket.on('close', resolve);
  });
}

function isComplete(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  return length !== undefined && Buffer.byteLength(text.slice(head + 4)) >= Number(length);
}
