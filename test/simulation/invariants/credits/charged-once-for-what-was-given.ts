import { rowKey } from '../../../../src/lookup/row.ts';
import type { CreditLedger, HoldResult, HoldState } from '../../../../src/ports/index.ts';
import { addressOf } from '../../clients/person-row.ts';
import { addressKey } from '../../world/address-keys.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isFinal, readStoredResult } from '../stored-result.ts';
import { watchPatience } from './asked-patience.ts';

type HoldRequest = Parameters<CreditLedger['hold']>[0];

interface SingleCharge {
  readonly id: string;
  readonly account: string;
  readonly process: string;
  readonly placedAt: number;
  state: 'open' | HoldState;
  refunded: boolean;
  /** Somebody has got its answer, or may have: the one who pays, or another one through the cache. */
  used: boolean;
  /** When its answer was stored, for which address, and whether another try would find the same. */
  stored: { readonly at: number; readonly key: string; readonly conclusive: boolean } | undefined;
  /** How long the one who pays would have waited, at the most. Undefined: nobody waits any more. */
  askedForMs: number | undefined;
}

/** An answer that was stored, by whom it was paid. */
interface StoredAnswer {
  readonly at: number;
  /** Undefined: nobody is charged for it. */
  readonly charge: SingleCharge | undefined;
  /** Who would wait for less, or as long, is given it again. */
  readonly reusableForMs: number;
}

interface GivenAnswer {
  readonly request: number;
  readonly email: string;
  readonly account: string;
  readonly at: number;
  /** It says itself that it was charged. */
  readonly saysCharged: boolean;
  readonly sources: readonly StoredAnswer[];
}

const reusedMs = 86_400_000;
/** However far clocks are set. */
const leastReusedMs = 20 * 3_600_000;
/** From the placing of a hold until its answer is stored. */
const placingMs = 300_000;
/** A fault may have struck before a charge, and while its answer was found out, stored and given. */
const beforeWorkMs = 60_000;
const workMs = 240_000;
const undoneWithinMs = 2 * 3_600_000;
/** A caller that has waited for another, and has less time left, begins no work. */
const leastWorkMs = 1_000;
const prefixes = ['verification:', 'lookup:'] as const;
const fatePrefix = 'fate:';
const watchedCalls = [
  ...['ledger.hold', 'ledger.capture', 'ledger.release', 'ledger.grant'],
  ...['cache.set', 'cache.add', 'cache.removeGroup', 'jobs.create'],
];

