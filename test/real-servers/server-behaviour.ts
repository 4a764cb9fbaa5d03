import { describe, expect, it } from 'vitest';
import type { EmailLookup, TraceEvent } from '../../src/index.ts';
import { askedServer } from './asked-server.ts';
import { recordFigures } from './figures.ts';
import { addressOf, type StartServer } from './servers/mail-server.ts';
import { rowsOf, staffOf } from './staff.ts';
import {
  asList,
  asRequestsAtOnce,
  asRequestsInTurn,
  itIsAskedWell,
  patienceMs,
} from './verdict-behaviour.ts';

/** A refusal without words is believed only when a new connection has repeated it: a fifth of the addresses. */
const singlyAsked = 1.25;

/** What sets a server apart from others. */
export interface ServerTraits {
  /** How many transactions it bears in a list. Default: any number. */
  readonly transactionsPerAddress?: number;
}

/** States what holds for every mail server in its usual configuration. */
export function itIsAServerLikeAnyOther(
  name: string,
  start: StartServer,
  { transactionsPerAddress }: ServerTraits = {},
): void {
  describe.each([300, 1_000])('asked about a list of %i addresses', (size) => {
    itIsAskedWell({
      name: `${name}: list of ${size}`,
      start,
      size,
      asking: asList,
      ...(transactionsPerAddress === undefined ? {} : { maxTransactions: size * transactionsPerAddress }),
    });
  });

  describe('asked by 40 single requests at the same time', () => {
    itIsAskedWell({
      name: `${name}: 40 at once`,
      start,
      size: 40,
      asking: asRequestsAtOnce,
      maxAsked: singlyAsked,
    });
  });

  describe('asked by 40 single requests, one after another', () => {
    itIsAskedWell({
      name: `${name}: 40 in turn`,
      start,
      size: 40,
      asking: asRequestsInTurn,
      maxAsked: singlyAsked,
    });
  });

  describe('asked for people', () => {
    it('tells the address of each who has one, and of nobody else', { timeout: patienceMs }, async () => {
      const staff = staffOf(10);
      await using asked = await askedServer(await start({ mailboxes: staff.mailboxes }));
      const found: EmailLookup[] = [];
      for (const row of rowsOf(staff)) found.push(await asked.engine.lookup(row));
      await recordFigures(`${name}: 10 lookups`, asked.counts, {});
      expect(found.map(({ email }) => email)).toEqual(
        staff.addresses.map((address) => (staff.present.has(address) ? address : null)),
      );
      expect(asked.counts.drops).toEqual([]);
    });

    it('tells them from a list, too', { timeout: patienceMs }, async () => {
      const staff = staffOf(50);
      await using asked = await askedServer(await start({ mailboxes: staff.mailboxes }));
      const found: EmailLookup[] = [];
      for await (const row of asked.engine.runBulkLookup(rowsOf(staff))) found.push(row);
      await recordFigures(`${name}: list of 50 lookups`, asked.counts, {});
      expect(new Set(found.flatMap(({ email }) => email ?? []))).toEqual(staff.present);
      expect(asked.counts.drops).toEqual([]);
    });
  });

  describe('with mailboxes in all states', () => {
    const mailboxes = {
      names: ['anna.abel'],
      aliases: { 'a.abel': 'anna.abel' },
      full: ['ben.bauer'],
      disabled: ['clara.conrad'],
    };

    it.each([
      ['anna.abel', 'safe', 'deliverable'],
      ['a.abel', 'safe', 'deliverable'],
      ['ben.bauer', 'risky', 'mailbox_full'],
      ['clara.conrad', 'invalid', 'mailbox_disabled'],
      ['david.dietz', 'invalid', 'mailbox_not_found'],
    ])('lets us find out of %s that it is %s, %s', async (localPart, status, substatus) => {
      await using asked = await askedServer(await start({ mailboxes }));
      const verdict = await asked.engine.verify(addressOf(localPart));
      expect(verdict).toMatchObject({ status, substatus });
    });
  });

  it('is asked where it offers STARTTLS with a certificate of its own', async () => {
    const server = await start({ mailboxes: { names: ['anna.abel'] }, tls: true });
    await using asked = await askedServer(server, { isDirect: true });
    const verdict = await asked.engine.verify(addressOf('anna.abel'));
    expect(verdict).toMatchObject({ status: 'safe', substatus: 'deliverable' });
  });
}

/** States what holds for servers whose STARTTLS works, which is not so of all. */
export function itIsAskedOverTls(start: StartServer): void {
  it('is asked over TLS then', async () => {
    const kinds = new Set<TraceEvent['kind']>();
    const server = await start({ mailboxes: { names: ['anna.abel'] }, tls: true });
    const options = { isDirect: true, trace: ({ kind }: TraceEvent) => kinds.add(kind) };
    await using asked = await askedServer(server, options);
    await asked.engine.verify(addressOf('anna.abel'));
    expect(kinds).toContain('secured');
  });
}

/** States what holds for servers that take only a few recipients in a transaction. */
export function itIsAskedWithinRecipientLimits(name: string, start: StartServer): void {
  describe('that takes three recipients in a transaction', () => {
    itIsAskedWell({
      name: `${name}: 3 recipients in a transaction`,
      start,
      settings: { recipientLimit: 3 },
      size: 100,
      asking: asList,
      // Those beyond the limit are asked about again, once for each connection that was open when it was found out.
      maxAsked: 1.3,
    });
  });
}

/** States what holds for servers that answer slowly on purpose. */
export function itIsAskedInATarpit(name: string, start: StartServer): void {
  describe('that delays every reply about a recipient by a second', () => {
    itIsAskedWell({
      name: `${name}: tarpit of a second`,
      start,
      settings: { tarpitSeconds: 1 },
      size: 20,
      asking: asList,
      maxAsked: 1.1,
    });
  });
}
