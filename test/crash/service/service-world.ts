import type { SandboxDomain, SandboxWorld } from '../../../adapters/sandbox/index.ts';
import type { Status, Substatus } from '../../../src/resources.ts';
import { RandomStream } from '../../simulation/randomness/random-stream.ts';
import { companyWords, familyNames, givenNames, tradeWords } from '../../simulation/world/names.ts';
import { numbered } from '../companies.ts';

/** What is true of an address. */
export interface Truth {
  readonly status: Status;
  readonly substatus: Substatus;
}

export interface ServiceWorld {
  readonly addresses: readonly string[];
  readonly truths: ReadonlyMap<string, Truth>;
  readonly world: SandboxWorld;
}

const domains = 40;
const peoplePerDomain = 20;
const exchanges = 8;
/** The delay of each reply, so that much is under way when a process is killed. */
const replyMs = 30;
/** Ends before the first retry. */
const greylistMs = 300;

type DomainKind = 'usual' | 'catch-all' | 'greylisting' | 'null-mx' | 'missing';

const kinds: readonly (readonly [weight: number, kind: DomainKind])[] = [
  [60, 'usual'],
  [12, 'catch-all'],
  [16, 'greylisting'],
  [6, 'null-mx'],
  [6, 'missing'],
];

/** Generates companies whose addresses are `first.last`. Every second person has left the company. */
export function generateServiceWorld(seed: number): ServiceWorld {
  const random = new RandomStream(seed, 'world');
  const truths = new Map<string, Truth>();
  const described: [string, SandboxDomain][] = [];
  for (let index = 0; index < domains; index += 1) {
    const kind = random.weighted(kinds);
    const name = `${random.pick(companyWords)}-${random.pick(tradeWords)}-${index}.example.com`;
    const people = random
      .sample(familyNames, peoplePerDomain)
      .map((family) => `${random.pick(givenNames)}.${family}`);
    const staff = people.filter((_, person) => person % 2 === 0);
    for (const person of people) truths.set(`${person}@${name}`, truthOf(kind, staff.includes(person)));
    if (kind !== 'missing') described.push([name, domainOf(kind, index, staff)]);
  }
  const exchange = (number: number, greylists: boolean) =>
    [
      hostOf(number, greylists),
      { maxConnections: 20, tarpitMs: replyMs, ...(greylists ? { greylistMs } : {}) },
    ] as const;
  return {
    addresses: [...truths.keys()],
    truths,
    world: {
      domains: Object.fromEntries(described),
      exchanges: Object.fromEntries(
        [false, true].flatMap((greylists) => numbered(exchanges, (number) => exchange(number, greylists))),
      ),
    },
  };
}

function domainOf(
  kind: Exclude<DomainKind, 'missing'>,
  index: number,
  staff: readonly string[],
): SandboxDomain {
  if (kind === 'null-mx') return { mx: 'null' };
  return {
    mx: [hostOf(index % exchanges, kind === 'greylisting')],
    mailboxes: staff,
    catchAll: kind === 'catch-all',
  };
}

function hostOf(number: number, greylists: boolean): string {
  return `${greylists ? 'grey' : 'mx'}-${number}.example.net`;
}

function truthOf(kind: DomainKind, isStaff: boolean): Truth {
  switch (kind) {
    case 'usual':
    case 'greylisting':
      return isStaff
        ? { status: 'safe', substatus: 'deliverable' }
        : { status: 'invalid', substatus: 'mailbox_not_found' };
    case 'catch-all':
      return { status: 'risky', substatus: 'catch_all' };
    case 'null-mx':
    case 'missing':
      return { status: 'invalid', substatus: 'no_mx_records' };
  }
}
