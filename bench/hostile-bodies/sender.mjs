/** A client that sends bodies over plain sockets, whole or half, whatever the server says meanwhile. */
import { connect } from 'node:net';

/** Sends a whole body as fast as the server takes it. Returns the status of the response. */
export function send({ port, path, key }, body) {
  return new Promise((resolve, reject) => {
    const socket = open({ port, path, key, length: body.length });
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('error', (error) => {
      if (response === '') reject(error);
    });
    socket.on('close', () => {
      resolve({ status: Number(response.split(' ')[1]), detail: response.split('\r\n\r\n')[1] ?? '' });
    });
    socket.write(body);
  });
}

/** Sends the first half of a body, and leaves the connection open. Resolves when the server reads no more of it. */
export async function sendHalf({ port, path, key }, body) {
  const socket = open({ port, path, key, length: body.length });
  socket.on('error', () => {});
  socket.resume();
  socket.write(body.subarray(0, body.length / 2));
  for (let written = -1; written !== socket.bytesWritten - socket.writableLength; ) {
    written = socket.bytesWritten - socket.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return socket;
}

function open({ port, path, key, length }) {
  const socket = connect({ port, host: '127.0.0.1' });
  const head = [`POST ${path} HTTP/1.1`, 'Host: h', 'Connection: close', `X-API-Key: ${key}`];
  socket.write([...head, `Content-Length: ${length}`, '', ''].join('\r\n'));
  return socket;
}
