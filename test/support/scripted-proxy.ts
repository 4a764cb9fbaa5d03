import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What the proxy does once it is told to connect. */
export type ProxyScript =
  /** Answers with this reply (RFC 1928 §6), and closes the connection unless it is 0. */
  | { readonly reply: number; readonly follows?: readonly string[] }
  /** Says nothing, neither to the first message nor to any other. */
  | 'silent'
  /** Lets the client in and says nothing after that. */
  | 'silent-after-login'
  /** Closes the connection instead of connecting. */
  | 'hangs-up'
  /** Claims to have connected, and closes the connection. */
  | 'connects-to-nothing'
  /** Accepts no way to log in. */
  | 'no-login';

export interface ScriptedProxy {
  readonly url: string;
  /** The targets that it was told to connect to, as `address port`. */
  readonly targets: readonly string[];
  /** Connections that are open. */
  readonly open: number;
  stop(): Promise<void>;
}

/** A SOCKS5 proxy without accounts that connects to nothing: it does what a test says. */
export async function startScriptedProxy(script: ProxyScript): Promise<ScriptedProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let greeted = false;
    socket.on('data', (bytes) => {
      if (script === 'silent') return;
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.from([5, script === 'no-login' ? 0xff : 0]));
        return;
      }
      targets.push(targetOf(bytes));
      if (script === 'silent-after-login') return;
      if (script === 'hangs-up' || script === 'no-login') {
        socket.destroy();
        return;
      }
      if (script === 'connects-to-nothing') {
        socket.end(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 25]));
        return;
      }
      const { reply, follows: [first = '', ...others] = [] } = script;
      const answer = Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 25]);
      // What follows at once comes in the same packet.
      socket.write(Buffer.concat([answer, Buffer.from(first)]));
      for (const text of others) socket.write(text);
      if (reply !== 0) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `socks5://127.0.0.1:${port}`,
    targets,
    get open() {
      return sockets.size;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function targetOf(request: Buffer): string {
  const address =
    request[3] === 1
      ? [...request.subarray(4, 8)].join('.')
      : (request.subarray(4, 20).toString('hex').match(/.{4}/g) ?? []).join(':');
  return `${address} ${request.readUInt16BE(request.length - 2)}`;
}
