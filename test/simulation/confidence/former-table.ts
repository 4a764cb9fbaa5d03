import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';

/** How verdicts were judged before there was a model: a table, and a catch-all is what accepts the probe. */
const table = {
  accepted: 97,
  acceptedBehindGateway: 90,
  acceptedUndetermined: 75,
  roleAccount: 80,
  catchAll: 40,
  mailboxFull: 45,
  notFound: 99,
  notFoundWeak: 85,
  disabled: 95,
};

/** What the former rules knew of a domain: one refusal proved that it is no catch-all, and a deferred probe nothing. */
export class FormerDomain {
  isCatchAll: boolean | null = null;
  /** The catch-all probes that it would have cost. */
  probes = 0;

  /** Takes note of an answer. `probe`: what the domain answers to a recipient that does not exist. */
  note(answer: ProbeAnswer, probe: 'accepted' | 'refused' | 'put-off'): void {
    if (answer.kind !== 'reply') return;
    const { meaning, certainty } = answer.classification;
    if (meaning === 'mailbox-not-found' && certainty === 'explicit') this.isCatchAll = false;
    if ((meaning !== 'accepted' && meaning !== 'mailbox-full') || this.isCatchAll !== null) return;
    // One that was put off was repeated after a quarter of an hour only.
    if (probe !== 'put-off' || this.probes === 0) this.probes += 1;
    if (probe !== 'put-off') this.isCatchAll = probe === 'accepted';
  }

  /** Returns the confidence in a verdict about an address at the domain, in percent. */
  confidence(
    answer: ProbeAnswer,
    { roleAccount, gateway }: { readonly roleAccount: boolean; readonly gateway: boolean },
  ): number {
    if (answer.kind !== 'reply') throw new TypeError('Only replies have a confidence.');
    const { meaning, certainty } = answer.classification;
    if (meaning === 'mailbox-disabled') return table.disabled;
    if (meaning === 'mailbox-not-found') return certainty === 'weak' ? table.notFoundWeak : table.notFound;
    if (this.isCatchAll === true) return table.catchAll;
    if (meaning === 'mailbox-full') return table.mailboxFull;
    if (roleAccount) return table.roleAccount;
    if (this.isCatchAll === null) return table.acceptedUndetermined;
    return gateway ? table.acceptedBehindGateway : table.accepted;
  }
}
