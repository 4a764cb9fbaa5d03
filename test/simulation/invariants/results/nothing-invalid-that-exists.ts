import { isChosen } from '../../network/simulated-dns.ts';
import { isWithoutMail } from '../../world/world.ts';
import type { Invariant } from '../invariant.ts';
import { onVerdicts } from './verdicts.ts';

const cachedMs = 86_400_000;

/**
 * The costliest mistake. Excused are only lies: of hostile servers about their own recipients, and of resolvers, which
 * are reused as long as the verdict is cached.
 */
export const nothingInvalidThatExists: Invariant = {
  name: 'nothing invalid that exists',
  promise: 'An address that takes mail is never called invalid, whatever its server, the network or we do.',
  watch({ story, world, faults, fail }) {
    onVerdicts(story, ({ email, status, substatus, since }, at) => {
      if (status !== 'invalid') return;
      const truth = world.truthOf(email);
      const isRight =
        substatus === 'invalid_syntax'
          ? truth.kind === 'no-address'
          : substatus === 'no_mx_records'
            ? world.routesOf(email, since - cachedMs, at).some(isWithoutMail)
            : substatus === 'mailbox_disabled'
              ? truth.kind === 'mailbox' && truth.state === 'disabled'
              : truth.kind === 'no-mailbox' && !truth.catchAll;
      if (isRight || !world.isHonest(email)) return;
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      const isLie = faults
        .during(since - cachedMs, at)
        .some((fault) => fault.kind === 'resolvers-lie' && isChosen(domain, fault.id, fault.share));
      if (substatus === 'no_mx_records' && isLie) return;
      fail(`${email} is called invalid (${substatus}), but the truth is ${JSON.stringify(truth)}`, [
        email,
        domain,
      ]);
    });
    return {};
  },
};
