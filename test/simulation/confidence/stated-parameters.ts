import {
  catchAllDomain,
  catchAllShares,
  type ReplyModel,
  selectiveDomain,
} from '../../../src/verdict/catch-all/catch-all-model.ts';
import { deliveryRates, refusalRates } from '../../../src/verdict/confidence/delivery-rates.ts';
import type { RandomStream } from '../randomness/random-stream.ts';

/** What is true of a world of domains: shares and rates from 0 to 1. */
export interface StatedParameters {
  /** The shares of domains that are catch-alls: at their own servers and at hosting companies, behind filters, as backups. */
  readonly catchAll: Readonly<Record<'usual' | 'filter' | 'backup', number>>;
  readonly selectiveDomain: ReplyModel;
  readonly catchAllDomain: ReplyModel;
  /** Instead of a share that differs from catch-all to catch-all: each closes exactly this share of names, as unknown. */
  readonly closedShare?: number;
  /** How often an accepted recipient fails later, by what it has to pass. */
  readonly failures: Readonly<
    Record<'accepted' | 'filter' | 'putOffFirst' | 'roleAccount' | 'mailboxFull' | 'anyRecipient', number>
  >;
  /** How often a refused recipient can be delivered to nevertheless. */
  readonly refusedWrongly: Readonly<
    Record<'notFoundByCode' | 'notFoundByWords' | 'notFoundUnexplained' | 'disabled', number>
  >;
}

const failuresOf = ({ successes, trials }: { successes: number; trials: number }) => 1 - successes / trials;

/** The world as the tables of `src` have it. */
export const asStated: StatedParameters = {
  catchAll: catchAllShares,
  selectiveDomain,
  catchAllDomain,
  failures: {
    accepted: failuresOf(deliveryRates.accepted),
    filter: failuresOf(deliveryRates.filter),
    putOffFirst: failuresOf(deliveryRates.putOffFirst),
    roleAccount: failuresOf(deliveryRates.roleAccount),
    mailboxFull: failuresOf(deliveryRates.mailboxFull),
    anyRecipient: failuresOf(deliveryRates.anyRecipient),
  },
  refusedWrongly: {
    notFoundByCode: failuresOf(refusalRates.notFoundByCode),
    notFoundByWords: failuresOf(refusalRates.notFoundByWords),
    notFoundUnexplained: failuresOf(refusalRates.notFoundUnexplained),
    disabled: failuresOf(refusalRates.disabled),
  },
};

/**
 * Returns a world that nobody can tell by its replies from the same one with another factor: the odds of catch-alls are twice as
 * high as stated, and those of everything that becomes known only once mail is sent so many times as high.
 */
export function twiceTheCatchAlls(factor: number): StatedParameters {
  const { catchAll, failures, refusedWrongly } = asStated;
  return {
    ...asStated,
    catchAll: {
      usual: withOdds(catchAll.usual, 2),
      filter: withOdds(catchAll.filter, 2),
      backup: withOdds(catchAll.backup, 2),
    },
    failures: {
      accepted: withOdds(failures.accepted, factor),
      filter: withOdds(failures.filter, factor),
      putOffFirst: withOdds(failures.putOffFirst, factor),
      roleAccount: withOdds(failures.roleAccount, factor),
      mailboxFull: withOdds(failures.mailboxFull, factor),
      anyRecipient: withOdds(failures.anyRecipient, factor),
    },
    refusedWrongly: {
      notFoundByCode: withOdds(refusedWrongly.notFoundByCode, factor),
      notFoundByWords: withOdds(refusedWrongly.notFoundByWords, factor),
      notFoundUnexplained: withOdds(refusedWrongly.notFoundUnexplained, factor),
      disabled: withOdds(refusedWrongly.disabled, factor),
    },
  };
}

/** Returns a world in which the odds of each share and rate are twice, or half, as high as stated, at random. */
export function wrongByTwo(random: RandomStream): StatedParameters {
  const wrong = (share: number) => withOdds(share, random.chance(0.5) ? 2 : 0.5);
  const wrongModel = ({ recipients, closesSome, probeAccepted }: ReplyModel): ReplyModel => {
    const { accepted, unknown, unexplained } = recipients;
    const strength = accepted + unknown + unexplained;
    const refused = { unknown: wrong(unknown / strength), unexplained: wrong(unexplained / strength) };
    return {
      recipients: {
        accepted: strength * (1 - refused.unknown - refused.unexplained),
        unknown: strength * refused.unknown,
        unexplained: strength * refused.unexplained,
      },
      closesSome: wrong(closesSome),
      probeAccepted: wrong(probeAccepted),
    };
  };
  const { catchAll, failures, refusedWrongly } = asStated;
  return {
    catchAll: {
      usual: wrong(catchAll.usual),
      filter: wrong(catchAll.filter),
      backup: wrong(catchAll.backup),
    },
    selectiveDomain: wrongModel(selectiveDomain),
    catchAllDomain: wrongModel(catchAllDomain),
    failures: {
      accepted: wrong(failures.accepted),
      filter: wrong(failures.filter),
      putOffFirst: wrong(failures.putOffFirst),
      roleAccount: wrong(failures.roleAccount),
      mailboxFull: wrong(failures.mailboxFull),
      anyRecipient: wrong(failures.anyRecipient),
    },
    refusedWrongly: {
      notFoundByCode: wrong(refusedWrongly.notFoundByCode),
      notFoundByWords: wrong(refusedWrongly.notFoundByWords),
      notFoundUnexplained: wrong(refusedWrongly.notFoundUnexplained),
      disabled: wrong(refusedWrongly.disabled),
    },
  };
}

function withOdds(share: number, factor: number): number {
  const odds = (share / (1 - share)) * factor;
  return odds / (1 + odds);
}
