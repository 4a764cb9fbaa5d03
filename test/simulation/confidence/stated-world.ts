import type { Dns } from '../../../src/ports/dns.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import type { ReplyCounts } from '../../../src/verdict/catch-all/catch-all-model.ts';
import { catchAllProbability } from '../../../src/verdict/catch-all/catch-all-odds.ts';
import { noCounts } from '../../../src/verdict/catch-all/known-domain.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { StatedParameters } from './stated-parameters.ts';

/** What is true of one domain. */
export interface StatedDomain {
  readonly name: string;
  readonly kind: 'own' | 'hosted' | 'filtered';
  readonly catchAll: boolean;
  /** Puts everybody off at first. */
  readonly greylists: boolean;
  /** Undefined if the preferred exchange can be reached. */
  readonly backup: { readonly acceptsAnybody: boolean } | undefined;
  readonly addresses: readonly string[];
}

/** How a recipient is answered, and whether mail to it is delivered. */
interface Recipient {
  readonly said: keyof typeof wordings;
  readonly delivered: boolean;
}

const greylistMs = 300_000;

const wordings = {
  accepted: [250, '2.1.5 Ok'],
  full: [552, '5.2.2 Mailbox full'],
  byCode: [550, '5.1.1 User unknown'],
  byWords: [550, 'No such user here'],
  unexplained: [550, 'Requested action not taken'],
  closed: [550, '5.2.1 The mailbox is disabled'],
  putOff: [450, '4.2.0 Greylisted, try again later'],
} as const;

const hosts = {
  own: (name: string) => `mail.${name}`,
  hosted: () => 'aspmx.l.google.com',
  filtered: () => 'mx0a-00000001.pphosted.com',
};

/** Shares of domains; each is a starting value, and no part of what is calibrated. */
const mix = { hosted: 0.4, filtered: 0.12, greylisting: 0.15, away: 0.03, roleAccounts: 0.06, full: 0.01 };

const roleNames = ['info', 'sales', 'support', 'contact', 'office'];

/** Domains whose replies follow stated parameters, and what becomes of mail to their addresses. */
export class StatedWorld {
  readonly domains = new Map<string, StatedDomain>();
  /** The RCPTs that were answered. */
  recipients = 0;
  readonly #parameters: StatedParameters;
  readonly #random: RandomStream;
  /** Draws what becomes of mail, and nothing else: worlds that differ in that alone say the same. */
  readonly #fates: RandomStream;
  readonly #perDomain: number | undefined;
  readonly #now: () => number;
  readonly #known = new Map<string, Recipient>();
  readonly #firstAsked = new Map<string, number>();
  /** Per domain: what its real recipients were answered so far, from which the next answer is drawn (Pólya's urn). */
  readonly #drawn = new Map<string, { accepted: number; unknown: number; unexplained: number }>();
  readonly #closing = new Set<string>();
  readonly #seen = new Map<string, ReplyCounts>();

  constructor(
    parameters: StatedParameters,
    list: {
      readonly random: RandomStream;
      readonly fates: RandomStream;
      readonly now: () => number;
      readonly addresses: number;
      /** Undefined: some domains have one, others many. */
      readonly perDomain: number | undefined;
    },
  ) {
    const { random, fates, now, addresses, perDomain } = list;
    this.#parameters = parameters;
    this.#random = random;
    this.#fates = fates;
    this.#perDomain = perDomain;
    this.#now = now;
    for (let left = addresses; left > 0; ) {
      const domain = this.#createDomain(left);
      this.domains.set(domain.name, domain);
      left -= domain.addresses.length;
    }
  }

  readonly dns: Dns = {
    mx: async (name) => {
      const domain = this.#domain(name);
      const main = { preference: 10, exchange: hosts[domain.kind](name) };
      const records =
        domain.backup === undefined ? [main] : [main, { preference: 20, exchange: `backup.${name}` }];
      return { kind: 'records', records, ttlSeconds: 60 };
    },
    a: async () => ({ kind: 'no-data', ttlSeconds: 60 }),
    aaaa: async () => ({ kind: 'no-data', ttlSeconds: 60 }),
    close: async () => {},
  };

