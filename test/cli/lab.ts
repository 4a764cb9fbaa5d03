import { onTestFinished } from 'vitest';
import { firstNames, lastNames } from '../../adapters/sandbox/demo/person-names.ts';
import {
  type Sandbox,
  type SandboxDomain,
  type SandboxExchange,
  startSandbox,
} from '../../adapters/sandbox/index.ts';

export interface Lab {
  readonly sandbox: Sandbox;
  /** The settings to reach it, as flags. `helo`: who asks. */
  flags(helo?: string): readonly string[];
  /** Who has said hello to the exchange. */
  readonly greeted: ReadonlySet<string>;
}

/** A network of one exchange, dialled at its own address and port, that has the mail of example.com. */
export async function startLab(
  { mailboxes, ...domain }: Partial<SandboxDomain>,
  exchange: SandboxExchange = {},
): Promise<Lab> {
  const greeted = new Set<string>();
  const world = {
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: mailboxes ?? [], ...domain } },
    exchanges: { 'mx.example.com': exchange },
    zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
  };
  const sandbox = await startSandbox(world, {
    log: ({ line }) => {
      if (line.startsWith('EHLO ')) greeted.add(line.slice('EHLO '.length));
    },
  });
  onTestFinished(() => sandbox.close());
  const { port } = sandbox.endpointOf('mx.example.com');
  return {
    sandbox,
    greeted,
    flags: (helo = 'probe.example.net') => [
      ...['--dns', sandbox.network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
      ...['--helo', helo, '--mail-from', 'probe@example.net'],
    ],
  };
}

/** A list of so many addresses, and the mailboxes that make every third of them safe. */
export function labList(count: number): { csv: string; mailboxes: string[] } {
  const names = Array.from({ length: count }, (_, index) => `user${index}`);
  return {
    csv: ['email,number', ...names.map((name, index) => `${name}@example.com,${index}`), ''].join('\n'),
    mailboxes: names.filter((_, index) => index % 3 === 0),
  };
}

/** A list of so many people, every third of whom has a mailbox. */
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
