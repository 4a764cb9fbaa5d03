import type { PauseReason } from '../../ports/leases.ts';
import { advancePace, type PaceBounds, type PaceEvent, type PaceState, startPace } from '../pace/pace.ts';
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
 * A block lasts as long as `blockLengths` says, and twice as long if it comes again within a day (`beginBlock`). How
 * long a limit lasts is decided by the pace (`recipient-rate.ts`).
 */
export interface Gate {
  readonly pace: PaceState;
  readonly blockedUntil: number;
  /** Until when nobody is asked about because another process was told to slow down. */
  readonly limitedUntil: number;
  /** Until when an answer counts as a sign that the place serves us. */
  readonly provenUntil: number;
  readonly answered: readonly Said[];
  /** Whom it refused since anybody was answered, in their order. */
  readonly refused: readonly Said[];
  readonly limited: readonly Said[];
}

/** About which registrant something was said, and when last. Its name is empty for the place as a whole. */
interface Said {
  readonly registrant: string;
  readonly at: number;
}

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
  | { readonly kind: 'shut'; readonly why: PauseReason; readonly until: number };

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
const mostAnswered = 4;
const limitsBeforeWide = 3;
const limitsWithinMs = 60_000;
const limitCountsOnceMs = 600_000;

const none: readonly Said[] = [];

export function startGate({ bounds }: GateRules, now: number): Gate {
  const said = { answered: none, refused: none, limited: none };
  return { pace: startPace(bounds, now), blockedUntil: 0, limitedUntil: 0, provenUntil: 0, ...said };
}

const open: GateState = { kind: 'open' };

export function stateOf(gate: Gate, { tryingConnections }: GateRules, now: number): GateState {
  if (gate.blockedUntil > now) return { kind: 'shut', why: 'blocked', until: gate.blockedUntil };
  const limitedUntil = Math.max(gate.limitedUntil, restUntil(gate.pace.rate));
  if (limitedUntil > now) return { kind: 'shut', why: 'limited', until: limitedUntil };
  const isProven = gate.provenUntil > now;
  const refusals = recentRefusals(gate, now).length;
  if ((isProven && refusals === 0) || !Number.isFinite(tryingConnections)) return open;
  return {
    kind: 'trying',
    // A connection that was refused is used up: no other one takes its place.
    connections: isProven ? 1 : Math.max(1, tryingConnections - refusals),
    areTriesUsedUp: !isProven && refusals >= tryingConnections,
    isDoubted: refusals > 0,
  };
}

export function advanceGate(gate: Gate, event: GateEvent, rules: GateRules, now: number): Gate {
  switch (event.kind) {
    case 'pace':
      return { ...gate, pace: advancePace(gate.pace, event.event, rules.bounds, now) };
    case 'greeted':
      return rules.provenBy === 'greeting' ? { ...gate, provenUntil: now + hourMs } : gate;
    case 'ungreeted':
      return rules.provenBy === 'greeting' ? { ...gate, provenUntil: 0 } : gate;
    case 'answered': {
      const pace = advancePace(gate.pace, { ...event, kind: 'replies' }, rules.bounds, now);
      const answered = withAnswered(gate.answered, event.registrant, now);
      return { ...gate, pace, provenUntil: now + hourMs, answered, refused: none };
    }
    case 'limited':
      return onLimited(gate, event, rules, now);
    case 'refused': {
      const before = recentRefusals(gate, now);
      const { registrant = '' } = event;
      // Where several registrants are needed, each counts once.
      const others = rules.hostsOthers && registrant !== '' ? without(before, registrant) : before;
      return { ...gate, refused: [...others, { registrant, at: now }].slice(-refusalsDespiteAnswers) };
    }
    case 'blocked':
      return { ...gate, blockedUntil: event.until, provenUntil: 0, answered: none, refused: none };
    case 'paused':
      return { ...gate, limitedUntil: Math.max(event.until, gate.limitedUntil) };
  }
}

/** True if what was refused in a row shows that the place blocks us. */
export function isBlocked({ refused, answered }: Gate, { hostsOthers }: GateRules, now: number): boolean {
  const areOthersAnswered =
    hostsOthers && answered.some(({ registrant, at }) => at + hourMs > now && !hasSaid(refused, registrant));
  const last = refused.slice(-refusalsBeforeBlock);
  // What the place says of nobody in particular, it says of everybody.
  if (last.length === refusalsBeforeBlock && last.every(({ registrant }) => registrant === '')) return true;
  return refused.length >= (areOthersAnswered ? refusalsDespiteAnswers : refusalsBeforeBlock);
}

export function hasSaid(said: readonly Said[], registrant: string): boolean {
  return said.some((each) => each.registrant === registrant);
}

function without(said: readonly Said[], registrant: string): readonly Said[] {
  return said.filter((each) => each.registrant !== registrant);
}

function withAnswered(
  answered: readonly Said[],
  registrant: string | undefined,
  now: number,
): readonly Said[] {
  const last = answered.at(-1);
  const isKnown = last?.registrant === registrant && last !== undefined && now - last.at < hourMs / 2;
  if (registrant === undefined || isKnown) return answered;
  return [...without(answered, registrant), { registrant, at: now }].slice(-mostAnswered);
}

/** Refusals count for an hour: where others are asked instead, nothing else would end them. */
function recentRefusals({ refused }: Gate, now: number): readonly Said[] {
  const last = refused.at(-1);
  return last !== undefined && now - last.at < hourMs ? refused : none;
}

function onLimited(
  gate: Gate,
  { registrant, isServed, counts }: Extract<GateEvent, { kind: 'limited' }>,
  { bounds }: GateRules,
  now: number,
): Gate {
  const slowed = () => ({ pace: advancePace(gate.pace, { kind: 'limited', counts }, bounds, now) });
  if (registrant === undefined) return { ...gate, ...slowed() };
  const before = gate.limited.filter(({ at }) => now - at < limitCountsOnceMs);
  if (!isServed || hasSaid(before, registrant)) return gate;
  const limited = [...before, { registrant, at: now }];
  const lately = limited.filter(({ at }) => now - at < limitsWithinMs).length;
  const isWide = gate.pace.rate.found !== undefined || lately >= limitsBeforeWide;
  return { ...gate, limited, ...(isWide && slowed()) };
}
