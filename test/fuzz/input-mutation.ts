/** A generator of numbers below 2^32 that repeats itself for the same seed (xorshift with a multiplied start). */
export class SeededNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0 || 1;
  }

  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

export interface MutationOptions {
  /** Other inputs, to take pieces from. */
  readonly others: readonly Uint8Array[];
  readonly dictionary: readonly Uint8Array[];
  readonly maxBytes: number;
}

const tellingBytes = [
  0, 0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2e, 0x40, 0x5c, 0x7f, 0x80, 0xc0, 0xed, 0xff,
] as const;

/** Changes an input in one to eight places. */
export function mutate(input: Uint8Array, numbers: SeededNumbers, options: MutationOptions): Uint8Array {
  let changed = input;
  const times = 1 + Math.min(numbers.below(8), numbers.below(8));
  for (let time = 0; time < times; time += 1) changed = mutateOnce(changed, numbers, options);
  return changed.slice(0, options.maxBytes);
}

function mutateOnce(input: Uint8Array, numbers: SeededNumbers, options: MutationOptions): Uint8Array {
  const { others, dictionary, maxBytes } = options;
  const from = numbers.below(input.length + 1);
  const to = Math.min(input.length, from + 1 + numbers.below(numbers.pick([2, 8, 64])));
  const piece = input.subarray(from, to);
  switch (numbers.below(10)) {
    case 0:
      return replaced(
        input,
        from,
        to,
        piece.map((byte) => byte ^ (1 << numbers.below(8))),
      );
    case 1:
      return replaced(
        input,
        from,
        to,
        piece.map(() => numbers.below(256)),
      );
    case 2:
      return replaced(input, from, from, Uint8Array.of(numbers.pick(tellingBytes)));
    case 3:
      return replaced(input, from, to, new Uint8Array());
    case 4:
      return replaced(input, from, from, piece);
    case 5: {
      const other = numbers.pick(others);
      const start = numbers.below(other.length + 1);
      return replaced(input, from, to, other.subarray(start, start + numbers.below(128)));
    }
    case 6:
      return input.slice(0, from);
    case 7: {
      // Seldom so often that only the size of the input is telling.
      const most = numbers.below(400) === 0 ? maxBytes : 256;
      const times = 2 + numbers.below(Math.max(1, Math.floor(most / Math.max(1, piece.length))));
      return replaced(
        input,
        from,
        to,
        repeated(piece, Math.min(times, Math.ceil(maxBytes / Math.max(1, piece.length)))),
      );
    }
    default:
      return dictionary.length === 0
        ? input
        : replaced(input, from, numbers.below(2) === 0 ? from : to, numbers.pick(dictionary));
  }
}

function replaced(input: Uint8Array, from: number, to: number, piece: Uint8Array): Uint8Array {
  const result = new Uint8Array(from + piece.length + input.length - to);
  result.set(input.subarray(0, from));
  result.set(piece, from);
  result.set(input.subarray(to), from + piece.length);
  return result;
}

function repeated(piece: Uint8Array, times: number): Uint8Array {
  const result = new Uint8Array(piece.length * times);
  for (let time = 0; time < times; time += 1) result.set(piece, time * piece.length);
  return result;
}
