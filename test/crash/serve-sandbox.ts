import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';

const domainsPerRound = 4;
const exchange = 'mx.example.net';
/** Every second person has a mailbox. There are more people than one round requests. */
const mailboxes = Array.from({ length: 100 }, (_, index) => personOf(2 * index));

/**
 * Starts one mail server for many domains. Each round has its own domains, exchange names and IP addresses, because the
 * leases of the killed server still count against the exchanges and addresses that it was connected to.
 */
export async function startServeSandbox(rounds: number): Promise<Sandbox> {
  const hosts = Array.from({ length: rounds }, (_, round) =>
    domainsOf(round).map((id, index) => ({ id, address: `127.0.${round + 1}.${index + 1}` })),
  ).flat();
  const sandbox = await startSandbox(
    {
      domains: Object.fromEntries(
        hosts.map(({ id }) => [`${id}.example.com`, { mx: [`mx-${id}.example.net`], mailboxes }]),
      ),
      exchanges: { [exchange]: { maxConnections: 10_000, softRefusals: false } },
      zone: {
        [exchange]: { a: ['127.0.0.1'] },
        ...Object.fromEntries(hosts.map(({ id, address }) => [`mx-${id}.example.net`, { a: [address] }])),
      },
    },
    { replyDelayMs: 2 },
  );
  const { port } = sandbox.endpointOf(exchange);
  const forwarders = await Promise.all(hosts.map(({ address }) => forward(address, port)));
  const stop = async () => {
    for (const forwarder of forwarders) forwarder.close();
    await sandbox.close();
  };
  return Object.assign(sandbox, { [Symbol.asyncDispose]: stop });
}

/** Connects clients of another loopback address to this port of 127.0.0.1. */
async function forward(address: string, port: number): Promise<Server> {
  const forwarder = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  forwarder.listen(port, address);
  await once(forwarder, 'listening');
  return forwarder;
}

/** Returns arguments of `serve` that lead it to the sandbox instead of the internet. */
export function serveArguments(sandbox: Sandbox): string[] {
  const { network } = sandbox;
  const { port } = sandbox.endpointOf(exchange);
  return [
    ...['--dns', network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
    ...['--helo', network.helo, '--mail-from', network.mailFrom],
  ];
}

/** Yields the addresses of one round, each once. */
export function* addressesOf(round: number): Generator<string, never> {
  for (let index = 0; ; index += 1) {
    const id = domainsOf(round)[index % domainsPerRound];
    yield `${personOf(Math.floor(index / domainsPerRound))}@${id}.example.com`;
  }
}

function domainsOf(round: number): string[] {
  return Array.from({ length: domainsPerRound }, (_, index) => `d${round}-${index}`);
}

function personOf(index: number): string {
  return `person-${index}`;
}
