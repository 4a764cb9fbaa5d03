import {
  catchAllDomain,
  catchAllShares,
  type ReplyModel,
  selectiveDomain,
} from '../../../src/probe/catch-all/catch-all-model.ts';
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

/** Returns a world in which the odds of each share and rate are twice, or half, as high as stated, at random. */
export function wrongByTwo(random: RandomStream): StatedParameters {
  const wrong = (share: number) => {
    const odds = (share / (1 - share)) * (random.chance(0.5) ? 2 : 0.5);
    return odds / (1 + odds);
  };
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