  /** Answers a recipient as the exchange would. */
  async ask(host: string, address: string): Promise<ProbeAnswer> {
    const domain = this.#domain(address.slice(address.indexOf('@') + 1));
    const fromBackup = host.startsWith('backup.');
    if (domain.backup !== undefined && !fromBackup)
      return { kind: 'unreachable', problem: 'connection_refused', testedMs: Number.POSITIVE_INFINITY };
    this.recipients += 1;
    if (domain.greylists && this.#putsOff(address)) return answerIn('putOff', address);
    return answerIn(this.#recipientOf(address, domain).said, address);
  }

  /** Returns whether mail to an address is delivered. Only for one that was answered. */
  isDelivered(address: string): boolean {
    return this.#known.get(address)?.delivered ?? false;
  }

  /**
   * Returns the confidence of an observer who knows the parameters, and has seen the same replies of the domain: what every
   * verifier can know at best.
   */
  observe(address: string, answer: ProbeAnswer): number {
    if (answer.kind !== 'reply') throw new TypeError('Only replies can be judged.');
    const { failures, refusedWrongly, catchAll, selectiveDomain, catchAllDomain } = this.#parameters;
    const domain = this.#domain(address.slice(address.indexOf('@') + 1));
    switch (this.#recipientOf(address, domain).said) {
      case 'byCode':
        return 1 - refusedWrongly.notFoundByCode;
      case 'byWords':
        return 1 - refusedWrongly.notFoundByWords;
      case 'unexplained':
        return 1 - refusedWrongly.notFoundUnexplained;
      case 'closed':
        return 1 - refusedWrongly.disabled;
      default: {
        const share = domain.backup
          ? catchAll.backup
          : domain.kind === 'filtered'
            ? catchAll.filter
            : catchAll.usual;
        const probability = catchAllProbability(this.#seenOf(domain.name), share, {
          selective: selectiveDomain,
          catchAll: catchAllDomain,
        });
        const passed = failuresOf(address, domain, answer, failures).reduce(
          (left, failing) => left * (1 - failing),
          1,
        );
        return passed * (1 - probability * failures.anyRecipient);
      }
    }
  }

  #seenOf(name: string): ReplyCounts {
    return this.#seen.get(name) ?? noCounts;
  }

