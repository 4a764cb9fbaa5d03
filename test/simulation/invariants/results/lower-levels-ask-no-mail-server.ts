import type { LookupRow, VerificationLevel } from '../../../../src/resources.ts';
import { keysOf } from '../../clients/client-list.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { onVerdicts } from './verdicts.ts';

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

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
    /** Domains about which DNS may be asked. */
    const resolved = new Set<string>();
    const noteAddress = (email: string, level: VerificationLevel) => {
      const key = addressKey(email);
      (level === 'smtp' ? verified : checked).add(key);
      if (level !== 'syntax') resolved.add(domainOf(key));
    };
    const notePerson = ({ domain }: LookupRow) => {
      verified.add(`@${domain.toLowerCase()}`);
      resolved.add(domain.toLowerCase());
    };
    story.on('check-asked', ({ email, level }) => noteAddress(email, level));
    story.on('single-asked', ({ email }) => noteAddress(email, 'smtp'));
    story.on('lookup-asked', ({ row }) => notePerson(row));
    story.on('job-submitted', ({ list }) => {
      if (list.kind === 'people') for (const row of list.rows) notePerson(row);
      else for (const key of keysOf(list)) noteAddress(key, list.level);
    });
    story.on('dns-answered', ({ process, question }) => {
      const [, domain = ''] = /^MX (.+)$/.exec(question) ?? [];
      if (domain !== '' && !resolved.has(domain))
        fail(`${process} asks DNS about ${domain}, which nobody wants it to`, [domain]);
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
  },
};
