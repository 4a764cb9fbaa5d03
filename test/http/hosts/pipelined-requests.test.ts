import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { oneAtATime } from '../../../adapters/http/hosts/pipelined-requests.ts';
import { startServer } from '../../../adapters/http/index.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import { until, withResolvers } from '../../support/until.ts';
import { openSocket } from './raw-http.ts';
import { createWaitingEngine } from './waiting-engine.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function start() {
  const { engine, key, completions, signals } = await createWaitingEngine();
  const server = await startServer({ engine, port: 0, logger: quiet });
  onTestFinished(() => server.close());
  const connection = () => {
    const socket = openSocket(server.url);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    onTestFinished(() => {
      socket.destroy();
    });
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    return { socket, statuses };
  };
  const verify = `GET /v1/verify?email=ann@example.com HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  return { connection, verify, completions, signals };
}

const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

/** Serves with the listener, and counts the requests that Node hands on to it. */
async function serveWith(listener: Parameters<typeof oneAtATime>[0]) {
  let handedOn = 0;
  const oneByOne = oneAtATime(listener);
  const server = createServer((...request) => {
    handedOn += 1;
    oneByOne(...request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, handedOn: () => handedOn };
}

/** A connection from an address of this machine, of which everything is read. */
function connectFrom(port: number, localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.resume().on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

it('Requests of one connection are under way one after another, and are answered in their order', async () => {
  const { connection, verify, completions } = await start();
  const { socket, statuses } = connection();
  socket.write(verify.repeat(5) + health);
  for (let answered = 0; answered < 5; answered += 1) {
    await until(() => completions.length > answered);
    expect([completions.length, statuses().length]).toEqual([answered + 1, answered]);
    completions[answered]?.();
    await until(() => statuses().length > answered);
  }
  await until(() => statuses().length === 6);
  expect(new Set(statuses())).toEqual(new Set(['200']));
});

it('Other connections are answered while requests of one wait for each other', async () => {
  const { connection, verify, completions } = await start();
  const [first, other] = [connection(), connection()];
  first.socket.write(verify.repeat(50));
  await until(() => completions.length === 1);
  other.socket.write(health);
  await until(() => other.statuses().length === 1);
  expect(completions.length).toBe(1);
});

it('A connection on which more than a hundred requests wait is cut, and nothing of them is begun', async () => {
  const { connection, verify, completions, signals } = await start();
  const { socket } = connection();
  socket.write(verify.repeat(102));
  await until(() => socket.destroyed || socket.readableEnded);
  await until(() => signals[0]?.aborted === true);
  expect(completions.length).toBe(1);
});

it('A connection on which many short headers wait is cut', async () => {
  const { connection, verify, completions, signals } = await start();
  const headers = Array.from({ length: 500 }, (_, number) => `a:${number % 10}\r\n`).join('');
  connection().socket.write(verify.replace(/\r\n$/, `${headers}\r\n`).repeat(8));
  await until(() => signals[0]?.aborted === true);
  expect(completions.length).toBe(1);
});

it('No request after the one that cuts its connection is handed on, of all that have been read', async () => {
  const { port, handedOn } = await serveWith(() => new Promise(() => {}));
  const socket = connectFrom(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(2_000));
  await once(socket, 'close');
  // One is under way, and a hundred wait.
  expect(handedOn()).toBe(102);
});

it('Requests that wait are dropped when their client leaves', async () => {
  const { connection, verify, completions, signals } = await start();
  const { socket } = connection();
  socket.write(verify.repeat(5));
  await until(() => signals.length === 1);
  socket.destroy();
  await until(() => signals[0]?.aborted === true);
  const other = connection();
  other.socket.write(health);
  await until(() => other.statuses().length === 1);
  expect(completions.length).toBe(1);
});

it('Work of an account has as much of the event loop as the waiting requests of all addresses together', async () => {
  let answered = 0;
  const { promise: haveAllCome, resolve: answer } = withResolvers();
  const { port, handedOn } = await serveWith(async (_, outgoing) => {
    await haveAllCome;
    answered += 1;
    outgoing.end();
  });
  const sockets = Array.from({ length: 200 }, (_, index) => connectFrom(port, `127.0.3.${index + 1}`));
  // Of all, no more than these may wait.
  for (const socket of sockets) socket.write(health.repeat(11));
  await until(() => handedOn() === sockets.length * 11);
  answer();
  const loopSteps = LoopSteps.of(systemClock);
  const steps = 40;
  for (let step = 0; step < steps; step += 1) {
    await loopSteps.next('acme');
    const endsAt = performance.now() + 0.1;
    while (performance.now() < endsAt);
  }
  // The first of each connection does not wait. As much time as a step takes is enough for a few.
  expect(answered - sockets.length).toBeLessThan(20 * steps);
});

it.each([
  { what: 'of one client address', most: 200, addresses: 1 },
  { what: 'of all', most: 2_000, addresses: 40 },
])(
  'Connections $what have only so many waiting requests together, and whoever comes later is answered',
  async ({ most, addresses }) => {
    const { port, handedOn } = await serveWith(() => new Promise(() => {}));
    const ofEach = 60;
    const connections = Array.from({ length: Math.max(addresses, 10) * 2 }, (_, index) =>
      connectFrom(port, `127.0.4.${(index % addresses) + 1}`),
    );
    let open = connections.length;
    for (const socket of connections) {
      socket.once('close', () => {
        open -= 1;
      });
      socket.write(health.repeat(ofEach));
    }
    const kept = Math.floor(most / (ofEach - 1));
    await until(() => open === kept);
    for (const socket of connections) socket.destroy();
    await until(() => open === 0);
    const before = handedOn();
    const later = connectFrom(port, '127.0.4.1');
    later.write(health.repeat(ofEach));
    await until(() => handedOn() === before + ofEach);
  },
);
