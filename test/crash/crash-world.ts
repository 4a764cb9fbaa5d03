import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';

const domainsPerLife = 4;
const exchange = 'mx.example.net';
/** Every second person has a mailbox; more people than anybody asks about in one life. */
const mailboxes = Array.from({ length: 100 }, (_, index) => personOf(2 * index));

/**
 * One mail server for many domains. Every life of the server under test has domains and exchange names of its own,
 * since those of the last are still counted as busy by whoever died talking to them.
 */
export function startCrashWorld(lives: number): Promise<Sandbox> {
  const ids = Array.from({ length: lives }, (_, life) => domainsOf(life)).flat();
  return startSandbox(
    {
      domains: Object.fromEntries(
        ids.map((id) => [`${id}.example.com`, { mx: [`mx-${id}.example.net`], mailboxes }]),
      ),
      exchanges: { [exchange]: { maxConnections: 10_000, softRefusals: false } },
      zone: {
        [exchange]: { a: ['127.0.0.1'] },
        ...Object.fromEntries(ids.map((id) => [`mx-${id}.example.net`, { cname: exchange }])),
      },
    },
    { replyDelayMs: 2 },
  );
}

/** Settings of `serve` to find this world instead of the internet. */
export function settingsOf(sandbox: Sandbox): string[] {
  const { network } = sandbox;
  const { port } = sandbox.endpointOf(exchange);
  return [
    ...['--dns', network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
    ...['--helo', network.helo, '--mail-from', network.mailFrom],
  ];
}

/** Addresses of one life, no two of them the same. */
export function* addressesOf(life: number): Generator<string, never> {
  for (let index = 0; ; index += 1) {
    const id = domainsOf(life)[index % domainsPerLife];
    yield `${personOf(Math.floor(index / domainsPerLife))}@${id}.example.com`;
  }
}

function domainsOf(life: number): string[] {
  return Array.from({ length: domainsPerLife }, (_, index) => `d${life}-${index}`);
}

function personOf(index: number): string {
  return `person-${index}`;
}
