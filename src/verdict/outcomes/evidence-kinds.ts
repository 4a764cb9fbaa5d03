import { onFirstUse } from '../../first-use.ts';
import {
  type Acceptance,
  deliveryProbability,
  disposableProbability,
  percentOf,
  refusalProbability,
} from '../confidence/confidence.ts';

/** A kind of evidence by which outcomes are counted, and what the tables can say of its verdicts. */
export interface EvidenceKind {
  /** Such as `accepted`, `accepted+catch_all` or `not_found`. Names no address. */
  readonly name: string;
  /** Whether its verdicts say that mail is delivered, or that it bounces. */
  readonly predicts: 'delivery' | 'bounce';
  /** How often its verdicts come true by the tables, typically. Only decides how much the first outcomes move. */
  readonly typical: number;
  /** The lowest and the highest confidence that the tables give. */
  readonly least: number;
  readonly most: number;
}

/** What is accepted: by itself, at a full mailbox, by a provider that accepts everybody, or of a disposable domain. */
const acceptedKinds = ['accepted', 'full', 'unverifiable', 'disposable'] as const;

/** What is known of the domain: no catch-all; not known; most likely one; one. */
const catchAllStates = ['no', 'unsure', 'catch_all_likely', 'catch_all'] as const;

type AcceptedKind = (typeof acceptedKinds)[number];
type CatchAllState = (typeof catchAllStates)[number];

/** What an acceptance is counted under. */
export interface AcceptanceFeatures {
  readonly accepted: AcceptedKind;
  readonly catchAll: CatchAllState;
  readonly roleAccount: boolean;
  readonly filtered: boolean;
}

/** Returns the name of the kind: `accepted+catch_all+role+filter`. */
export function nameOfAcceptance({ accepted, catchAll, roleAccount, filtered }: AcceptanceFeatures): string {
  return [
    accepted,
    ...(catchAll === 'no' ? [] : [catchAll]),
    ...(roleAccount ? ['role'] : []),
    ...(filtered ? ['filter'] : []),
  ].join('+');
}

/** Returns the kind of this name, or undefined if there is none. */
export function evidenceKind(name: string): EvidenceKind | undefined {
  return kindsByName().get(name);
}

/** Returns the confidence nearest to this one that the tables can give to a verdict of the kind. */
export function nearestOfTables({ least, most }: EvidenceKind, confidence: number): number {
  return Math.min(most, Math.max(least, confidence));
}

const kindsByName = onFirstUse(
  () => new Map([...refusals(), ...acceptances()].map((kind) => [kind.name, kind])),
);

function refusals(): readonly EvidenceKind[] {
  return [
    refusal('not_found', ['notFoundByCode', 'notFoundByWords']),
    refusal('not_found_unexplained', ['notFoundUnexplained']),
    refusal('disabled', ['disabled', 'disabledUnexplained']),
  ];
}

type RefusalRate = Parameters<typeof refusalProbability>[0];

/** The first rate is the typical one. */
function refusal(name: string, rates: readonly [RefusalRate, ...RefusalRate[]]): EvidenceKind {
  const percents = rates.map((rate) => percentOf(refusalProbability(rate)));
  return {
    name,
    predicts: 'bounce',
    typical: refusalProbability(rates[0]),
    least: Math.min(...percents),
    most: Math.max(...percents),
  };
}

function acceptances(): readonly EvidenceKind[] {
  const flags = [false, true];
  return acceptedKinds.flatMap((accepted) =>
    catchAllStates.flatMap((catchAll) =>
      flags.flatMap((roleAccount) =>
        flags.map((filtered) => acceptance({ accepted, catchAll, roleAccount, filtered })),
      ),
    ),
  );
}

/** The probabilities of a catch-all: typical, least, most. The typical ones are estimates, and decide next to nothing. */
const catchAllProbabilities: Readonly<Record<CatchAllState, readonly [number, number, number]>> = {
  // A backup that answers for a domain that is none may be one.
  no: [0, 0, 0.5],
  unsure: [0.1, 0, 0.5],
  catch_all_likely: [0.8, 0.5, 1],
  catch_all: [1, 0.5, 1],
};

function acceptance(features: AcceptanceFeatures): EvidenceKind {
  const { accepted, catchAll, roleAccount, filtered } = features;
  const disposable = accepted === 'disposable';
  const [typical, least, most] = disposable ? [0, 0, 1] : catchAllProbabilities[catchAll];
  const common: Acceptance = {
    catchAllProbability: typical,
    acceptsEverything: accepted === 'unverifiable',
    filtered,
    putOffFirst: false,
    roleAccount,
    disposable,
    full: accepted === 'full',
  };
  const worst: Acceptance = {
    ...common,
    catchAllProbability: most,
    putOffFirst: true,
    // Verdicts name the first risk only: further ones are not told of disposable addresses, and of catch-alls not that they are full.
    ...(disposable ? { filtered: true, roleAccount: true, full: true } : {}),
    ...(catchAll === 'catch_all' || catchAll === 'catch_all_likely' ? { full: true } : {}),
  };
  // Nor that the provider, or this very server, accepts everybody: after any other risk. Nothing is known of the domain then.
  const namesOtherRisk = roleAccount || accepted === 'full';
  const mayAcceptEverything =
    disposable || catchAll === 'catch_all_likely' || (catchAll === 'unsure' && namesOtherRisk);
  const worsts = mayAcceptEverything ? [worst, { ...worst, acceptsEverything: true }] : [worst];
  return {
    name: nameOfAcceptance(features),
    predicts: 'delivery',
    typical: deliveryProbability(common),
    least: Math.min(...worsts.map((each) => percentOf(deliveryProbability(each)))),
    most: disposable
      ? percentOf(disposableProbability())
      : percentOf(deliveryProbability({ ...common, catchAllProbability: least })),
  };
}
