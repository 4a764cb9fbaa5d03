import type { RandomStream } from '../randomness/random-stream.ts';
import type { DomainSpec, MailRoute, OwnPolicy } from './domain-spec.ts';
import { familyNames, givenNames } from './names.ts';
import { type ProviderSpec, providerMix } from './provider-mix.ts';

/** Addresses of parties with whom nobody else has to do, though they share mail servers. */
export interface StrangerAddresses {
  /** At the domains of one hostile owner. */
  readonly hostile: readonly string[];
  /** Mailboxes that receive too much, and others beside them. */
  readonly busy: readonly string[];
}

export interface StrangersPlan {
  readonly domains: readonly DomainSpec[];
  readonly addresses: StrangerAddresses;
}

const hostileNames = ['hostile-one.com', 'hostile-two.net', 'hostile-three.org', 'hostile-four.de'];
/** One that merely names a server which does not know it. */
const parasite = 'hostile-parasite.fr';

/** What the owner of a domain has its mail server say: in his own name, and in words that others use for all of a server. */
const hostileReplies: readonly (readonly string[])[] = [
  ['450 4.7.1 slow down'],
  ['550 5.7.1 Service unavailable; Client host [{client}] blocked using customer Block list'],
  ['554 5.7.1 Service unavailable; Client host [{client}] blocked using zen.spamhaus.org'],
  [
    '450 4.7.1 slow down',
    '554 5.7.1 Service unavailable; Client host [{client}] blocked using zen.spamhaus.org',
    '550 5.7.1 Service unavailable; Client host [{client}] blocked using customer Block list',
  ],
];

const busyMailboxes = [
  {
    provider: 'Google Workspace',
    name: 'busy-shop.com',
    reply: '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend later.',
  },
  {
    provider: 'Microsoft 365',
    name: 'busy-office.net',
    reply: '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded',
  },
];

/**
 * Plans the domains of a hostile owner, all at one provider, and busy mailboxes. `routeAt` also makes the servers ready.
 * `ownHost`: the server of some company.
 */
export function planStrangers(
  random: RandomStream,
  {
    routeAt,
    ownHost,
  }: {
    readonly routeAt: (provider: ProviderSpec, domain: string) => MailRoute;
    readonly ownHost: string | undefined;
  },
): StrangersPlan {
  // Large ones: others are asked about there all day.
  const place = random.pick(providerMix.slice(0, 2));
  const hostile = hostileNames.slice(0, random.pick([2, 2, 4])).map((name) =>
    domain(name, routeAt(place, name), {
      honestFirst: random.pick([0, 0, 3]),
      replies: random.pick(hostileReplies),
    }),
  );
  if (ownHost !== undefined) {
    const mail: MailRoute = { kind: 'exchanges', records: [{ preference: 10, host: ownHost }] };
    hostile.push(
      domain(parasite, mail, { honestFirst: 0, replies: ['554 5.7.1 {echo}Relay access denied'] }),
    );
  }
  const busy = busyMailboxes.flatMap(({ provider, name, reply }) => {
    const spec = providerMix.find(({ operator }) => operator?.name === provider);
    return spec === undefined
      ? []
      : [domain(name, routeAt(spec, name), { honestFirst: 0, replies: [reply], only: 'busy' })];
  });
  return {
    domains: [...hostile, ...busy],
    addresses: {
      hostile: hostile.flatMap(({ name }) =>
        Array.from({ length: 30 }, () => `${random.pick(givenNames)}.${random.pick(familyNames)}@${name}`),
      ),
      busy: busy.flatMap(({ name }) => [`busy@${name}`, `busy@${name}`, `quiet@${name}`, `nils@${name}`]),
    },
  };
}

function domain(name: string, mail: MailRoute, ownPolicy: OwnPolicy): DomainSpec {
  return {
    name,
    isFree: false,
    isDisposable: false,
    mail,
    changes: [],
    website: undefined,
    catchAll: false,
    mailboxes: new Map(
      ownPolicy.only === undefined
        ? []
        : [
            [ownPolicy.only, 'active'],
            ['quiet', 'active'],
          ],
    ),
    ttlSeconds: 3_600,
    ownPolicy,
  };
}
