/** Where text goes: a terminal, a pipe or a file. `process.stdout` is one. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command has of the process it runs in. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** Fires with an Interruption when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** Lets the command take so long to close what it opened, once the signal has fired. Default: a moment. */
  allowClosing(durationMs: number): void;
}

/** The reason of a terminal's signal: the process was told to end. */
export class Interruption extends Error {
  readonly exitCode: number;

  /** `signalNumber`: 2 for SIGINT, 15 for SIGTERM. */
  constructor(signalNumber: number) {
    super('Interrupted.');
    this.name = 'Interruption';
    this.exitCode = 128 + signalNumber;
  }
}

/** Colour is for people at a terminal who have not declined it (no-color.org). */
export function showsColour(output: Output, env: Environment): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}
