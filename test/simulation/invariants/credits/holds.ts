import type { CreditLedger, HoldResult } from '../../../../src/ports/index.ts';
import { onAnswers, onRequests } from '../answers.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** Six minutes. `serve` and `worker` sweep every 30 seconds, and an engine when it charges, after as long. */
const sweptWithinMs = 360_000;
/** An engine that has just swept does not for so long. */
const sweepIntervalMs = 30_000;
/** Of each process. */
const mostCharges = 200;

/** Credits set aside come back, or are used, by the expiry of their hold and the next sweep of some process. */
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
        open.delete(args[0] as string);
      }
    });
    story.onCall(['ledger.sweep'], ({ outcome }, at) => {
      if (!('value' in outcome)) return;
      for (const [id, { expiresAt }] of open) if (expiresAt <= at) open.delete(id);
    });
    /** When each process has set credits aside, the last times. */
    const chargedAt = new Map<string, readonly number[]>();
    story.onCall(['ledger.hold'], ({ process, args, outcome }, at) => {
      const { purpose } = args[0] as Parameters<CreditLedger['hold']>[0];
      // A correction by the operator is no charge.
      if (!('value' in outcome) || purpose?.kind === 'correction') return;
      chargedAt.set(process, [...(chargedAt.get(process) ?? []), at].slice(-mostCharges));
    });
    /** Some process has had reason to sweep since then, and nothing has struck it. */
    const shouldBeSwept = (expiresAt: number) =>
      service.processes.some(({ plan, name }) => {
        if (faults.during(expiresAt, time.now).some((fault) => strikesProcess(fault, name))) return false;
        const charges = chargedAt.get(name) ?? [];
        return (
          plan.sweeps ||
          charges.some(
            (at) => at >= expiresAt + sweepIntervalMs && at < time.now - sweptWithinMs + sweepIntervalMs,
          )
        );
      });
    const check = () => {
      for (const [id, { account, expiresAt }] of open)
        if (expiresAt + sweptWithinMs < time.now && shouldBeSwept(expiresAt))
          fail(`a hold of ${account} is still open ${time.now - expiresAt} ms after its expiry`, [
            story.nameOf(id),
            account,
          ]);
    };
    return { regularly: check, afterCalm: check, atEnd: check };
  },
};

/** A hold lasts for a minute longer than the work that it pays for may take, whatever goes wrong meanwhile. */
const graceMs = 59_000;

/** Work ends by its deadline, and its hold a minute later: even a slow store has answered by then. */
export const holdsLastAsLongAsTheirWork: Invariant = {
  name: 'holds last as long as their work',
  promise:
    'The credits set aside for a request stay so until it ends: no request fails because its own hold has expired, unless it ends more than a minute after its timeout.',
  watch({ story, fail }) {
    const timeouts = new Map<number, number>();
    onRequests(story, ({ request, timeoutMs }) => {
      timeouts.set(request, timeoutMs);
    });
    onAnswers(story, ({ request, email, outcome, tookMs }) => {
      const timeoutMs = timeouts.get(request) ?? 0;
      timeouts.delete(request);
      if (outcome.kind !== 'error' || !outcome.message.startsWith('The credits set aside')) return;
      if (tookMs >= timeoutMs + graceMs) return;
      fail(`request ${request} for ${email} lost its credits while it was worked on`, [
        `request ${request} `,
        email,
      ]);
    });
  },
};
