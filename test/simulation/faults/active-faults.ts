import { RandomStream } from '../randomness/random-stream.ts';
import type { ProcessPlan } from '../service/service-plan.ts';
import type { Fault } from './fault.ts';

type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

export interface ActiveFault<Kind extends Fault['kind']> {
  readonly fault: FaultOf<Kind>;
  /** Of its own, so that leaving out another fault changes nothing here. */
  readonly random: RandomStream;
}

/** The faults that are under way. */
export class ActiveFaults {
  readonly #seed: number;
  readonly #active = new Map<Fault['kind'], ActiveFault<Fault['kind']>[]>();
  /** When each fault that is over had begun and ended, for the rules that excuse what happened meanwhile. */
  readonly #windows: { readonly fault: Fault; readonly from: number; until: number }[] = [];

  /** True if one egress of some process may be blocked while another one is not. */
  readonly hasSeveralEgresses: boolean;

  constructor(seed: number, processes: readonly Pick<ProcessPlan, 'egresses'>[] = []) {
    this.#seed = seed;
    this.hasSeveralEgresses = processes.some(({ egresses }) => egresses.length > 1);
  }

  begin(fault: Fault, now: number): void {
    const active = this.#active.get(fault.kind) ?? [];
    active.push({ fault, random: new RandomStream(this.#seed, `fault ${fault.id}`) });
    this.#active.set(fault.kind, active);
    this.#windows.push({ fault, from: now, until: Number.POSITIVE_INFINITY });
  }

  end(fault: Fault, now: number): void {
    const active = this.#active.get(fault.kind) ?? [];
    this.#active.set(
      fault.kind,
      active.filter((other) => other.fault.id !== fault.id),
    );
    for (const window of this.#windows)
      if (window.fault.id === fault.id && window.until > now) window.until = now;
  }

  of<Kind extends Fault['kind']>(kind: Kind): readonly ActiveFault<Kind>[] {
    return (this.#active.get(kind) ?? none) as unknown as readonly ActiveFault<Kind>[];
  }

  /** Returns the faults that were under way at some time between both. */
  during(from: number, until: number): readonly Fault[] {
    return this.#windows
      .filter((window) => window.from <= until && window.until >= from)
      .map(({ fault }) => fault);
  }

  /** Returns the faults that were under way all the time between both. */
  throughout(from: number, until: number): readonly Fault[] {
    return this.#windows
      .filter((window) => window.from <= from && window.until >= until)
      .map(({ fault }) => fault);
  }
}

const none: readonly never[] = [];
