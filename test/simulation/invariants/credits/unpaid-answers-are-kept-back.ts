import type { CreditLedger, JobAttempt } from '../../../../src/ports/index.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { readStoredResult } from '../stored-result.ts';

type HoldRequest = Parameters<CreditLedger['hold']>[0];

/** A single request or a lookup. */
interface Asked {
  readonly process: string;
  /** The address, or the domain of a person. */
  readonly about: string;
  readonly pays: boolean;
  readonly at: number;
  endedAt: number;
}

const prefix = 'verification:';
/** What was being stored when its caller left is stored soon after, unless the process stands still. */
const lateMs = 120_000;

/**
 * A lookup asks about many addresses, and whoever leaves it before it ends pays for none of them. A list that is cancelled pays for
 * what was recorded.
 */
export const unpaidAnswersAreKeptBack: Invariant = {
  name: 'unpaid answers are kept back',
  promise:
    'What a lookup finds out on its way is given to nobody else for free before the lookup is paid for, and what a list finds out not before it is recorded as its result.',
  watch({ story, fail }) {
    const requests = new Map<number, Asked>();
    /** Domains whose people some list looks up. */
    const listed = new Set<string>();
    /** Addresses of lists, by the process that has recorded their result. */
    const recorded = new Set<string>();
    const stored = new Set<string>();
    /** The process that has set credits aside for a lookup, and when. */
    const holds = new Map<string, { readonly process: string; readonly at: number }>();
    const paid: { readonly process: string; readonly heldAt: number }[] = [];
    story.on('single-asked', ({ request, process, account, email }, at) => {
      const pays = account !== undefined;
      requests.set(request, {
        process,
        about: addressKey(email),
        pays,
        at,
        endedAt: Number.POSITIVE_INFINITY,
      });
    });
    story.on('lookup-asked', ({ request, process, account, row }, at) => {
      const about = row.domain.toLowerCase();
      const pays = account !== undefined;
      requests.set(request, { process, about, pays, at, endedAt: Number.POSITIVE_INFINITY });
    });
    const end = ({ request }: { readonly request: number }, at: number) => {
      const asked = requests.get(request);
      if (asked !== undefined) asked.endedAt = at;
    };
    story.on('single-answered', end);
    story.on('lookup-answered', end);
    story.on('job-submitted', ({ list }) => {
      if (list.kind === 'people') for (const { domain } of list.rows) listed.add(domain.toLowerCase());
    });
    story.onCall(['jobs.record'], ({ process, args, outcome }) => {
      if (!('value' in outcome)) return;
      const positions = new Set((outcome.value as { readonly recorded: readonly number[] }).recorded);
      for (const { position, result } of args[1] as readonly JobAttempt[])
        if (positions.has(position) && result.email !== null)
          recorded.add(`${process} ${addressKey(result.email ?? '')}`);
    });
    story.onCall(['ledger.hold', 'ledger.capture'], ({ method, args, process }, at) => {
      if (method === 'ledger.hold') {
        const { id, purpose } = args[0] as HoldRequest;
        if (purpose?.kind === 'lookup' && !holds.has(id)) holds.set(id, { process, at });
        return;
      }
      const hold = holds.get(args[0] as string);
      if (hold !== undefined) paid.push({ process: hold.process, heldAt: hold.at });
    });
    story.onCall(['cache.set'], ({ process, args, outcome }, at) => {
      const key = args[0] as string;
      if (!key.startsWith(prefix) || !('value' in outcome)) return;
      const { verdict, holdId } = readStoredResult((args[1] as { value: string }).value);
      const address = key.slice(prefix.length);
      const isFirst = !stored.has(address);
      stored.add(address);
      if (verdict === undefined || holdId !== undefined || !isFirst) return;
      const domain = address.slice(address.lastIndexOf('@') + 1);
      if (recorded.has(`${process} ${address}`) || listed.has(domain)) return;
      const askedHere = [...requests.values()].filter(
        (asked) =>
          asked.process === process &&
          (asked.about === address || asked.about === domain) &&
          asked.endedAt + lateMs >= at,
      );
      const since = Math.min(...askedHere.map((asked) => asked.at));
      const isPaid = paid.some((hold) => hold.process === process && hold.heldAt >= since);
      if (isPaid || askedHere.some(({ pays }) => !pays)) return;
      fail(`${process} gives away what it has found out about ${address}, and nobody has paid for it`, [
        address,
        process,
      ]);
    });
  },
};
