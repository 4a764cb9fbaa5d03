import {
  advancePace,
  type PaceBounds,
  type PaceEvent,
  type PaceState,
  recentPace,
  startPace,
} from '../pace/pace.ts';
import { type CountedRecipients, restUntil } from '../pace/recipient-rate.ts';

/**
 * Decides whether one egress may ask one place now: an exchange or provider, an IP address, or one registrant's domains
 * at an exchange. Pure: what was seen goes in with its time, by a clock that never jumps.
 *
 * | state | meaning | entered when | left when |
 * |---|---|---|---|
 * | `open` | as many connections and recipients a second as the pace says | the server has answered us there within the hour; always where any number may be tried | see below |
 * | `trying` | one to three connections, until the server answers | nothing was heard for an hour; the last connection was not greeted; somebody was refused | the server answers somebody whom it did not refuse |
 * | `shut` | nothing is asked | the place blocks us, or asks us to slow down | its time is over: then `trying` after a block, and `open` after a limit |
 *
 * **Evidence has a reach.** What a server says before a recipient was named is about the place. What it says later may
 * be one registrant's own policy, so it moves only the gate of that registrant, and counts for the wider place when
 * several registrants say so, each of which counts once:
 *
 * - *Blocks*: three registrants in a row shut the place, nine where another one was answered within the hour. Any answer
 *   about somebody else begins the row anew, and so does an hour without a refusal. Until then the place is `trying`.
 * - *Limits*: the first one counts when three registrants that were answered before say so within a minute; later ones
 *   count at once. Each registrant counts once in ten minutes.
 *
 * A block lasts as long as `blockLengths` says, and twice as long if it comes again within a day (`BlockRecords`). How
 * long a limit lasts is decided by the pace (`recipient-rate.ts`).
 */
export interface Gate {
  readonly pace: PaceState;
  readonly block: { readonly until: number } | undefined;
  /** Until when nobody is asked about because another process was told to slow down. */
  readonly limitedUntil: number;
  /** Until when an answer counts as a sign that the place serves us. */
  readonly provenUntil: number;
  /** The registrants that were answered last, and until when that counts. */
  readonly answered: readonly AnsweredRegistrant[];
  /** Registrants that were refused since anybody was answered, in their order; empty for the place as a whole. */
  readonly refused: readonly string[];
  /** Until when they count. */
  readonly refusedUntil: number;
  /** When the last limits of registrants counted. */
  readonly limited: ReadonlyMap<string, number>;
}

interface AnsweredRegistrant {
  readonly registrant: string;
  readonly until: number;
}

/** Why nothing is asked at a place. */
type ShutReason = 'limited' | 'blocked';

export type GateState =
  | { readonly kind: 'open' }
  /**
   * `isDoubted`: somebody was refused, so that others are asked through another egress, but one at a time, to find out
   * more. `areTriesUsedUp`: all that were tried were refused, and nobody was answered within the hour.
   */
  | {
      readonly kind: 'trying';
      readonly connections: number;
      readonly areTriesUsedUp: boolean;
      readonly isDoubted: boolean;
    }
  | { readonly kind: 'shut'; readonly why: ShutReason; readonly until: number };

/** What was seen at a place. `registrant`: whom a reply is about; undefined if it is about the place as a whole. */
export type GateEvent =
  | { readonly kind: 'pace'; readonly event: PaceEvent }
  | {
      readonly kind: 'answered';
      readonly registrant: string | undefined;
      readonly accepted: number;
      readonly missing: number;
      readonly others: number;
    }
  | { readonly kind: 'greeted' }
  | { readonly kind: 'ungreeted' }
  /** `isServed`: whether the place has answered about the registrant before. */
  | {
      readonly kind: 'limited';
      readonly registrant: string | undefined;
      readonly isServed: boolean;
      readonly counts: CountedRecipients;
    }
  | { readonly kind: 'refused'; readonly registrant: string | undefined }
  | { readonly kind: 'blocked'; readonly until: number }
  /** Another process was asked to slow down. */
  | { readonly kind: 'paused'; readonly until: number };

/** How a gate behaves, by what it stands for. */
export interface GateRules {
  readonly bounds: PaceBounds;
  /** Connections at once until the place has answered. Infinity: any number. */
  readonly tryingConnections: number;
  /** What shows that the place serves us: a greeting, or an answer about a recipient. */
  readonly provenBy: 'greeting' | 'answer';
  /** True if blocks are about one registrant, and several are needed. */
  readonly hostsOthers: boolean;
}

const hourMs = 3_600_000;
/** After so many refusals in a row, of as many registrants, the place counts as blocking us. */
const refusalsBeforeBlock = 3;
/** The same where others were answered within the hour: they may all be one owner's. */
const refusalsDespiteAnswers = 9;
const maxAnswered = 4;
const limitsBeforeWide = 3;
const limitsWithinMs = 60_000;
const limitCountsOnceMs = 600_000;

export function startGate({ bounds }: GateRules, now: number): Gate {
  return {
    pace: startPace(bounds, now),
    block: undefined,
    limitedUntil: 0,
    provenUntil: 0,
    answered: [],
    refused: [],
    refusedUntil: 0,
    limited: new Map(),
  };
}

const open: GateState = { kind: 'open' };

