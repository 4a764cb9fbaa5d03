import type { CreditLedger, HoldResult } from '../../../../src/ports/index.ts';
import type { Story } from '../../story/story.ts';

type HoldRequest = Parameters<CreditLedger['hold']>[0];

/** A charge that was made final, or the refund of one. */
export interface BookEntry {
  readonly holdId: string;
  readonly account: string;
  readonly milliCredits: number;
  readonly at: number;
  readonly isRefund: boolean;
}

/** What the ledger was told and has carried out. */
export interface AccountBooks {
  /** In order. */
  readonly entries: readonly BookEntry[];
  /** Returns the least and the most that an account had since a time, held credits included. */
  fundsSince(account: string, from: number): { readonly least: number; readonly most: number };
}

const refundPrefix = 'refund:';

/** Keeps the books of all accounts. */
export function keepAccountBooks(story: Story): AccountBooks {
  const entries: BookEntry[] = [];
  const holds = new Map<string, HoldRequest>();
  const done = new Set<string>();
  /** What each account had, and since when. */
  const funds = new Map<string, { readonly at: number; readonly milliCredits: number }[]>();
  const change = (account: string, milliCredits: number, at: number) => {
    const known = funds.get(account) ?? [];
    funds.set(account, known);
    known.push({ at, milliCredits: (known.at(-1)?.milliCredits ?? 0) + milliCredits });
  };
  story.onCall(['ledger.hold', 'ledger.capture', 'ledger.grant'], ({ method, args, outcome }, at) => {
    if (!('value' in outcome)) return;
    if (method === 'ledger.hold') {
      const request = args[0] as HoldRequest;
      if ((outcome.value as HoldResult).kind === 'held' && !holds.has(request.id))
        holds.set(request.id, request);
    } else if (method === 'ledger.capture') {
      const id = args[0] as string;
      const hold = holds.get(id);
      if (outcome.value !== 'captured' || hold === undefined || done.has(id)) return;
      done.add(id);
      const { account, milliCredits } = hold;
      entries.push({ holdId: id, account, milliCredits, at, isRefund: false });
      change(account, -milliCredits, at);
    } else {
      const { id, account, milliCredits } = args[0] as Parameters<CreditLedger['grant']>[0];
      if (done.has(id)) return;
      done.add(id);
      change(account, milliCredits, at);
      if (id.startsWith(refundPrefix))
        entries.push({ holdId: id.slice(refundPrefix.length), account, milliCredits, at, isRefund: true });
    }
  });
  return {
    entries,
    fundsSince(account, from) {
      const known = funds.get(account) ?? [];
      const before = known.findLast(({ at }) => at < from)?.milliCredits ?? 0;
      const all = [before, ...known.filter(({ at }) => at >= from).map(({ milliCredits }) => milliCredits)];
      return { least: Math.min(...all), most: Math.max(...all) };
    },
  };
}
