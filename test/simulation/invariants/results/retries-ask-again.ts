import type { JobAttempt } from '../../../../src/ports/index.ts';
import type { EmailVerification } from '../../../../src/resources.ts';
import type { EgressPlan } from '../../service/service-plan.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { isWithoutMail, type World } from '../../world/world.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from './sound-exchange.ts';
import { longestAttemptMs } from './verdicts.ts';

/** An address that was put off, and is to be tried again. */
interface PutOff {
  /** When its first attempt was recorded. */
  readonly firstAt: number;
  /** When the last one was. */
  readonly lastAt: number;
}

/** Servers that put recipients off say more to whoever comes back. */
export const retriesAskAgain: Invariant = {
  name: 'retries ask again',
  promise:
    'Each retry of an address of a list asks a mail server about it, unless its answer has become known meanwhile; one that exists behind sound servers, which only greylist, or only verify elsewhere, is known in the end, where an egress has the same IP address in all processes, and, if there are several, the process still remembers through which one it asked.',
  watch({ story, world, service, faults, maps, fail }) {
    const egresses = service.processes.flatMap(({ plan }) => plan.egresses);
    // Small maps forget through which egress an address was put off, before its item is stored.
    const forgets = maps.mostEntries !== undefined && new Set(egresses.map(({ name }) => name)).size > 1;
    const isOneClient = hasOneAddressEach(egresses) && !forgets;
    const all = service.processes.map(({ name }) => name);
    const putOff = new Map<string, PutOff>();
    /** When a server last answered about each address. */
    const askedAt = new Map<string, number>();
    story.on('recipient-answered', ({ address }, at) => {
      askedAt.set(addressKey(address), at);
    });
    story.onCall(['jobs.record'], ({ process, args, outcome }, at) => {
      if (!('value' in outcome)) return;
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      const recorded = new Set((outcome.value as { recorded: readonly number[] }).recorded);
      for (const { position, attempt, result, retryAt } of attempts) {
        if (!recorded.has(position) || !('mx_record' in result) || 'credits_consumed' in result) continue;
        const { email, status, substatus } = result as EmailVerification;
        const key = `${jobId} ${position}`;
        const before = putOff.get(key);
        if (status !== 'unknown' || retryAt === null) putOff.delete(key);
        else putOff.set(key, { firstAt: before?.firstAt ?? at, lastAt: at });
        if (before === undefined || status !== 'unknown') continue;
        const exchanges = world.exchangesOf(email);
        if (exchanges.length === 0 || !exchanges.every(isSound)) continue;
        const name = story.nameOf(jobId);
        const isHindered = (from: number, processes: readonly string[]) =>
          processes.some(
            (each) => hindrancesOf(faults, { process: each, exchanges, from, until: at }).length > 0,
          );
        const wasAsked = (askedAt.get(addressKey(email)) ?? 0) >= before.lastAt;
        if (!wasAsked && !isHindered(before.lastAt, [process]))
          fail(`attempt ${attempt} of ${name} at ${email} got ${substatus}, and no server was asked`, [
            name,
            email,
          ]);
        // Any process may have made an earlier attempt.
        const since = before.firstAt - longestAttemptMs;
        if (
          retryAt === null &&
          isOneClient &&
          putsOffOnce(exchanges) &&
          exists(email, world) &&
          !isHindered(since, all)
        )
          fail(
            `${name} ends with ${substatus} for ${email}, which exists, behind servers that only put off`,
            [name, email],
          );
      }
    });
  },
};

/** One that greylists, and begins to verify elsewhere only after that, may still be at it when the last retry comes. */
function putsOffOnce(exchanges: readonly ExchangeSpec[]): boolean {
  return exchanges.every(({ greylist, calloutMs }) => greylist === undefined || calloutMs === undefined);
}

/** Whoever greylists sees another client where an egress has another address in another process. */
function hasOneAddressEach(egresses: readonly EgressPlan[]): boolean {
  const addresses = new Set(egresses.map(({ name, clientAddress }) => `${name} ${clientAddress}`));
  return addresses.size === new Set(egresses.map(({ name }) => name)).size;
}

/** True if mail for an address arrives all day. */
function exists(email: string, world: World): boolean {
  const truth = world.truthOf(email);
  const isTaken = truth.kind === 'mailbox' || (truth.kind === 'no-mailbox' && truth.catchAll);
  return isTaken && !world.routesOf(email).some(isWithoutMail);
}
