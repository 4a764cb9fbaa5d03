import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface AnswerLosingProxy extends AsyncDisposable {
  readonly url: string;
  /** Whether answers to submissions are lost from now on: the server gets them, but its connection ends before it answers. */
  losesAnswers: boolean;
  /** Answers that were lost so far. */
  readonly lost: number;
}

const submission = /^POST \/console\/api\/jobs\?/m;

/** Passes on what a browser and a server at `target` say to each other, except for answers to submissions. */
export async function startAnswerLosingProxy(target: URL): Promise<AnswerLosingProxy> {
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isSubmission = false;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (proxy.losesAnswers && submission.test(bytes.toString('latin1'))) isSubmission = true;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isSubmission) {
        client.write(bytes);
        return;
      }
      lost += 1;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: AnswerLosingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    losesAnswers: false,
    get lost() {
      return lost;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return proxy;
}
