import type { Clock } from '../../../src/ports/clock.ts';
import type { MailboxScript, SandboxDomain, SandboxExchange } from '../world.ts';
import { foldLocalPart, type SandboxMailbox } from './command.ts';
import type { ReplyText, ReplyTexts } from './reply-texts.ts';

/** The mailboxes of a domain, shared by all of its exchanges. */
export class DomainMailboxes {
  readonly catchAll: boolean;
  readonly unknownReply: ReplyText | undefined;
  readonly #scripts: ReadonlyMap<string, MailboxScript>;
  readonly #replyCounts = new Map<string, number>();

  constructor(domain: SandboxDomain) {
    this.catchAll = domain.catchAll ?? false;
    this.unknownReply = domain.unknownReply;
    const { mailboxes = [] } = domain;
    const scripts: readonly (readonly [string, MailboxScript])[] = isList(mailboxes)
      ? mailboxes.map((localPart) => [localPart, 'accepts'])
      : Object.entries(mailboxes);
    this.#scripts = new Map(scripts.map(([localPart, script]) => [foldLocalPart(localPart), script]));
  }

  script(localPart: string): MailboxScript {
    return this.#scripts.get(localPart) ?? (this.catchAll ? 'accepts' : 'missing');
  }

  /** Advances the script of a mailbox, and returns its next reply; the last one repeats. */
  advance(localPart: string, replies: readonly ReplyText[]): ReplyText {
    const given = this.#replyCounts.get(localPart) ?? 0;
    this.#replyCounts.set(localPart, given + 1);
    return replies[Math.min(given, replies.length - 1)] ?? '';
  }
}

function isList(mailboxes: NonNullable<SandboxDomain['mailboxes']>): mailboxes is readonly string[] {
  return Array.isArray(mailboxes);
}

/** The origin of an envelope, as greylisting sees it. */
export interface EnvelopeOrigin {
  readonly network: string;
  readonly sender: string;
}

/** Decides how an exchange answers RCPT, if nothing else in the session prevents it. */
export class RecipientDirectory {
  readonly #domains: ReadonlyMap<string, DomainMailboxes>;
  readonly #settings: SandboxExchange;
  readonly #texts: ReplyTexts;
  readonly #greylist: Greylist;

  constructor(
    domains: ReadonlyMap<string, DomainMailboxes>,
    settings: SandboxExchange,
    texts: ReplyTexts,
    clock: Clock,
  ) {
    this.#domains = domains;
    this.#settings = settings;
    this.#texts = texts;
    this.#greylist = new Greylist(clock);
  }

  reply(mailbox: SandboxMailbox, origin: EnvelopeOrigin): ReplyText {
    if (this.#settings.acceptsEverything) return this.#texts.accepted;
    const domain = this.#domains.get(mailbox.domain);
    if (domain === undefined) return this.#texts.relayDenied;
    const script = domain.script(mailbox.localPart);
    const { greylistMs, greylists = 'everybody' } = this.#settings;
    const exempt = greylists === 'existing' && script === 'missing';
    if (greylistMs !== undefined && !exempt && !this.#recordGreylistAttempt(mailbox, origin, greylistMs)) {
      return this.#texts.greylisted;
    }
    return this.#scripted(script, mailbox, domain, origin);
  }

  #scripted(
    script: MailboxScript,
    mailbox: SandboxMailbox,
    domain: DomainMailboxes,
    origin: EnvelopeOrigin,
  ): ReplyText {
    if (script === 'accepts') return this.#texts.accepted;
    if (script === 'missing') return domain.unknownReply ?? this.#texts.missing;
    if (script === 'full') return this.#texts.full;
    if (script === 'disabled') return this.#texts.disabled;
    if ('reply' in script) return script.reply;
    if ('replies' in script) return domain.advance(mailbox.localPart, script.replies);
    return this.#recordGreylistAttempt(mailbox, origin, script.greylistMs)
      ? this.#texts.accepted
      : this.#texts.greylisted;
  }

  #recordGreylistAttempt(mailbox: SandboxMailbox, origin: EnvelopeOrigin, waitMs: number): boolean {
    return this.#greylist.recordAttempt(
      { ...origin, recipient: `${mailbox.localPart}@${mailbox.domain}` },
      waitMs,
    );
  }
}

/** Records first attempts by network, sender and recipient. Used by single mailboxes and by whole servers. */
class Greylist {
  readonly #firstSeen = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a first attempt. Returns whether `waitMs` have passed since it. */
  recordAttempt(attempt: { network: string; sender: string; recipient: string }, waitMs: number): boolean {
    const key = JSON.stringify([attempt.network, attempt.sender.toLowerCase(), attempt.recipient]);
    const firstSeen = this.#firstSeen.get(key);
    if (firstSeen === undefined) this.#firstSeen.set(key, this.#clock.now());
    return this.#clock.now() - (firstSeen ?? this.#clock.now()) >= waitMs;
  }
}
