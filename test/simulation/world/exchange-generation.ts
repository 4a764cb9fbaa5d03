import { providerTexts } from '../../../adapters/sandbox/smtp/provider-texts.ts';
import { postfixTexts } from '../../../adapters/sandbox/smtp/reply-texts.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { ErrorLimits, ExchangeSpec, GreylistSpec, Hostility, RecipientLimits } from './exchange-spec.ts';
import type { ProviderSpec } from './provider-mix.ts';

const hostilities: readonly Hostility[] = [
  'silent',
  'endless-greeting',
  'garbage',
  'hangs-up',
  'random-answers',
  'closes-at-mail',
];

const refusalsAtHello: readonly Hostility[] = ['hangs-up-at-hello', 'refuses-hello'];

const never = 1_000_000;
const patient: ErrorLimits = { slowAt: never, refuseAllAt: never, refusal: '', closeAt: never };

/** Hands out IP addresses that are reachable from everywhere, so that the guard lets them pass. */
export class AddressPlan {
  #next = 0;
  #next6 = 0;
  #nextSilent = 0;

  next(): string {
    this.#next += 1;
    return `45.${80 + (this.#next >> 14)}.${(this.#next >> 6) & 255}.${1 + ((this.#next & 63) << 1)}`;
  }

  /** Returns an address where no server is. */
  nextSilent(): string {
    this.#nextSilent += 1;
    return `45.200.${this.#nextSilent >> 7}.${1 + ((this.#nextSilent & 127) << 1)}`;
  }

  /** Two in each /64. */
  next6(): string {
    this.#next6 += 1;
    return `2a01:4f8:${(this.#next6 >> 1).toString(16)}::${25 + (this.#next6 & 1)}`;
  }
}

type GenerateExchange = (
  provider: ProviderSpec,
  host: string,
  random: RandomStream,
  plan: AddressPlan,
) => ExchangeSpec;

/** Generates a server of a large provider: fast, many, with limits by client address. */
export const providerExchange: GenerateExchange = (provider, host, random, plan) => {
  return {
    host,
    addresses: [plan.next()],
    addresses6: random.chance(0.3) ? [plan.next6()] : [],
    silentAddresses: [],
    texts: { ...postfixTexts, ...provider.texts },
    enhancedCodes: true,
    echo: random.chance(0.5),
    oneWayMs: random.integer(5, 60),
    jitterMs: random.integer(0, 8),
    greetingMs: random.skewed(1, 300),
    replyMs: random.skewed(1, 120),
    pipelining: provider.pipelining,
    startTls: provider.startTls,
    smtpUtf8: random.chance(0.7),
    greylist: undefined,
    connectionLimit:
      provider.perClient === undefined
        ? undefined
        : // At least what a sound server allows: the rules on those are to be about large providers, too.
          { perClient: Math.max(provider.perClient, 12), how: 'refuse' },
    recipientLimits: undefined,
    countedAs: host,
    halvedAfterMs: undefined,
    recipientsPerTransaction: provider.recipientsPerTransaction,
    errorLimits: patient,
    mostNonMailCommands: undefined,
    dropsPipelinedInput: false,
    flakiness: 0,
    tarpitMs: 0,
    calloutMs: undefined,
    acceptsEverything: provider.acceptsEverything ?? false,
    isBackup: false,
    isRetired: false,
    reach: 'open',
    hostility: undefined,
  };
};

