/** One kind of input that strangers send us, and what must hold whatever they send. */
export interface FuzzKind {
  readonly name: string;
  /** Inputs to begin with. All others are grown from them. */
  readonly corpus: readonly Uint8Array[];
  /** Pieces that mutations insert. */
  readonly dictionary: readonly string[];
  readonly maxBytes: number;
  /** How many inputs are run and measured together: at the same time, if they wait for anything. */
  readonly concurrency: number;
  start(): Promise<RunningKind>;
}

export interface RunningKind extends AsyncDisposable {
  /**
   * Runs the code on one input. Returns what came of it in a few words: inputs with a new outcome are grown further.
   * Throws if something happened that must not.
   */
  run(input: Uint8Array): string | Promise<string>;
}

/** Throws unless what must hold does. */
export function mustHold(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Error(what());
}

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

/** Puts the bytes that choose how an input is used in front of it. */
export function withChoices(choices: readonly number[], bytes: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([Uint8Array.from(choices), bytes]));
}
