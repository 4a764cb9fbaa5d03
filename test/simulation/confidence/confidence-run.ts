import { memoryStores } from '../../../adapters/memory/index.ts';
import { DisposableDomains } from '../../../src/address/disposable-domains.ts';
import { parseMailbox } from '../../../src/address/mailbox.ts';
import { shareOfJob } from '../../../src/concurrency/work-share.ts';
import type { OutageDetector } from '../../../src/exchange/outage.ts';
import { Greylistings } from '../../../src/probe/egress/greylistings.ts';
import type { Prober } from '../../../src/probe/prober.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { CatchAllDetector } from '../../../src/verdict/catch-all/catch-all-detector.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { Verifier } from '../../../src/verdict/verifier.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { JudgedVerdict } from './calibration.ts';
import { type LearningPlan, LearningRounds } from './learning-rounds.ts';
import type { StatedParameters } from './stated-parameters.ts';
import { type StatedDomain, StatedWorld } from './stated-world.ts';

/** What came of one list. */
export interface ConfidenceRun {
  /** All but those whose outcomes were recorded. */
  readonly verdicts: readonly JudgedVerdict[];
  /** The same verdicts, with the confidence that the recorded outcomes have taught. */
  readonly learnedVerdicts: readonly JudgedVerdict[];
  /** The same, once more outcomes were recorded: of verdicts that the first had moved, and of older ones. */
  readonly relearnedVerdicts: readonly JudgedVerdict[];
  /** The same verdicts by an observer who knows the parameters of the world and sees the same replies. */
  readonly observerVerdicts: readonly JudgedVerdict[];
  readonly recipients: number;
  /** Catch-alls whose preferred exchange answers. */
  readonly catchAlls: number;
  /** Those of them called no catch-all in any verdict: `is_domain_catch_all` false. */
  readonly denied: number;
  /** Those of them that greylist and have accepted somebody, and those of these that were called catch-all in the end. */
  readonly greylisting: number;
  readonly seenThrough: number;
  /** Those of them all of whose accepted addresses had the substatus `catch_all` in the end. */
  readonly endedCatchAll: number;
}

const retryMs = 360_000;
const share = shareOfJob({ id: 'job', account: 'acme' });

/** What was seen of a domain, as far as it bears on a verdict. */
class SeenDomain {
  wasDenied = false;
  wasAccepted = false;
  /** An address was accepted, and its verdict had another substatus than `catch_all`. */
  wasTrusted = false;
  lastCatchAll: boolean | null = null;
}

/** How many addresses of which world, and of how many of them the outcome is recorded first. */
export interface ConfidenceList {
  readonly addresses: number;
  readonly seed: number;
  /** What is learned from the first so many. Default nothing. */
  readonly learning?: LearningPlan;
  /** How many there are at each domain. Default: one at half of the domains, and between 2 and 40 at others. */
  readonly perDomain?: number;
}

