import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { type GivenVerdict, onVerdicts } from './verdicts.ts';

type CheckedVerdict = Pick<GivenVerdict, 'email' | 'status' | 'confidence' | 'catchAll'>;

/** Whether a verdict says that it is open whether the domain is a catch-all, and is no surer than that allows. */
export function isUndetermined({
  catchAll,
  confidence,
}: Pick<GivenVerdict, 'catchAll' | 'confidence'>): boolean {
  return catchAll === null && confidence !== null && confidence <= 95;
}

/** Acceptances are read right: nothing that its servers refuse, or cannot be asked about, is called deliverable. */
export const nothingSafeThatIsRefused: Invariant = {
  name: 'nothing safe that is refused',
  promise:
    'An address is called safe only if its server accepts it, and a catch-all is not taken for a mailbox.',
  watch({ story, world, fail }) {
    /** By address, at domains with a backup: whether a server that knows its recipients has accepted it, or a backup only. */
    const acceptedBy = new Map<string, 'known' | 'backup'>();
    story.on('recipient-answered', ({ connection: { host }, address, code }) => {
      if (code >= 300 || !world.exchangesOf(address).some(({ isBackup }) => isBackup)) return;
      const key = addressKey(address);
      if (world.exchanges.get(host)?.isBackup !== true) acceptedBy.set(key, 'known');
      else if (!acceptedBy.has(key)) acceptedBy.set(key, 'backup');
    });
    const check = ({ email, status, confidence, catchAll }: CheckedVerdict) => {
      if (status !== 'safe' && status !== 'risky') return;
      if (status === 'safe' && acceptedBy.get(addressKey(email)) === 'backup')
        return fail(`${email} is called safe, but only a backup has accepted it, which accepts everybody`, [
          email,
        ]);
      const truth = world.truthOf(email);
      const exchanges = world.exchangesOf(email);
      // Such a server accepts everything: nothing can be known there.
      const acceptsAll = exchanges.some(({ acceptsEverything, isBackup }) => acceptsEverything || isBackup);
      if (acceptsAll || !world.isHonest(email)) return;
      const isRefused =
        truth.kind === 'no-address' ||
        truth.kind === 'no-mail' ||
        (truth.kind === 'no-mailbox' && !truth.catchAll) ||
        (truth.kind === 'mailbox' && truth.state === 'disabled');
      if (isRefused)
        return fail(`${email} is called ${status}, but the truth is ${JSON.stringify(truth)}`, [email]);
      // Null says that it could not be found out.
      const isCatchAll = world.domains.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase())?.catchAll;
      if (catchAll !== null && catchAll !== isCatchAll)
        fail(`${email}: the domain is said to be ${catchAll ? 'a' : 'no'} catch-all`, [email]);
      if (isCatchAll && status === 'safe' && !isUndetermined({ catchAll, confidence }))
        fail(`${email} is called safe with a confidence of ${confidence} at a catch-all`, [email]);
    };
    onVerdicts(story, (verdict) => {
      // Without mail servers nothing is safe, and risky is said of the domain or the local part.
      if (verdict.level === 'smtp') check(verdict);
    });
    story.on('lookup-answered', ({ outcome }) => {
      if (outcome.kind === 'finding' && outcome.email !== null)
        check({ email: outcome.email, status: 'safe', confidence: null, catchAll: false });
    });
    return {};
  },
};
