import { egressWaitMs } from '../../ports/work-queue.ts';
import type { EgressProber } from './egress-prober.ts';
import type { Greylistings } from './greylistings.ts';

/** The egress to ask through. */
export interface ChosenEgress {
  readonly egress: EgressProber;
  /** True if the recipient was put off through this egress. */
  readonly preferred: boolean;
  /** True if no other egress is to be asked now, so that short pauses are waited out. */
  readonly waitsOutPauses: boolean;
}

/**
 * Chooses the egress for a request: the one through which the recipient was greylisted, because greylisting remembers
 * the client; otherwise the one with the least work there among those that are neither paused nor blocked.
 */
export class EgressChoice {
  readonly #egresses: readonly EgressProber[];
  readonly #greylistings: Greylistings;
  /** The egresses in the order of their last use. */
  readonly #byLastUse: EgressProber[];

  constructor(egresses: readonly EgressProber[], greylistings: Greylistings) {
    this.#egresses = egresses;
    this.#greylistings = greylistings;
    this.#byLastUse = [...egresses];
  }

  /** Returns undefined if all that are left rest, because their ways out failed. */
  choose(host: string, recipient: string, passedOver: ReadonlySet<EgressProber>): ChosenEgress | undefined {
    const open = this.#byLastUse.filter((egress) => !passedOver.has(egress) && !egress.outage.isResting);
    const preferred = this.#preferred(host, recipient, open);
    const egress = preferred ?? least(open, (each) => costOf(each, host, recipient));
    if (egress === undefined) return undefined;
    if (this.#egresses.length > 1) {
      this.#byLastUse.splice(this.#byLastUse.indexOf(egress), 1);
      this.#byLastUse.push(egress);
    }
    const othersAreFree = this.hasFreeBeside(host, recipient, { egress, passedOver });
    return {
      egress,
      preferred: preferred !== undefined,
      waitsOutPauses: preferred !== undefined || !othersAreFree,
    };
  }

  /**
   * Returns the egress through which the recipient was put off, if that does not work, but not for so long yet that another
   * one begins anew. A block there lasts so long, so that its recipients go to others at once.
   */
  findMissing(host: string, recipient: string): EgressProber | undefined {
    const name = this.#greylistings.egressOf(recipient);
    const egress = name === undefined ? undefined : this.#egresses.find((each) => each.name === name);
    if (egress === undefined || egress.rankAt(host, recipient) === 4) return undefined;
    const { failingMs } = egress.outage;
    return failingMs !== undefined && failingMs < egressWaitMs ? egress : undefined;
  }

  /** Returns whether another egress could be asked at once: it neither rests, nor is paused or blocked there. */
  hasFreeBeside(
    host: string,
    recipient: string,
    beside: { readonly egress: EgressProber; readonly passedOver: ReadonlySet<EgressProber> },
  ): boolean {
    const { egress, passedOver } = beside;
    return this.#egresses.some(
      (other) =>
        other !== egress &&
        !passedOver.has(other) &&
        !other.outage.isResting &&
        other.rankAt(host, recipient) === 0,
    );
  }

  /** A short pause there is waited out, and it is asked where it is perhaps blocked; a block is not waited out. */
  #preferred(host: string, recipient: string, open: readonly EgressProber[]): EgressProber | undefined {
    const name = this.#greylistings.egressOf(recipient);
    return name === undefined
      ? undefined
      : open.find((egress) => egress.name === name && egress.rankAt(host, recipient) <= 2);
  }
}

/** Compared part by part: rank, end of a pause, work, and whether a connection would have to be opened. */
function costOf(egress: EgressProber, host: string, recipient: string): readonly number[] {
  return [
    egress.rankAt(host, recipient),
    egress.shutUntil(host, recipient),
    egress.loadAt(host, recipient),
    egress.poolOf(host) === undefined ? 1 : 0,
  ];
}

/** Returns the first of those with the least cost. */
function least<Value>(
  values: readonly Value[],
  costOfValue: (value: Value) => readonly number[],
): Value | undefined {
  const [first] = values;
  if (values.length < 2) return first;
  let found = first;
  let lowest: readonly number[] | undefined;
  for (const value of values) {
    const cost = costOfValue(value);
    if (lowest !== undefined && !isLess(cost, lowest)) continue;
    found = value;
    lowest = cost;
  }
  return found;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const rival = other[index] ?? 0;
    if (value !== rival) return value < rival;
  }
  return false;
}