/** Each charge of a single request belongs to an answer that somebody has or can get, and each answer to a charge. */
export const chargedOnceForWhatWasGiven: Invariant = {
  name: 'charged once for what was given',
  promise:
    'A fresh answer is charged once within 24 hours, and given no longer than that; an unknown is charged again only to somebody who would wait longer; an error or an answer you did not get costs nothing.',
  watch({ story, service, faults, fail }) {
    const charges = new Map<string, SingleCharge>();
    const answers = new Map<string, StoredAnswer[]>();
    const given: GivenAnswer[] = [];
    /** When each answer was removed because its address was forgotten, and the answers that name an address. */
    const removedAt = new Map<string, number[]>();
    const grouped = new Map<string, string[]>();
    const deaths: { readonly process: string; readonly at: number }[] = [];
    /** No clock of a process is ever wrong by more. */
    let clockErrorMs = Math.max(...service.processes.map(({ plan }) => Math.abs(plan.aheadMs)));
    story.on('clock-stepped', ({ byMs }) => {
      clockErrorMs += Math.abs(byMs);
    });
    story.on('process-killed', ({ process }, at) => deaths.push({ process, at }));
    story.onCall(watchedCalls, ({ method, args, outcome, process }, at) => {
      if (!('value' in outcome)) return;
      if (method === 'ledger.hold' && (outcome.value as HoldResult).kind === 'held') {
        const { id, account } = args[0] as HoldRequest;
        if (!charges.has(id) && !id.startsWith('correction:'))
          charges.set(id, {
            id,
            account,
            process,
            placedAt: at,
            state: 'open',
            refunded: false,
            used: false,
            stored: undefined,
            askedForMs: undefined,
          });
      } else if (method === 'ledger.capture' || method === 'ledger.release') {
        const charge = charges.get(args[0] as string);
        if (charge !== undefined) charge.state = outcome.value === 'captured' ? 'captured' : 'released';
      } else if (method === 'ledger.grant') {
        const { id } = args[0] as { id: string };
        const charge = charges.get(id.replace(/^refund:/, ''));
        if (charge !== undefined && id.startsWith('refund:')) charge.refunded = true;
      } else if (
        method === 'cache.set' &&
        prefixes.some((prefix) => (args[0] as string).startsWith(prefix))
      ) {
        const entry = args[1] as { readonly value: string; readonly expiresAt: number };
        const keptMs = entry.expiresAt - at;
        if (entry.value !== '' && keptMs > reusedMs + clockErrorMs)
          fail(`${process} keeps the answer about ${args[0]} for ${keptMs} ms`, [args[0] as string]);
        noteStored(args[0] as string, entry.value, at);
      } else if (method === 'cache.add' && (args[0] as string).startsWith(fatePrefix)) {
        const charge = charges.get((args[0] as string).slice(fatePrefix.length));
        if (charge !== undefined && (outcome.value as { value: string }).value === 'used') charge.used = true;
      } else if (method === 'cache.removeGroup') {
        for (const key of grouped.get(args[0] as string) ?? []) noteStored(key, '', at);
      } else if (method === 'jobs.create' && (outcome.value as { created: boolean }).created)
        charges.delete((args[0] as { id: string }).id);
    });
    const noteStored = (key: string, value: string, at: number) => {
      if (value === '') {
        removedAt.set(key, [...(removedAt.get(key) ?? []), at]);
        return;
      }
      const { verdict, finding, holdId, patienceMs } = readStoredResult(value);
      if (finding?.kind === 'found') {
        const group = `lookup:${addressKey(finding.verification.email)}`;
        grouped.set(group, [...(grouped.get(group) ?? []), key]);
      }
      const charge = holdId === undefined ? undefined : charges.get(holdId);
      const conclusive = finding !== undefined ? isFinal(finding) : verdict?.status !== 'unknown';
      if (charge !== undefined) {
        charge.stored = { at, key, conclusive };
        charge.askedForMs = waitedForMs({ ...charge, key });
      }
      const reusableForMs = conclusive ? Number.POSITIVE_INFINITY : patienceMs;
      const stored = answers.get(key) ?? [];
      answers.set(key, stored);
      stored.push({ at, charge, reusableForMs });
    };
    const waitedForMs = watchPatience(story);
    const timeoutsMs = new Map<number, number>();
    story.on('single-asked', ({ request, timeoutMs }) => timeoutsMs.set(request, timeoutMs));
    /** The process that has worked out an answer has given it to the client who pays. */
    const noteUsed = (
      key: string,
      client: { process: string; account: string | undefined; askedAt: number },
    ) => {
      for (const { charge } of answers.get(key) ?? [])
        if (
          charge?.process === client.process &&
          charge.account === client.account &&
          charge.placedAt >= client.askedAt
        )
          charge.used = true;
    };
    story.on('single-answered', ({ request, process, email, account, outcome, tookMs }, at) => {
      if (outcome.kind === 'error' || outcome.kind === 'client-left') return;
      const key = `verification:${addressKey(email)}`;
      noteUsed(key, { process, account, askedAt: at - tookMs });
      if (outcome.kind !== 'verdict' || account === undefined || outcome.substatus === 'timeout') return;
      // Without a charge, like `timeout`: time was up, or nearly, while the store or another caller was waited for.
      const isInsteadOfTimeout = tookMs >= (timeoutsMs.get(request) ?? 0) - leastWorkMs;
      if (outcome.substatus === 'invalid_syntax' && isInsteadOfTimeout) return;
      noteGiven({ request, email, account, at, saysCharged: false }, key);
    });
    story.on('lookup-answered', ({ request, process, row, account, outcome, tookMs }, at) => {
      if (outcome.kind === 'error' || outcome.kind === 'client-left') return;
      const key = `lookup:${rowKey(row)}`;
      noteUsed(key, { process, account, askedAt: at - tookMs });
      if (outcome.kind !== 'finding' || account === undefined || outcome.substatus === 'timeout') return;
      noteGiven({ request, email: addressOf(row), account, at, saysCharged: outcome.credits > 0 }, key);
    });
    const noteGiven = (answer: Omit<GivenAnswer, 'sources'>, key: string) => {
      const { at } = answer;
      const sources = (answers.get(key) ?? []).filter((stored) => at - stored.at <= reusedMs + 3 * 3_600_000);
      given.push({ ...answer, sources });
    };
    return {
      afterCalm() {
        for (const { request, email, account, saysCharged, sources } of given) {
          const isPaid = sources.some(({ charge }) => {
            if (charge === undefined) return !saysCharged;
            return (
              charge.state === 'captured' && !charge.refunded && (!saysCharged || charge.account === account)
            );
          });
          if (!isPaid)
            fail(`request ${request} of ${account} got an answer about ${email} that nobody has paid for`, [
              `request ${request} `,
              email,
            ]);
        }
        for (const charge of charges.values()) {
          if (charge.state !== 'captured' || charge.refunded) continue;
          const { stored, account, id, placedAt, process } = charge;
          if (stored === undefined)
            return fail(`${account} paid for an answer that was never stored`, [id, account]);
          // A process that dies forgets what it has to undo.
          const hasDied = deaths.some(
            (death) =>
              death.process === process && death.at >= placedAt && death.at <= placedAt + undoneWithinMs,
          );
          if (!charge.used && !hasDied)
            return fail(`${account} paid for an answer about ${stored.key} that nobody got`, [
              id,
              stored.key,
            ]);
        }
        checkAllOnce();
      },
      // What was found out in the first hours is asked about once more in the evening.
      atEnd: checkAllOnce,
    };

    /** What stood still, or could not reach the store, may have worked on what another one had taken over. */
    function wasHindered({ placedAt, process }: SingleCharge): boolean {
      return faults
        .during(placedAt - beforeWorkMs, placedAt + workMs)
        .some((fault) => strikesProcess(fault, process));
    }

    /** True if whatever was known since, and before a charge, was worked out as patiently as its caller asked. */
    function wasEnough(key: string, since: number, { placedAt, askedForMs }: SingleCharge): boolean {
      const known = (answers.get(key) ?? []).filter(({ at }) => at >= since && at <= placedAt);
      const leastMs = Math.min(...known.map(({ reusableForMs }) => reusableForMs));
      return known.length > 0 && askedForMs !== undefined && askedForMs <= leastMs;
    }

    function checkAllOnce(): void {
      const byKey = new Map<string, SingleCharge[]>();
      for (const charge of charges.values()) {
        const { state, refunded, stored } = charge;
        if (state !== 'captured' || refunded || stored === undefined) continue;
        const others = byKey.get(stored.key) ?? [];
        byKey.set(stored.key, others);
        others.push(charge);
      }
      for (const [key, paid] of byKey) checkOnce(key, paid);
    }

    function checkOnce(key: string, paid: readonly SingleCharge[]): void {
      const reusedForMs = Math.max(leastReusedMs, reusedMs - 2 * clockErrorMs - placingMs);
      for (const first of paid) {
        for (const second of paid) {
          const { stored } = first;
          // Of two that work at once, the one that is done first was given no answer of the other.
          if (stored === undefined || second === first || (second.stored?.at ?? 0) < stored.at) continue;
          if (second.placedAt - stored.at > reusedForMs) continue;
          if (!stored.conclusive && !wasEnough(key, stored.at, second)) continue;
          // Also while both were working on it: then none is given the answer of the other.
          const from = Math.min(stored.at, second.placedAt);
          const until = second.stored?.at ?? second.placedAt;
          const wasForgotten = removedAt.get(key)?.some((at) => at >= from && at <= until);
          if (wasForgotten) continue;
          if (wasHindered(first) || wasHindered(second)) continue;
          fail(
            `${key} was charged twice: to ${first.account}, and ${second.placedAt - first.placedAt} ms later to ${second.account}`,
            [key],
          );
        }
      }
    }
  },
};
