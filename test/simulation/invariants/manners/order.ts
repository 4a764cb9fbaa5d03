import { isIP } from 'node:net';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';

/** The longest attempt at an address. */
const longestAttemptMs = 200_000;

/** RFC 5321 §5.1, seen from the servers: who is asked, and who before. */
export const preferredServersAreAskedFirst: Invariant = {
  name: 'preferred servers are asked first',
  promise:
    "A domain's mail servers are asked in the order of its MX records, and its own address only where it has none.",
  watch({ story, world, faults, fail }) {
    story.on('recipient-answered', ({ connection: { number, host, process }, address }, at) => {
      const routes = world.routesOf(address, at - longestAttemptMs - world.ttlMsOf(address), at);
      const before = routes.flatMap((route) => world.preferredTo(host, route) ?? []);
      // Where the domain has moved meanwhile, both orders are right.
      // A pause for one registrant may end before the next server of the same provider is asked.
      if (world.hasOwnPolicy(address)) return;
      const passedOver = routes.length === 1 ? before.find(answers) : undefined;
      if (passedOver === undefined) return;
      const work = { process, exchanges: world.exchangesOf(address), from: at - longestAttemptMs, until: at };
      if (hindrancesOf(faults, work).length > 0) return;
      fail(`${process} asks ${host} about ${address}, although ${passedOver.host} comes first`, [
        `connection ${number} `,
        address,
      ]);
    });
    story.on('connect-failed', ({ process, host }) => {
      if (isIP(host) !== 0)
        fail(`${process} connects to ${host}, which takes no mail for anybody`, [process, host]);
    });
  },
};

function answers(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && !exchange.isRetired;
}

/** Attempts that were under way when the first one failed. */
const graceMs = 35_000;
/** So long does an address come last, and longer if it fails again. */
const lastMs = 290_000;

/** Where nobody answers, the other addresses of a mail server are tried first from then on. */
export const silentAddressesComeLast: Invariant = {
  name: 'silent addresses come last',
  promise:
    'An IP address of a mail server at which nobody has answered a process is tried only after the others for five minutes.',
  watch({ story, world, maps, faults, fail }) {
    // A process that evicts what it knows finds it out again.
    if (maps.mostEntries !== undefined) return;
    const failedAt = new Map<string, number>();
    story.on('process-started', ({ process }) => {
      for (const key of failedAt.keys()) if (key.startsWith(`${process} `)) failedAt.delete(key);
    });
    story.on('connect-failed', ({ process, egress, host, address, why }, at) => {
      const exchange = world.exchanges.get(host);
      if (exchange === undefined || !exchange.silentAddresses.includes(address)) return;
      if (!/does not answer/.test(why)) return;
      const key = `${process} ${egress} ${address}`;
      const since = at - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY);
      if (since > lastMs || since < 0) failedAt.set(key, at);
      // Where the others do not answer either, it is the next.
      const answers =
        exchange.reach === 'open' && exchange.addresses.length > 0 && exchange.hostility === undefined;
      if (!answers || exchange.connectionLimit !== undefined || since < graceMs || since > lastMs) return;
      if (hindrancesOf(faults, { process, exchanges: [exchange], from: at - since, until: at }).length > 0)
        return;
      fail(`${process} tries ${address} of ${host} first, ${since} ms after nobody has answered there`, [
        process,
        host,
      ]);
    });
  },
};

/** Connections fail for a while after a fault, and then another egress is asked through. */
const aftermathMs = 900_000;
/** Blocks last long, and so do the pauses after them. */
const dayMs = 86_400_000;
/** From an answer of the server to its arrival. */
const arrivalMs = 1_500;

/** Where a recipient was put off. */
interface PutOff {
  readonly egress: string;
  readonly at: number;
  readonly connection: number;
}

/** A server that greylists remembers the client: it is asked again by the egress that was put off. */
export const greylistingSeesOneClient: Invariant = {
  name: 'greylisting sees one client',
  promise: 'A greylisted address is asked again through the same egress, while the process remembers it.',
  watch({ story, internet, faults, maps, fail }) {
    // A process that evicts what it knows may ask through any egress.
    if (maps.mostEntries !== undefined) return;
    const putOff = new Map<string, PutOff>();
    story.on('process-started', ({ process }) => {
      for (const key of putOff.keys()) if (key.startsWith(`${process} `)) putOff.delete(key);
    });
    story.on('forget-asked', ({ email }) => {
      for (const key of putOff.keys()) if (key.includes(` ${email.toLowerCase()} at `)) putOff.delete(key);
    });
    // Nobody has read what was still on its way.
    story.on('connection-closed', ({ connection: { number } }, at) => {
      for (const [key, { connection, at: answeredAt }] of putOff)
        if (connection === number && at - answeredAt < arrivalMs) putOff.delete(key);
    });
    story.on('recipient-answered', ({ connection, address, code }, at) => {
      const { process, egress, host, number } = connection;
      const spec = internet.exchanges.get(host)?.spec;
      if (spec === undefined || !isSound(spec) || spec.calloutMs !== undefined) return;
      const key = `${process} ${address.toLowerCase()} at ${host}`;
      const known = putOff.get(key);
      if (spec.greylist !== undefined && code >= 400 && code < 500)
        putOff.set(key, { egress: known?.egress ?? egress, at, connection: number });
      else putOff.delete(key);
      // It was sent before anybody had read the first answer: two requests may ask about one recipient at once.
      if (known === undefined || known.egress === egress || at - known.at < arrivalMs) return;
      const isExcused =
        faults
          .during(known.at - aftermathMs, at)
          .some(({ kind }) => kind !== 'clock-set' && kind !== 'exchange-blocks') ||
        faults.during(at - dayMs, at).some(({ kind }) => kind === 'exchange-blocks');
      if (!isExcused)
        fail(`${address} was put off by ${host} for ${known.egress}, and is asked again by ${egress}`, [
          `connection ${number} `,
          address,
        ]);
    });
  },
};
