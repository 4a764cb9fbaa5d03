import { Readable, Writable } from 'node:stream';
import type { Environment, Input, Terminal } from '../../adapters/cli/terminal.ts';

/** Records the written text. */
class RecordedOutput extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns = 80;
  readonly #onText: (text: string) => void;

  constructor(isTTY: boolean, onText: (text: string) => void) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.#onText = onText;
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    this.#onText(String(chunk));
    done();
  }
}

export interface FakeTerminal extends Terminal {
  readonly stdout: RecordedOutput;
  readonly stderr: RecordedOutput;
}

export interface FakeTerminalOptions {
  isTTY?: boolean;
  /** Default: empty. */
  stdin?: Input;
  env?: Environment;
  signal?: AbortSignal;
  /** Called with each text written to stderr. */
  onStderr?: (text: string) => void;
}

export function fakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const { isTTY = false, env = {}, signal = new AbortController().signal, onStderr = () => {} } = options;
  const { stdin = Readable.from([]) } = options;
  return {
    stdin,
    stdout: new RecordedOutput(isTTY, () => {}),
    stderr: new RecordedOutput(isTTY, onStderr),
    env,
    signal,
    allowClosing: () => {},
    takeStdoutErrors: () => {},
  };
}
