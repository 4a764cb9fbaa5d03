import type { Patch } from '../bundle/bundle.mjs';
import type { DayKind } from '../simulation.ts';

/** A mistake in the code that somebody could make: a small change of one file, which an invariant must notice. */
export interface PlantedFault {
  /** What is wrong then, in kebab case. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /**
   * Names of the invariants that may find it: the first to notice differs from day to day. Found by any other, it does
   * not count as found.
   */
  readonly foundBy: readonly [string, ...string[]];
  /** The days in which it shows soonest. Default: small ones, in which anything may go wrong. */
  readonly days?: Partial<Pick<DayKind, 'size' | 'only' | 'trouble' | 'egresses'>>;
}

/** Returns the text with the fault. Throws if the place is not found, or found more than once. */
export function plantFault(
  { name, file, find, replace }: Omit<PlantedFault, 'foundBy'>,
  text: string,
): string {
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(
      `The planted fault ${name} finds its place in ${file} ${parts.length - 1} times. It must be there once: adapt it to the code.`,
    );
  return parts.join(replace);
}

/** Returns a patch for the bundle. `isPlanted` tells whether the file has been bundled. */
export function patchOf(fault: PlantedFault): { readonly patch: Patch; readonly isPlanted: () => boolean } {
  let planted = false;
  return {
    patch: (path, text) => {
      if (path !== fault.file) return text;
      planted = true;
      return plantFault(fault, text);
    },
    isPlanted: () => planted,
  };
}
