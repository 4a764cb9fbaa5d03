import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { arrivingBodyOf } from '../../../adapters/http/hosts/arriving-body.ts';

it('nothing more is read of a body that was given up, although Node has asked for more', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = request({ port: (server.address() as AddressInfo).port, method: 'POST' }).on(
    'error',
    () => {},
  );
  client.write('the first piece');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const body = arrivingBodyOf(incoming)!;
  await body.next();
  incoming._read(1);
  await body.return(undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(incoming.socket.isPaused()).toBe(true);
  client.destroy();
});
