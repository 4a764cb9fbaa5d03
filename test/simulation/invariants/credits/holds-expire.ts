import type { HoldResult } from '../../../../src/index.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** How often the servers of the simulation sweep, and a little more. */
const sweepMs = 310_000;

/** Credits set aside come back, or are used, by the expiry of their hold and the next sweep. */
export const holdsExpire: Invariant = {
  name: 'holds expire',
  promise:
    'Credits that were set aside for work that ended badly are yours again within six minutes after the hold has expired, as long as `serve` or `worker` runs, or an engine that charges somebody.',
  watch({ story, time, service, faults, fail }) {
    const open = new Map<string, { readonly account: string; readonly expiresAt: number }>();
    story.onCall(['ledger.hold', 'ledger.capture', 'ledger.release'], ({ method, args, outcome }, at) => {
      if (!('value' in outcome)) return;
      if (method === 'ledger.hold' && (outcome.value as HoldResult).kind === 'held') {
        const { id, account, expiresInMs } = args[0] as { id: string; account: string; expiresInMs: number };
        if (!open.has(id)) open.set(id, { account, expiresAt: at + expiresInMs });
      } else if (method === 'ledger.capture' || method === 'ledger.release') {
        if (outcome.value !== 'unknown') open.delete(args[0] as string);
      }
    });
    story.onCall(['ledger.sweep'], ({ outcome }, at) => {
      if (!('value' in outcome)) return;
      for (const [id, { expiresAt }] of open) if (expiresAt <= at) open.delete(id);
    });
    /** Some process has swept since then: one that answers clients, and that nothing has struck. */
    const hasBeenSwept = (since: number) =>
      service.processes.some(
        ({ plan, name }) =>
          plan.isFront && !faults.during(since, time.now).some((fault) => strikesProcess(fault, name)),
      );
    const check = () => {
      for (const [id, { account, expiresAt }] of open)
        if (expiresAt + sweepMs < time.now && hasBeenSwept(expiresAt))
          fail(`a hold of ${account} is still open ${time.now - expiresAt} ms after its expiry`, [
            story.nameOf(id),
            account,
          ]);
    };
    return { regularly: check, afterCalm: check, atEnd: check };
  },
};
