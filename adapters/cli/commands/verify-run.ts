import { createEngine } from '../../../src/engine.ts';
import { memoryStores } from '../../memory/index.ts';
import { exitCode, exitCodeOfStatus } from '../exit-code.ts';
import { jsonLine } from '../output/printable.ts';
import { tracePrinter } from '../output/trace-printer.ts';
import { tracedDns } from '../output/traced-dns.ts';
import { verdictCard } from '../output/verdict-card.ts';
import { type OpenNetworkFlags, openNetwork } from '../settings/network.ts';
import { readMaxConnections, readTimeoutMs } from '../settings/network-settings.ts';
import { showsColour, type Terminal } from '../terminal.ts';

export interface VerifyFlags extends OpenNetworkFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly trace?: boolean;
  readonly exitCode?: boolean;
}

/**
 * Verifies one address and prints the verdict. Throws InvalidArgument for a setting, and what the engine throws.
 */
export async function verify(address: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const timeoutMs = readTimeoutMs(flags.timeout);
  const maxConnections = readMaxConnections(flags, env);
  await using network = await openNetwork(flags, env);
  const { clock, dns } = network.ports;
  const write = (text: string) => stderr.write(text);
  const startedAt = clock.now();
  await using engine = createEngine(
    {
      ...memoryStores({ clock }),
      ...network.ports,
      ...(flags.trace ? { dns: tracedDns(dns, { write, now: () => clock.now(), startedAt }) } : {}),
    },
    {
      ...(maxConnections === undefined ? {} : { maxConnections }),
      ...(flags.trace ? { trace: tracePrinter(write, startedAt) } : {}),
    },
  );
  const verification = await engine.verify(address, { timeoutMs, signal });
  stdout.write(
    flags.json
      ? jsonLine(verification)
      : verdictCard(verification, {
          durationMs: clock.now() - startedAt,
          colour: showsColour(stdout, env),
          columns: stdout.columns,
        }),
  );
  return flags.exitCode ? exitCodeOfStatus[verification.status] : exitCode.done;
}
