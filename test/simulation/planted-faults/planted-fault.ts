import type { Patch } from '../bundle/bundle.mjs';
import { faultKinds } from '../faults/fault.ts';
import { replyTroubleKinds } from '../network/reply-trouble.ts';
import { type DayKind, simulationSizes } from '../simulation.ts';

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

/**
 * Reads a file of planted faults: what is found with `-` and what replaces it with `+` before each line, as in a patch,
 * which need not be whole lines; then who may find it, and in which days. What begins with `#` is a remark.
 */
export function readPlantedFaults(text: string): readonly PlantedFault[] {
  const paragraphs = text
    .replaceAll(/^#.*\n/gm, '')
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => {
    const lines = paragraph.split('\n');
    const [name = '', file = ''] = lines[0]?.split(': ') ?? [];
    const marked = (mark: string) =>
      lines
        .filter((line) => line.startsWith(mark))
        .map((line) => line.slice(2))
        .join('\n');
    const after = (label: string) => lines.find((line) => line.startsWith(label))?.slice(label.length);
    const [first = '', ...others] = after('found by: ')?.split(', ') ?? [];
    const days = after('days: ')?.split(', ').map(readDays) ?? [];
    const change = { name, file, find: marked('-'), replace: marked('+') };
    return {
      ...change,
      foundBy: [first, ...others],
      ...(days.length > 0 && { days: Object.assign({}, ...days) }),
    };
  });
}

function readDays(text: string): PlantedFault['days'] {
  const [kind, ...values] = text.split(' ');
  const oneOf = <Known extends string>(known: readonly Known[]) =>
    values.map((value) => {
      const found = known.find((one) => one === value);
      if (found === undefined) throw new Error(`Days of planted faults know no ${text}.`);
      return found;
    });
  if (kind === 'only') return { only: oneOf(faultKinds) };
  if (kind === 'trouble') return { trouble: oneOf(replyTroubleKinds)[0] };
  if (kind === 'egresses') return { egresses: oneOf(['2', '3'])[0] === '2' ? 2 : 3 };
  return { size: oneOf(Object.keys(simulationSizes) as (keyof typeof simulationSizes)[])[0] ?? 'usual' };
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
