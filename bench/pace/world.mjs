/**
 * The usual mix of business addresses, by recipients: 25 % Gmail, 25 % Google Workspace, 30 % Microsoft 365, 15 % at
 * servers of their own, 5 % at servers that greylist. Half of the addresses do not exist.
 */
import { providerTexts } from '../../dist/adapters/sandbox/index.js';

/** What the servers allow one client address: connections to Google and its like, to Microsoft, to any other server. */
export const hiddenLimits = {
  tight: { google: 3, microsoft: 4, others: 4 },
  middling: { google: 8, microsoft: 10, others: 6 },
  generous: { google: 20, microsoft: 30, others: 10 },
};

/** Milliseconds. `tarpitMs`: what each reply costs the server, however early the command came. */
const pace = {
  greetingDelayMs: 200,
  replyDelayMs: 100,
  tarpitMs: 60,
  softRefusals: false,
  maxConnections: 1_000,
};
const greylistMs = 3_000;
const microsoftLimit = 'microsoft';

/** Returns the world, whose limits are those of `limits` at any moment, and its addresses in an order that mixes them. */
export function mixedWorld(count, limits) {
  const limited = (kind, settings = {}) => ({
    ...pace,
    ...settings,
    get maxConnectionsPerClient() {
      return limits[kind];
    },
  });
  const keep = { domains: {}, exchanges: {}, addresses: [] };
  const gmail = 'gmail-smtp-in.l.google.com';
  const workspace = 'aspmx.l.google.com';
  const google = { texts: providerTexts.google };
  keep.exchanges[gmail] = withGetter(limited('google'), google);
  keep.exchanges[workspace] = withGetter(limited('google'), google);
  addDomains(keep, { names: ['gmail.com'], mx: () => gmail, count: count * 0.25 });
  addDomains(keep, { names: namesOf('workspace', count * 0.0125), mx: () => workspace, count: count * 0.25 });
  addDomains(keep, {
    names: namesOf('office', count * 0.015),
    mx: (name) => `${name.replaceAll('.', '-')}.mail.protection.outlook.com`,
    count: count * 0.3,
    exchange: () =>
      withGetter(limited('microsoft'), {
        texts: providerTexts.microsoft365,
        connectionsCountedAs: microsoftLimit,
      }),
  });
  addDomains(keep, {
    names: namesOf('own', count * 0.015),
    mx: (name) => `mx.${name}`,
    count: count * 0.15,
    exchange: () => limited('others'),
  });
  addDomains(keep, {
    names: namesOf('grey', count * 0.005),
    mx: (name) => `mx.${name}`,
    count: count * 0.05,
    exchange: () => withGetter(limited('others'), { greylistMs }),
  });
  return { ...keep, addresses: mixed(keep.addresses) };
}

/** A spread would read the getter once. */
function withGetter(settings, more) {
  return Object.defineProperties(settings, Object.getOwnPropertyDescriptors(more));
}

function namesOf(kind, count) {
  return Array.from(
    { length: Math.max(1, Math.round(count)) },
    (_, index) => `${kind}-${index + 1}.example.com`,
  );
}

function addDomains(keep, { names, mx, count, exchange }) {
  const each = Math.round(count / names.length);
  for (const name of names) {
    const host = mx(name);
    const people = Array.from({ length: each }, (_, index) => `person${index + 1}`);
    const present = people.filter((_, index) => index % 2 === 0);
    keep.domains[name] = { mx: [host], mailboxes: present };
    keep.exchanges[host] ??= exchange();
    for (const [index, person] of people.entries()) {
      const outcome =
        index % 2 === 0
          ? { status: 'safe', substatus: 'deliverable' }
          : { status: 'invalid', substatus: 'mailbox_not_found' };
      keep.addresses.push({ email: `${person}@${name}`, ...outcome });
    }
  }
}

/** A fixed order in which neighbours are at different servers. */
function mixed(addresses) {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return addresses
    .map((address) => ({ address, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ address }) => address);
}