/** Verifies a list of so many addresses, with a second attempt at those that were put off, and compares with what is true. */
export async function runConfidence(
  parameters: StatedParameters,
  { addresses, seed, learning = { late: 0, first: 0, second: 0 }, perDomain }: ConfidenceList,
): Promise<ConfidenceRun> {
  const clock = new ManualClock();
  const random = new RandomStream(seed, 'confidence');
  const fates = new RandomStream(seed, 'what becomes of mail');
  const world = new StatedWorld(parameters, { random, fates, now: () => clock.now(), addresses, perDomain });
  const listed = random.sample(
    [...world.domains.values()].flatMap((domain) => domain.addresses.map((email) => ({ email, domain }))),
    addresses,
  );
  const seen = new Map([...world.domains.keys()].map((name) => [name, new SeenDomain()]));
  const answers = new Map<string, ProbeAnswer>();
  const verifier = assemble(world, { clock, random, answers });
  const rounds = new LearningRounds(learning);
  const verdicts: JudgedVerdict[] = [];
  const learnedVerdicts: JudgedVerdict[] = [];
  const relearnedVerdicts: JudgedVerdict[] = [];
  const observerVerdicts: JudgedVerdict[] = [];
  let left = listed;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const putOff: typeof listed = [];
    for (const entry of left) {
      const known = seen.get(entry.domain.name);
      if (known === undefined) continue;
      const verdict = await verifier.verify(parseMailbox(entry.email), { timeoutMs: 60_000, share });
      const answer = answers.get(entry.email);
      if (verdict.status === 'unknown' || answer === undefined) {
        putOff.push(entry);
        continue;
      }
      const isInvalid = verdict.status === 'invalid';
      known.wasDenied ||= verdict.is_domain_catch_all === false;
      known.lastCatchAll = verdict.is_domain_catch_all;
      known.wasAccepted ||= !isInvalid;
      known.wasTrusted ||= !isInvalid && verdict.substatus !== 'catch_all';
      const isDelivered = world.isDelivered(entry.email);
      if (await rounds.take(verdict, isDelivered)) continue;
      const held = isInvalid !== isDelivered;
      verdicts.push({ probability: (verdict.confidence ?? 0) / 100, held });
      const { once, last } = rounds.confidencesOf(verdict);
      learnedVerdicts.push({ probability: once, held });
      relearnedVerdicts.push({ probability: last, held });
      observerVerdicts.push({ probability: world.observe(entry.email, answer), held });
    }
    left = putOff;
    clock.leap(retryMs);
  }
  const catchAlls = [...world.domains.values()].filter((domain) => domain.catchAll && !domain.backup);
  const seenOf = (domains: readonly StatedDomain[]) => domains.flatMap(({ name }) => seen.get(name) ?? []);
  const greylisting = seenOf(catchAlls.filter(({ greylists }) => greylists)).filter(
    ({ wasAccepted }) => wasAccepted,
  );
  return {
    verdicts,
    learnedVerdicts,
    relearnedVerdicts,
    observerVerdicts,
    recipients: world.recipients,
    catchAlls: catchAlls.length,
    denied: seenOf(catchAlls).filter(({ wasDenied }) => wasDenied).length,
    greylisting: greylisting.length,
    seenThrough: greylisting.filter(({ lastCatchAll }) => lastCatchAll).length,
    endedCatchAll: greylisting.filter(({ wasTrusted }) => !wasTrusted).length,
  };
}

/** Puts a verifier before the world, with everything real between the replies and the verdict. */
function assemble(
  world: StatedWorld,
  parts: {
    readonly clock: ManualClock;
    readonly random: RandomStream;
    readonly answers: Map<string, ProbeAnswer>;
  },
) {
  const { clock, random, answers } = parts;
  const { cache } = memoryStores({ clock });
  const catchAll = new CatchAllDetector({ cache, clock, random });
  const greylistings = new Greylistings(clock);
  const prober: Pick<Prober, 'ask' | 'greylistings'> = {
    greylistings,
    ask: async (host, recipient) => {
      const answer = await world.ask(host, recipient.address);
      answers.set(recipient.address, answer);
      greylistings.record(recipient.address, answer, 'main');
      catchAll.recordAnswer(recipient, answer);
      return answer;
    },
  };
  const outage: Pick<
    OutageDetector,
    'resolvedSince' | 'askResolvers' | 'checkConnections' | 'connectionsFail'
  > = {
    resolvedSince: () => true,
    askResolvers: async () => {},
    checkConnections: async () => true,
    connectionsFail: false,
  };
  return new Verifier({
    clock,
    dns: { forShare: () => world.dns },
    outage: outage as OutageDetector,
    prober: prober as Prober,
    catchAll,
    tieBreak: () => 0,
    learner: new ConfidenceLearner({ counters: undefined, clock }),
    disposable: new DisposableDomains(),
    disposableUpdates: { refreshIfDue: () => undefined },
    isGateway: ({ gateway = false }) => gateway,
  });
}
