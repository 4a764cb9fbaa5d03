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

/** Recipients a second, with as many connections as the generous limits allow. */
export const hiddenRates = {
  ...hiddenLimits.generous,
  perSecond: { google: 20, microsoft: 24, others: 8 },
};

/**
 * Missing recipients in ten seconds: after more, the client gets no answers until ten seconds later. And after eight in
 * one session, it is closed.
 */
export const hiddenMissing = {
  ...hiddenLimits.generous,
  missing: { google: 80, microsoft: 100, others: 40 },
  missingPerSession: 8,
};
const missingWindowMs = 10_000;
/** By how much a time may be out of order: what a session works on at once. */
const slackMs = 5_000;

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

/**
 * Returns the world, whose limits are those of `limits` at any moment, and its addresses in an order that mixes them.
 * `guards`: what counts recipients, by what they are counted as.
 */
export function mixedWorld(count, limits) {
  const guards = new Map();
  /** Until when each session works on what has arrived: a server counts a recipient when it comes to it. */
  const workedUntil = new WeakMap();
  const exists = (address) => existing.has(address);
  const guardOf = (kind, countedAs) => {
    const known = guards.get(countedAs);
    if (known !== undefined) return known;
    const guard = new RecipientGuard(kind, limits, exists);
    guards.set(countedAs, guard);
    return guard;
  };
  const limited = (kind, settings = {}, countedAs = Symbol(kind)) => ({
    ...pace,
    ...settings,
    get maxConnectionsPerClient() {
      return limits[kind];
    },
    ...(limits.missingPerSession !== undefined && { maxRefusals: limits.missingPerSession }),
    reply(command, session) {
      const at = Math.max(performance.now(), workedUntil.get(session) ?? 0) + pace.tarpitMs;
      workedUntil.set(session, at);
      if (command.verb !== 'RCPT' || session.sender === null || command.mailbox === undefined)
        return undefined;
      return guardOf(kind, countedAs).replyTo(command.mailbox.address.toLowerCase(), at);
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
      withGetter(limited('microsoft', {}, microsoftLimit), {
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
  const existing = new Set(
    keep.addresses.filter(({ status }) => status === 'safe').map(({ email }) => email),
  );
  return { ...keep, addresses: mixed(keep.addresses), guards };
}

/** Counts the recipients of the client at one server, or at all of a provider, and refuses them where they are too many. */
class RecipientGuard {
  kind;
  /** Replies that asked the client to slow down. */
  signs = 0;
  #limits;
  #exists;
  #askedAt = [];
  #answeredAt = [];
  #missingAt = [];
  #shutUntil = 0;

  constructor(kind, limits, exists) {
    this.kind = kind;
    this.#limits = limits;
    this.#exists = exists;
  }

  /** Recipients in the last two seconds, refused or not, by the second. */
  get askedPerSecond() {
    const now = performance.now();
    return countBetween(this.#askedAt, now - 2_000, now) / 2;
  }

  /** `at`: when the server comes to the command. */
  replyTo(address, at) {
    this.#askedAt.push(at);
    const { perSecond, missing } = this.#limits;
    const isOver =
      perSecond !== undefined && countBetween(this.#answeredAt, at - 1_000, at) >= perSecond[this.kind];
    if (isOver || at < this.#shutUntil) {
      this.signs += 1;
      return isOver
        ? '450 4.7.28 Our system has detected an unusual rate of mail from your IP address'
        : '450 4.7.1 Too many invalid recipients, try again later';
    }
    this.#answeredAt.push(at);
    if (missing === undefined || this.#exists(address)) return undefined;
    this.#missingAt.push(at);
    if (countBetween(this.#missingAt, at - missingWindowMs, at) > missing[this.kind])
      this.#shutUntil = at + missingWindowMs;
    return undefined;
  }
}

/** `times` are nearly in order. */
function countBetween(times, since, until) {
  let count = 0;
  for (let index = times.length - 1; index >= 0 && times[index] > since - slackMs; index -= 1)
    if (times[index] > since && times[index] <= until) count += 1;
  return count;
}

/**
 * Returns the seconds that the addresses take at least where recipients are counted: each once, and one catch-all probe a
 * domain.
 */
export function leastSeconds({ addresses, domains, exchanges }, limits) {
  const counts = new Map();
  const hostOf = (domain) => domains[domain].mx[0];
  const add = (domain, isMissing) => {
    const host = hostOf(domain);
    const countedAs = exchanges[host].connectionsCountedAs ?? host;
    const known = counts.get(countedAs) ?? { kind: kindOf(host), asked: 0, missing: 0 };
    known.asked += 1;
    if (isMissing) known.missing += 1;
    counts.set(countedAs, known);
  };
  for (const { email, status } of addresses) add(email.split('@')[1], status !== 'safe');
  for (const domain of Object.keys(domains)) add(domain, true);
  const seconds = [...counts.values()].map(({ kind, asked, missing }) =>
    limits.perSecond === undefined
      ? (missing / limits.missing[kind]) * (missingWindowMs / 1_000)
      : asked / limits.perSecond[kind],
  );
  return Math.max(...seconds);
}

function kindOf(host) {
  if (host.endsWith('google.com')) return 'google';
  return host.endsWith('outlook.com') ? 'microsoft' : 'others';
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
