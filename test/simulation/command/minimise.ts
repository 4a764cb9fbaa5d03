import { type DayKind, type SimulationResult, simulate } from '../simulation.ts';

/** A run with as few faults as the same rule needs to be broken, and the ids of those that were left out. */
export interface MinimisedRun {
  readonly result: SimulationResult;
  readonly without: ReadonlySet<number>;
}

export interface MinimisedDay {
  readonly seed: number;
  readonly kind: DayKind;
  /** Faults to leave out from the beginning. */
  readonly without: ReadonlySet<number>;
}

/** Leaves out faults, first many at once, then one by one, as long as the same invariant is broken. */
export async function minimise(
  { seed, kind, without: leftOut }: MinimisedDay,
  print: (text: string) => void,
  run: typeof simulate = simulate,
): Promise<MinimisedRun> {
  const without = new Set(leftOut);
  let best = await run({ seed, ...kind, without });
  if (best.broken === undefined) return { result: best, without };
  const { invariant } = best.broken;
  for (
    let count = Math.ceil(best.faults.length / 2);
    count >= 1;
    count = count === 1 ? 0 : Math.ceil(count / 2)
  ) {
    for (let from = 0; from < best.faults.length; ) {
      const dropped = best.faults.slice(from, from + count).map(({ id }) => id);
      const tried = await run({ seed, ...kind, without: new Set([...without, ...dropped]) });
      if (tried.broken?.invariant === invariant) {
        for (const id of dropped) without.add(id);
        best = tried;
        print(best.faults.length === 1 ? '1 fault is left' : `${best.faults.length} faults are left`);
      } else from += count;
    }
  }
  return { result: best, without };
}
