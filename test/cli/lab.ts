import { onTestFinished } from 'vitest';
import { firstNames, lastNames } from '../../adapters/sandbox/demo/company-world.ts';
import {
  type Sandbox,
  type SandboxDomain,
  type SandboxExchange,
  startSandbox,
} from '../../adapters/sandbox/index.ts';

export interface Lab {
  readonly sandbox: Sandbox;
  /** The settings to reach it, as flags. `helo`: the name in EHLO. */
  flags(helo?: string): readonly string[];
  /** The names in the EHLO commands that the exchange received. */
  readonly ehloNames: ReadonlySet<string>;
}

/** Starts a network with one exchange, the MX of example.com, which is dialled at its own address and port. */
export async function startLab(
  { mailboxes, ...domain }: Partial<SandboxDomain>,
  exchange: SandboxExchange = {},
): Promise<Lab> {
  const ehloNames = new Set<string>();
  const world = {
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: mailboxes ?? [], ...domain } },
    exchanges: { 'mx.example.com': exchange },
    zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
  };
  const sandbox = await startSandbox(world, {
    log: ({ line }) => {
      if (line.startsWith('EHLO ')) ehloNames.add(line.slice('EHLO '.length));
    },
  });
  onTestFinished(() => sandbox.close());
  const { port } = sandbox.endpointOf('mx.example.com');
  return {
    sandbox,
    ehloNames,
    flags: (helo = 'probe.example.net') => [
      ...['--dns', sandbox.network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
      ...['--helo', helo, '--mail-from', 'probe@example.net'],
    ],
  };
}

/** Returns a list of `count` addresses, and the mailboxes that make every third of them safe. */
export function labList(count: number): { csv: string; mailboxes: string[] } {
  const names = Array.from({ length: count }, (_, index) => `user${index}`);
  return {
    csv: ['email,number', ...names.map((name, index) => `${name}@example.com,${index}`), ''].join('\n'),
    mailboxes: names.filter((_, index) => index % 3 === 0),
  };
}

/** Returns a list of `count` people, every third of whom has a mailbox. */
export function peopleList(count: number): { csv: string; mailboxes: string[]; found: string[] } {
  const people = Array.from({ length: count }, (_, index) => ({
    first: firstNames[index % firstNames.length] ?? '',
    last: lastNames[index % lastNames.length] ?? '',
  }));
  const locals = people.map(({ first, last }, index) => (index % 3 === 0 ? `${first}.${last}` : ''));
  return {
    csv: [
      'First Name,Last Name,Domain',
      ...people.map(({ first, last }) => `${first},${last},example.com`),
      '',
    ].join('\n'),
    mailboxes: locals.filter((local) => local !== ''),
    found: locals.map((local) => (local === '' ? '' : `${local}@example.com`)),
  };
}