  /** Notes what everybody can see of the first answer about a recipient. */
  #see(domain: StatedDomain, address: string, said: keyof typeof wordings): void {
    if (said === 'full') return;
    const isProbe = !domain.addresses.includes(address);
    const kind = isProbe
      ? said === 'accepted'
        ? 'probesAccepted'
        : 'probesRefused'
      : said === 'byCode' || said === 'byWords'
        ? 'unknown'
        : said;
    if (kind === 'putOff') return;
    const before = this.#seenOf(domain.name);
    this.#seen.set(domain.name, { ...before, [kind]: before[kind] + 1 });
  }

  #domain(name: string): StatedDomain {
    const domain = this.domains.get(name);
    if (domain === undefined) throw new RangeError(`There is no domain ${name}.`);
    return domain;
  }

  #createDomain(most: number): StatedDomain {
    const random = this.#random;
    const { catchAll } = this.#parameters;
    const name = `company${this.domains.size}.com`;
    const kind = random.weighted([
      [mix.hosted, 'hosted'],
      [mix.filtered, 'filtered'],
      [1 - mix.hosted - mix.filtered, 'own'],
    ] as const);
    const isCatchAll = random.chance(kind === 'filtered' ? catchAll.filter : catchAll.usual);
    const isAway = kind === 'own' && random.chance(mix.away);
    // Half of the domains have one address in the list, some have many.
    const count = Math.min(most, this.#perDomain ?? (random.chance(0.5) ? 1 : random.skewed(2, 40)));
    const addresses = Array.from({ length: count }, (_, index) => {
      const local = random.chance(mix.roleAccounts) ? roleNames[index] : undefined;
      return `${local ?? `person${index}`}@${name}`;
    });
    const acceptsAnybody = random.chance(catchAll.backup);
    const model = isCatchAll ? this.#parameters.catchAllDomain : this.#parameters.selectiveDomain;
    if (random.chance(model.closesSome)) this.#closing.add(name);
    return {
      name,
      kind,
      catchAll: isCatchAll,
      greylists: kind === 'own' && !isAway && random.chance(mix.greylisting),
      backup: isAway ? { acceptsAnybody } : undefined,
      addresses,
    };
  }

  #putsOff(address: string): boolean {
    const since = this.#firstAsked.get(address) ?? this.#now();
    this.#firstAsked.set(address, since);
    return this.#now() - since < greylistMs;
  }

  #recipientOf(address: string, domain: StatedDomain): Recipient {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const recipient = this.#createRecipient(address, domain);
    this.#known.set(address, recipient);
    this.#see(domain, address, recipient.said);
    return recipient;
  }

  #createRecipient(address: string, domain: StatedDomain): Recipient {
    const random = this.#random;
    const acceptsAnybody = domain.backup?.acceptsAnybody ?? domain.catchAll;
    if (!domain.addresses.includes(address)) {
      const { catchAllDomain, selectiveDomain } = this.#parameters;
      const { probeAccepted } = acceptsAnybody ? catchAllDomain : selectiveDomain;
      return { said: random.chance(probeAccepted) ? 'accepted' : 'byCode', delivered: false };
    }
    const { refusedWrongly, failures } = this.#parameters;
    switch (this.#draw(domain, acceptsAnybody)) {
      case 'closed':
        return { said: 'closed', delivered: this.#fates.chance(refusedWrongly.disabled) };
      case 'unexplained':
        return { said: 'unexplained', delivered: this.#fates.chance(refusedWrongly.notFoundUnexplained) };
      case 'unknown': {
        const byCode = random.chance(0.8);
        const wrongly = byCode ? refusedWrongly.notFoundByCode : refusedWrongly.notFoundByWords;
        return { said: byCode ? 'byCode' : 'byWords', delivered: this.#fates.chance(wrongly) };
      }
      case 'accepted': {
        const full = random.chance(mix.full);
        const said = full ? 'full' : 'accepted';
        const hurdles = [
          ...failuresOf(address, domain, answerIn(said, address), failures),
          acceptsAnybody ? failures.anyRecipient : 0,
        ];
        const passed = hurdles.reduce((left, failing) => left * (1 - failing), 1);
        return { said, delivered: this.#fates.chance(passed) };
      }
    }
  }

  #draw(domain: StatedDomain, acceptsAnybody: boolean): 'accepted' | 'unknown' | 'unexplained' | 'closed' {
    const random = this.#random;
    const { closedShare, catchAllDomain, selectiveDomain } = this.#parameters;
    if (acceptsAnybody && closedShare !== undefined)
      return random.chance(closedShare) ? 'unknown' : 'accepted';
    if (this.#closing.has(domain.name) && random.chance(0.03)) return 'closed';
    const { recipients } = acceptsAnybody ? catchAllDomain : selectiveDomain;
    const drawn = this.#drawn.get(domain.name) ?? { accepted: 0, unknown: 0, unexplained: 0 };
    this.#drawn.set(domain.name, drawn);
    const kind = random.weighted([
      [recipients.accepted + drawn.accepted, 'accepted'],
      [recipients.unknown + drawn.unknown, 'unknown'],
      [recipients.unexplained + drawn.unexplained, 'unexplained'],
    ] as const);
    drawn[kind] += 1;
    return kind;
  }
}

/** Returns what mail to an accepted recipient has to pass, but for a catch-all: how often each fails. */
function failuresOf(
  address: string,
  domain: StatedDomain,
  answer: ProbeAnswer,
  failures: StatedParameters['failures'],
): readonly number[] {
  return [
    failures.accepted,
    domain.kind === 'filtered' ? failures.filter : 0,
    domain.greylists ? failures.putOffFirst : 0,
    roleNames.some((name) => address.startsWith(`${name}@`)) ? failures.roleAccount : 0,
    answer.kind === 'reply' && answer.classification.meaning === 'mailbox-full' ? failures.mailboxFull : 0,
  ];
}

function answerIn(said: keyof typeof wordings, recipient: string): ProbeAnswer {
  const [code, line] = wordings[said];
  const reply = { code, lines: [line] };
  return {
    kind: 'reply',
    stage: 'rcpt',
    reply,
    classification: classify(reply, { stage: 'rcpt', recipient }),
  };
}
