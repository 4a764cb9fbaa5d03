import { addressKey } from '../../world/address-keys.ts';
import { functionNames } from '../../world/names.ts';
import { isWithoutMail, type World } from '../../world/world.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchStrangers } from '../strangers.ts';
import { watchSources } from '../verdict-sources.ts';
import { tellsAtOnce } from './sound-exchange.ts';
import { onVerdicts } from './verdicts.ts';

/** More than a sound server takes, and those that wait in front of it. */
const patientMs = 30_000;
/** Results are reused for so long. */
const reuseMs = 86_400_000;

/** The other side of the rules on wrong verdicts: they cannot be kept by knowing nothing. */
export const soundServersAreBelieved: Invariant = {
  name: 'sound servers are believed',
  promise:
    'If you wait 30 seconds or send a list, and nothing has failed on the way to the sound servers of a domain, which neither greylist nor verify elsewhere, you get the truth, at the first attempt of a list; or what somebody in a hurry was told within the last 24 hours, who may have left the catch-all question open.',
  watch({ story, world, faults, fail }) {
    const worksFor = watchSources(story);
    const strangers = watchStrangers(story, world);
    /** When somebody last asked about an address and would not wait for long. */
    const hurriedAt = new Map<string, number>();
    story.on('single-asked', ({ email, timeoutMs }, at) => {
      if (timeoutMs < patientMs) hurriedAt.set(addressKey(email), at);
    });
    onVerdicts(
      story,
      ({ name, level, email, status, substatus, catchAll, since, timeoutMs, process }, at) => {
        if (level !== 'smtp' || timeoutMs < patientMs) return;
        // Another rule is about what DNS said at the time.
        if (new Set(world.routesOf(email).map(isWithoutMail)).size > 1) return;
        const exchanges = world.exchangesOf(email);
        if (!exchanges.every(tellsAtOnce) || world.hasOwnPolicy(email)) return;
        if (strangers.mayHarm(email, since)) return;
        // Where one server accepts everything and another one does not, it depends on the one that is asked.
        const kinds = exchanges.filter(({ isRetired }) => !isRetired).map((one) => one.acceptsEverything);
        if (new Set(kinds).size > 1) return;
        const expected = outcomeOf(email, world);
        if (`${status} ${substatus}` === expected) return;
        // The answer to somebody in a hurry is reused (service document, "Caching").
        const leavesOpen = catchAll === null && (status === 'safe' || status === 'risky');
        const sinceHurryMs = at - (hurriedAt.get(addressKey(email)) ?? Number.NEGATIVE_INFINITY);
        const accepted = expected === 'safe deliverable' || expected === 'risky catch_all';
        if (leavesOpen && accepted && sinceHurryMs < reuseMs) return;
        const works = worksFor({ process, email, from: since, until: at });
        if (
          Object.values(works)
            .flat()
            .some((work) => hindrancesOf(faults, { ...work, exchanges }).length > 0)
        )
          return;
        fail(
          `${name} got ${status} (${substatus}) for ${email}, but it is ${expected}, and nothing is wrong with its servers`,
          [`${name} `, email],
        );
      },
    );
    return {};
  },
};

/** Returns the status and the substatus that are right for an address, if its servers can be asked. */
function outcomeOf(email: string, world: World): string {
  const truth = world.truthOf(email);
  const { catchAll = false, isDisposable = false } = world.domainOf(email) ?? {};
  const acceptsEverything = world
    .exchangesOf(email)
    .some((exchange) => exchange.acceptsEverything && !exchange.isRetired);
  switch (truth.kind) {
    case 'no-address':
      return 'invalid invalid_syntax';
    case 'no-mail':
      return 'invalid no_mx_records';
    case 'no-mailbox':
      if (!catchAll && !acceptsEverything) return 'invalid mailbox_not_found';
      break;
    case 'mailbox':
      if (truth.state === 'disabled' && !acceptsEverything) return 'invalid mailbox_disabled';
  }
  if (isDisposable) return 'risky disposable';
  if (catchAll && !acceptsEverything) return 'risky catch_all';
  if (truth.kind === 'mailbox' && truth.state === 'full' && !acceptsEverything) return 'risky mailbox_full';
  if (functionNames.includes(email.slice(0, email.lastIndexOf('@')).toLowerCase()))
    return 'risky role_account';
  return acceptsEverything ? 'risky unverifiable' : 'safe deliverable';
}