/** Generates a server of a small company or hosting company: anything that servers do. */
export const ownExchange: GenerateExchange = (provider, host, random, plan) => {
  const base = providerExchange(provider, host, random, plan);
  const texts = random.chance(0.25) ? { ...postfixTexts, ...providerTexts.exim } : base.texts;
  const own: ExchangeSpec = {
    ...base,
    recipientLimits: recipientLimits(random.fork(`recipient limits of ${host}`)),
    texts,
    enhancedCodes: random.chance(0.8),
    oneWayMs: random.skewed(3, 200),
    jitterMs: random.skewed(0, 40),
    greetingMs: random.chance(0.1) ? random.integer(3_000, 7_000) : random.skewed(1, 800),
    replyMs: random.chance(0.12) ? random.integer(1_000, 4_000) : random.skewed(1, 400),
    pipelining: random.chance(0.8),
    startTls: random.weighted([
      [50, 'works'],
      [40, 'none'],
      [5, 'refused'],
      [5, 'broken'],
    ] as const),
    greylist: random.chance(0.3) ? greylist(random) : undefined,
    connectionLimit: random.chance(0.15)
      ? { perClient: random.integer(1, 3), how: random.chance(0.7) ? 'refuse' : 'hang' }
      : undefined,
    recipientsPerTransaction: random.weighted([
      [70, 50],
      [20, 5],
      [10, 1],
    ] as const),
    errorLimits: random.weighted<ErrorLimits>([
      [50, { ...patient, slowAt: 10, closeAt: 20 }],
      [25, patient],
      [10, { ...patient, slowAt: 2, closeAt: 4 }],
      [15, impatient(random)],
    ]),
    flakiness: random.chance(0.15) ? random.pick([0.05, 0.2, 0.5]) : 0,
    tarpitMs: random.chance(0.05) ? random.integer(1_000, 8_000) : 0,
    calloutMs: random.chance(0.05) ? random.integer(1_000, 20_000) : undefined,
    reach: random.weighted([
      [94, 'open'],
      [3, 'refuses'],
      [3, 'silent'],
    ] as const),
    hostility: random.chance(0.05) ? random.pick(hostilities) : undefined,
  };
  return { ...own, ...traits(own, random.fork(`traits of ${host}`), plan) };
};

/** What some servers do besides, drawn apart from the rest. */
function traits(
  { texts, pipelining, hostility }: ExchangeSpec,
  random: RandomStream,
  plan: AddressPlan,
): Partial<ExchangeSpec> {
  const isExim = texts.missing === providerTexts.exim.missing;
  const refusesAtHello = random.chance(0.02) ? random.pick(refusalsAtHello) : undefined;
  return {
    // Exim's own number is 10.
    mostNonMailCommands: isExim && random.chance(0.7) ? 10 : undefined,
    dropsPipelinedInput: pipelining && random.chance(0.03),
    silentAddresses: random.chance(0.06) ? [plan.nextSilent()] : [],
    hostility: hostility ?? refusesAtHello,
  };
}

/** Generates a server that many companies rent, each under a name of its own. */
export const sharedExchange: GenerateExchange = (provider, host, random, plan) => {
  const exchange = ownExchange(provider, host, random, plan);
  return random.fork(`connection limit of ${host}`).chance(0.3)
    ? { ...exchange, connectionLimit: { perClient: 1, how: 'refuse-as-blocked' } }
    : exchange;
};

/** Generates a backup exchange, which takes mail while the primary one is away. */
export const backupExchange: GenerateExchange = (provider, host, random, plan) => {
  return { ...providerExchange(provider, host, random, plan), isBackup: true, startTls: 'none' };
};

/** Generates a server that has no customers any more, and refuses every recipient. */
export const retiredExchange: GenerateExchange = (provider, host, random, plan) => {
  return { ...providerExchange(provider, host, random, plan), texts: postfixTexts, isRetired: true };
};

/** Refuses everybody after a few refusals, without saying that it does not mean the recipient. */
function impatient(random: RandomStream): ErrorLimits {
  const refuseAllAt = random.integer(1, 6);
  return {
    slowAt: never,
    refuseAllAt,
    refusal: random.pick(['550', '550 Requested action not taken', '554 5.7.1 Too many bad recipients']),
    closeAt: random.chance(0.5) ? refuseAllAt + random.integer(1, 3) : never,
  };
}

/** What a server bears of the recipients of a client: so little that the few of a day are often too many. */
function recipientLimits(random: RandomStream): RecipientLimits | undefined {
  return random.weighted<() => RecipientLimits | undefined>([
    [85, () => undefined],
    [8, () => ({ perSecond: random.integer(1, 4) })],
    [7, () => ({ missing: { most: random.integer(1, 10), withinMs: random.integer(2_000, 120_000) } })],
  ])();
}

function greylist(random: RandomStream): GreylistSpec {
  return {
    delayMs: random.weighted([
      [70, 300_000],
      [20, 60_000],
      [10, 1_500_000],
    ] as const),
    network: random.chance(0.6) ? 24 : 32,
    beforeDirectory: random.chance(0.5),
  };
}
