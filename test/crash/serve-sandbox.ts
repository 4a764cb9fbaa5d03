import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';

const domainsPerRound = 4;
const exchange = 'mx.example.net';
/** Every second person has a mailbox. There are more people than one round requests. */
const mailboxes = Array.from({ length: 100 }, (_, index) => personOf(2 * index));

/**
 * Starts one mail server for many domains. Each round has its own domains and exchange names, because on Redis the leases
 * of the killed server still count against the exchanges that it was connected to.
 */
export function startServeSandbox(rounds: number): Promise<Sandbox> {
  const ids = Array.from({ length: rounds }, (_, round) => domainsOf(round)).flat();
  // On the command line nobody can say where a simulated address is: all names lead to this machine.
  const here = { a: ['127.0.0.1'] };
  return startSandbox(
    {
      domains: Object.fromEntries(
        ids.map((id) => [`${id}.example.com`, { mx: [`mx-${id}.example.net`], mailboxes }]),
      ),
      exchanges: { [exchange]: { maxConnections: 10_000, softRefusals: false } },
      zone: {
        [exchange]: here,
        ...Object.fromEntries(ids.map((id) => [`mx-${id}.example.net`, here])),
      },
    },
    { replyDelayMs: 2 },
  );
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
