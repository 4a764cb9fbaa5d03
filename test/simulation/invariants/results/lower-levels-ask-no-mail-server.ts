import { keysOf } from '../../clients/client-list.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { onVerdicts } from './verdicts.ts';

/** What a verdict can say that nobody was asked for. */
const knownWithoutDns: readonly string[] = [
  'invalid_syntax',
  'disposable',
  'role_account',
  'not_asked',
  'timeout',
];
const ourFaults: readonly string[] = ['service_unavailable', 'storage_unavailable'];

/** Verifications at the levels `syntax` and `dns`. That they cost nothing is a rule of its own. */
export const lowerLevelsAskNoMailServer: Invariant = {
  name: 'lower levels ask no mail server',
  promise:
    'A verification at the level syntax or dns asks no mail server, and one at syntax not even DNS; it never calls an address safe.',
  watch({ story, fail }) {
    const checked = new Set<string>();
    /** Addresses about which mail servers may be asked, and the domains of people, after an `@`. */
    const verified = new Set<string>();
    story.on('check-asked', ({ email }) => checked.add(addressKey(email)));
    story.on('single-asked', ({ email }) => verified.add(addressKey(email)));
    story.on('lookup-asked', ({ row }) => verified.add(`@${row.domain.toLowerCase()}`));
    story.on('job-submitted', ({ list }) => {
      if (list.kind === 'people')
        for (const { domain } of list.rows) verified.add(`@${domain.toLowerCase()}`);
      else for (const key of keysOf(list)) (list.level === 'smtp' ? verified : checked).add(key);
    });
    story.on('recipient-answered', ({ connection: { host }, address }) => {
      const key = addressKey(address);
      const mayBeAsked = verified.has(key) || verified.has(key.slice(key.lastIndexOf('@')));
      if (checked.has(key) && !mayBeAsked)
        fail(`${host} is asked about ${address}, which nobody wants to be asked about`, [address]);
    });
    onVerdicts(story, ({ email, level, status, substatus }) => {
      if (level === 'smtp') return;
      if (status === 'safe' || (level === 'syntax' && !knownWithoutDns.includes(substatus)))
        fail(`${email} is called ${status} (${substatus}) at the level ${level}`, [email]);
    });
    story.on('check-answered', ({ email, level, outcome }) => {
      if (outcome.kind === 'error' && !ourFaults.includes(outcome.code))
        fail(`${email}, at the level ${level}: ${outcome.message}`, [email]);
    });
    return {};
  },
};