export function stateOf(known: Gate, { tryingConnections }: GateRules, now: number): GateState {
  const gate = withRecentRefusals(known, now);
  if (gate.block !== undefined && gate.block.until > now)
    return { kind: 'shut', why: 'blocked', until: gate.block.until };
  const limitedUntil = Math.max(gate.limitedUntil, restUntil(gate.pace.rate));
  if (limitedUntil > now) return { kind: 'shut', why: 'limited', until: limitedUntil };
  const isProven = gate.provenUntil > now;
  if ((isProven && gate.refused.length === 0) || !Number.isFinite(tryingConnections)) return open;
  // A connection that was refused is used up: no other one takes its place.
  const connections = Math.max(1, tryingConnections - gate.refused.length);
  const areTriesUsedUp = !isProven && gate.refused.length >= tryingConnections;
  const isDoubted = gate.refused.length > 0;
  return { kind: 'trying', connections: isProven ? 1 : connections, isDoubted, areTriesUsedUp };
}

/** Returns the gate after an event. */
export function advanceGate(gate: Gate, event: GateEvent, rules: GateRules, now: number): Gate {
  switch (event.kind) {
    case 'pace':
      return { ...gate, pace: advancePace(gate.pace, event.event, rules.bounds, now) };
    case 'greeted':
      return rules.provenBy === 'greeting' ? { ...gate, provenUntil: now + hourMs } : gate;
    case 'ungreeted':
      return rules.provenBy === 'greeting' ? { ...gate, provenUntil: 0 } : gate;
    case 'answered':
      return onAnswered(gate, event, rules, now);
    case 'limited':
      return onLimited(gate, event, rules, now);
    case 'refused':
      return onRefused(withRecentRefusals(gate, now), event.registrant, rules, now);
    case 'blocked':
      return {
        ...gate,
        block: { until: event.until },
        provenUntil: 0,
        answered: [],
        refused: [],
      };
    case 'paused':
      return { ...gate, limitedUntil: Math.max(event.until, gate.limitedUntil) };
  }
}

/** True if what was refused in a row shows that the place blocks us. */
export function isBlocked({ refused, answered }: Gate, { hostsOthers }: GateRules, now: number): boolean {
  const areOthersAnswered =
    hostsOthers && answered.some(({ registrant, until }) => until > now && !refused.includes(registrant));
  const last = refused.slice(-refusalsBeforeBlock);
  // What the place says of nobody in particular, it says of everybody.
  if (last.length === refusalsBeforeBlock && last.every((registrant) => registrant === '')) return true;
  return refused.length >= (areOthersAnswered ? refusalsDespiteAnswers : refusalsBeforeBlock);
}

/** Returns the pace that counts now. */
export function paceOf(gate: Gate, { bounds }: GateRules, now: number): PaceState {
  return recentPace(gate.pace, bounds, now);
}

function onAnswered(
  gate: Gate,
  { registrant, accepted, missing, others }: Extract<GateEvent, { kind: 'answered' }>,
  { bounds }: GateRules,
  now: number,
): Gate {
  return {
    ...gate,
    pace: advancePace(gate.pace, { kind: 'replies', accepted, missing, others }, bounds, now),
    provenUntil: now + hourMs,
    answered: registrant === undefined ? gate.answered : withAnswered(gate.answered, registrant, now),
    refused: gate.refused.length === 0 ? gate.refused : [],
  };
}

function withAnswered(
  answered: readonly AnsweredRegistrant[],
  registrant: string,
  now: number,
): readonly AnsweredRegistrant[] {
  const last = answered.at(-1);
  if (last?.registrant === registrant && last.until - now > hourMs / 2) return answered;
  const others = answered.filter((each) => each.registrant !== registrant).slice(1 - maxAnswered);
  return [...others, { registrant, until: now + hourMs }];
}

/** Refusals count for an hour: where others are asked instead, nothing else would end them. */
function withRecentRefusals(gate: Gate, now: number): Gate {
  return gate.refused.length === 0 || gate.refusedUntil > now ? gate : { ...gate, refused: [] };
}

function onRefused(gate: Gate, registrant: string | undefined, rules: GateRules, now: number): Gate {
  return {
    ...gate,
    refused: withRefused(gate.refused, registrant, rules),
    refusedUntil: now + hourMs,
  };
}

/** Where several registrants are needed, each counts once. */
function withRefused(
  refused: readonly string[],
  registrant: string | undefined,
  { hostsOthers }: GateRules,
): readonly string[] {
  if (hostsOthers && registrant !== undefined && refused.includes(registrant)) return refused;
  return [...refused, registrant ?? ''].slice(-refusalsDespiteAnswers);
}

function onLimited(
  gate: Gate,
  { registrant, isServed, counts }: Extract<GateEvent, { kind: 'limited' }>,
  { bounds }: GateRules,
  now: number,
): Gate {
  const advanced = () => advancePace(gate.pace, { kind: 'limited', counts }, bounds, now);
  if (registrant === undefined) return { ...gate, pace: advanced() };
  const countedAt = gate.limited.get(registrant) ?? Number.NEGATIVE_INFINITY;
  if (!isServed || now - countedAt < limitCountsOnceMs) return gate;
  const before = [...gate.limited].filter(([, at]) => now - at < limitCountsOnceMs);
  const limited = new Map(before).set(registrant, now);
  const lately = [...limited.values()].filter((at) => now - at < limitsWithinMs).length;
  const isWide = gate.pace.rate.found !== undefined || lately >= limitsBeforeWide;
  return { ...gate, limited, pace: isWide ? advanced() : gate.pace };
}
