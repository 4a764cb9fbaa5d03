import type { NoMailReason } from '../exchange/mx-plan.ts';
import { onFirstUse } from '../first-use.ts';

/** The `explanation` of a verdict: one sentence that names the cause. */
export const explanations = {
  deliverable: 'The mail server accepts this address and refuses addresses that do not exist.',
  deliverableFiltered:
    'The filter in front of the mail server accepts this address and refuses others, but the server behind it may know better.',
  deliverableUndetermined:
    'The mail server accepts this address; whether it would accept any address could not be found out.',
  deliverableRefusesSome:
    'The mail server accepts this address and has refused others at this domain, so it most likely refuses those that do not exist.',
  deliverableContradicted:
    'The mail server accepts this address, but has both accepted and refused addresses at this domain that hardly exist.',
  deliverableByBackup:
    'The mail server could not be asked; its backup accepts this address, and may accept others that do not exist.',
  disposable: 'The address belongs to a disposable email service, whose mailboxes are soon abandoned.',
  catchAll:
    'The mail server accepts every address at this domain, so it does not tell whether this mailbox exists.',
  catchAllLikely:
    'The mail server most likely accepts every address at this domain, so it hardly tells whether this mailbox exists.',
  catchAllRefusesSome:
    'The mail server accepts addresses at this domain that cannot exist and refuses only some, so it does not tell whether this mailbox exists.',
  catchAllContradicted:
    'The mail server refuses some addresses at this domain but most likely accepts others that do not exist, so it hardly tells whether this mailbox exists.',
  catchAllUnprobed:
    'The mail server has refused no address at this domain so far and most likely accepts every one, so it hardly tells whether this mailbox exists.',
  backupAccepts:
    'The mail server could not be asked, and its backup may accept every address, so it does not tell whether this mailbox exists.',
  mailboxFull: 'The mailbox exists but is full, so new mail is returned for now.',
  roleAccount: 'The address is accepted, but belongs to a function such as info or support, not to a person.',
  unverifiable:
    'This provider accepts every address at first and only refuses mail later, so the mailbox cannot be checked.',
  knownDelivered:
    'The mail server accepts every address, but your own mail to this one was delivered and has not bounced since.',
  knownOpened:
    'The mail server accepts every address, but your own mail to this one was opened and has not bounced since.',
  knownBounced:
    'The mail server accepts every address at first, but your own mail to this one came back because of the mailbox.',
  notFound: 'The mail server says that this mailbox does not exist.',
  notFoundWeak:
    'The mail server refuses this address without saying why; most likely the mailbox does not exist.',
  disabled: 'The mail server says that this mailbox is disabled.',
  greylisted: 'The mail server puts off unknown senders (greylisting) and wants to be asked again later.',
  timeout: 'The mail server did not answer in the time allowed.',
  dnsTimeout: 'The name servers of the domain did not answer in the time allowed.',
  unreachable: 'No connection to any mail server of the domain could be made.',
  noAddress: 'The mail servers named by the domain have no address on the internet.',
  notPublic: 'The mail servers named by the domain are not on the public internet.',
  hangsUp: 'The mail server ended the conversation before it answered.',
  notResponsible: 'The mail server named by the domain says that it does not take mail for it.',
  blocked: 'The mail server refuses to talk to us, so it did not tell whether the mailbox exists.',
  senderRefused: 'The mail server refuses our sender address, so it did not tell whether the mailbox exists.',
  policyRefused:
    'The mail server refused for reasons of its own policy, without saying anything of the mailbox.',
  dnsError: 'The name servers of the domain gave an error, so its mail server is not known.',
  temporaryFailure: 'The mail server has a temporary problem and wants to be asked again later.',
  rateLimited: 'The mail server limits how often it may be asked and wants to be asked again later.',
  mailboxBusy:
    'The mailbox exists but has received too much mail for now, so the mail server wants to be asked again later.',
  verificationPending:
    'The mail server is itself still checking this address and wants to be asked again later.',
  tlsRequired: 'The mail server insists on encryption, which could not be set up.',
  unexpected: 'The mail server answered in a way that tells nothing of the mailbox.',
  notAskedDns:
    'The address is well-formed; neither the name servers of its domain nor its mail server were asked.',
  notAskedServer: 'The domain has a mail server, which was not asked about this address.',
  smtpUtf8:
    'The mail server does not take addresses with international characters, so it could not be asked.',
} as const satisfies Record<string, string>;

/** Names an explanation, whatever its words. */
export type ExplanationCode = keyof typeof explanations;

/**
 * Returns the code of an explanation, in whatever white space; undefined for any other text. Results are kept in files, and their
 * outcomes recorded weeks later: whoever changes a text that is read again (`verdict-evidence.ts`) adds the former one here.
 */
export function codeOfExplanation(text: string): ExplanationCode | undefined {
  return codesByText().get(text) ?? codesByText().get(withPlainSpaces(text));
}

const codesByText = onFirstUse(
  () =>
    new Map(
      Object.entries(explanations).map(([code, text]): [string, ExplanationCode] => [
        text,
        code as ExplanationCode,
      ]),
    ),
);

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Explanations for domains that take no mail. */
export const noMailExplanations = {
  'reserved-name': 'The domain name is reserved for special use and never receives mail.',
  'no-domain': 'The domain does not exist.',
  'no-records': 'The domain has no mail server and no address at all.',
  'null-mx': 'The domain declares that it takes no mail.',
} as const satisfies Record<NoMailReason, string>;
