import { providerOf } from '../../../../src/exchange/provider.ts';
import type { Invariant } from '../invariant.ts';

const perTransaction = 10;
const perSession = 50;
const refusalsPerSession = 8;
const resetsPerSession = 10;

/** Recipients, counted as the servers count them. */
export const recipientLimits: Invariant = {
  name: 'recipient limits',
  promise:
    'No session asks about more recipients, gets more refusals, or says RSET more often than the stated limits allow.',
  watch({ story, fail }) {
    const resets = new Map<number, number>();
    /** Postfix lets a client say RSET 100 times. */
    const ofPostfix = new Set<number>();
    story.on('replies', ({ connection: { number }, text }) => {
      if (text.startsWith('220') && text.includes('Postfix')) ofPostfix.add(number);
    });
    story.on('commands', ({ connection: { number, host }, lines }) => {
      const count = (resets.get(number) ?? 0) + lines.filter((line) => line === 'RSET').length;
      resets.set(number, count);
      // Servers that take one recipient in a transaction do not count them.
      const isLimited = !ofPostfix.has(number) && providerOf(host)?.recipientsPerTransaction !== 1;
      if (isLimited && count > resetsPerSession)
        fail(`${host} is told RSET ${count} times in a session; ${resetsPerSession} are allowed`, [
          `connection ${number} `,
        ]);
    });
    story.on('connection-closed', ({ connection: { number } }) => {
      resets.delete(number);
      ofPostfix.delete(number);
    });
    story.on('recipient-answered', ({ connection, address, inTransaction, inSession, refusals }) => {
      const allowed = Math.min(
        perTransaction,
        providerOf(connection.host)?.recipientsPerTransaction ?? perTransaction,
      );
      const subjects = [`connection ${connection.number} `, address];
      if (inTransaction > allowed)
        fail(
          `${connection.host} gets ${inTransaction} recipients in a transaction; ${allowed} are allowed`,
          subjects,
        );
      if (inSession > perSession)
        fail(
          `${connection.host} gets ${inSession} recipients in a session; ${perSession} are allowed`,
          subjects,
        );
      if (refusals > refusalsPerSession)
        fail(
          `${connection.host} has refused ${refusals} recipients of a session; ${refusalsPerSession} are allowed`,
          subjects,
        );
    });
    return {};
  },
};
