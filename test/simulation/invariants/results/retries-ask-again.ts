import type { JobAttempt } from '../../../../src/index.ts';
import type { EmailVerification } from '../../../../src/resources.ts';
import { addressKey } from '../../world/address-keys.ts';
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
    'Each retry of an address of a list asks a mail server about it, unless its answer has become known meanwhile; one that exists behind sound servers, which only greylist, or verify elsewhere, is known in the end.',
  watch({ story, world, faults, fail }) {
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
        const isHindered = (from: number) =>
          hindrancesOf(faults, { process, exchanges, from, until: at }).length > 0;
        if ((askedAt.get(addressKey(email)) ?? 0) < before.lastAt && !isHindered(before.lastAt))
          fail(`attempt ${attempt} of ${name} at ${email} got ${substatus}, and no server was asked`, [
            name,
            email,
          ]);
        if (retryAt === null && isKnown(email, world) && !isHindered(before.firstAt - longestAttemptMs))
          fail(
            `${name} ends with ${substatus} for ${email}, which exists, behind servers that only put off`,
            [name, email],
          );
      }
    });
    return {};
  },
};

/** True if mail for an address arrives all day. */
function isKnown(email: string, world: World): boolean {
  const truth = world.truthOf(email);
  const exists = truth.kind === 'mailbox' || (truth.kind === 'no-mailbox' && truth.catchAll);
  return exists && !world.routesOf(email).some(isWithoutMail);
}
