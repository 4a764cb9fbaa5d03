import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';

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
    if (maps.mostEntries !== undefined) return {};
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
    return {};
  },
};
