import type { Readable } from 'node:stream';
import type { Command } from 'commander';

/** A terminal, a pipe or a file to write text to, such as `process.stdout`. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** The descriptor of a stream of the process. */
  readonly fd?: number;
};

/** A terminal, a pipe or a file to read from, such as `process.stdin`. */
export type Input = Readable & { readonly isTTY?: boolean };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The parts of the process that a command uses. */
export interface Terminal {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** Fires with an Interruption when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** Sets how long the command may take to close what it opened, once the signal has fired. Default: 300 ms. */
  allowClosing(durationMs: number): void;
  /** Leaves the errors of stdout to the command, which gets them from its writes. Otherwise they end the process. */
  takeStdoutErrors(): void;
}

/** Adds a command to the program, or to another command. `finish` gets its exit code. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (code: number) => void) => void;

/** The reason of a terminal's signal: the process received SIGINT or SIGTERM. */
export class Interruption extends Error {
  readonly exitCode: number;

  /** `signalNumber`: 2 for SIGINT, 15 for SIGTERM. */
  constructor(signalNumber: number) {
    super('Interrupted.');
    this.name = 'Interruption';
    this.exitCode = 128 + signalNumber;
  }
}

/** Returns whether to use colour: on a terminal, unless NO_COLOR is set (no-color.org). */
export function showsColour(output: Output, env: Environment): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}
