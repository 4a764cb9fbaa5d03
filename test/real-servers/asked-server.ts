import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { startDnsServer } from '../../adapters/sandbox/dns/server.ts';
import { createEngine, type Engine, type EngineOptions } from '../../src/index.ts';
import { CountingForwarder, type ServerCounts } from './counting-forwarder.ts';
import type { Daemon } from './servers/daemon.ts';
import { domain, hostName } from './servers/mail-server.ts';

/** A real server that an engine asks over real sockets. */
export interface AskedServer extends AsyncDisposable {
  readonly engine: Engine;
  /** What the server was asked so far, seen from its side. */
  readonly counts: ServerCounts;
}

export interface AskedServerOptions extends EngineOptions {
  /** Connects to the server itself, so that nothing is counted, and TLS is the server's own. Default false. */
  readonly isDirect?: boolean;
}

/** In the benchmark range (RFC 2544): the engine dials no loopback address of DNS. */
const exchangeAddress = '198.18.0.25';

/** Puts an engine in front of a server that has started, and stops the server with it. */
export async function askedServer(server: Daemon, options: AskedServerOptions = {}): Promise<AskedServer> {
  const { isDirect = false, ...engineOptions } = options;
  const dns = await startDnsServer({
    [domain]: { mx: [[10, hostName]] },
    [hostName]: { a: [exchangeAddress] },
  });
  const forwarder = await CountingForwarder.start(server.port);
  const port = isDirect ? server.port : forwarder.port;
  const network = netPorts({
    helo: 'probe.example.net',
    mailFrom: 'check@probe.example.net',
    dns: [dns.address],
    dialTable: new Map([[exchangeAddress, { address: '127.0.0.1', port }]]),
  });
  // An unknown result that is tried again after minutes could not be told from one that is found out at once.
  const engine = createEngine(
    { ...memoryStores(), ...network },
    { bulk: { retryDelaysMs: [] }, canaries: [], ...engineOptions },
  );
  return {
    engine,
    counts: forwarder.counts,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await forwarder.close();
      await server.stop();
      await dns.close();
    },
  };
}
