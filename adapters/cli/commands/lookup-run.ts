import { createEngine } from '../../../src/engine.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { LookupRow } from '../../../src/resources.ts';
import { memoryStores } from '../../memory/index.ts';
import { exitCode, exitCodeOfStatus } from '../exit-code.ts';
import { lookupCard } from '../output/lookup-card.ts';
import { jsonLine } from '../output/printable.ts';
import { openChosenStores } from '../settings/configured-stores.ts';
import { type OpenNetworkFlags, openNetwork } from '../settings/network.ts';
import { readMaxConnections, readTimeoutMs } from '../settings/network-settings.ts';
import type { StoreFlags } from '../settings/stores.ts';
import { showsColour, type Terminal } from '../terminal.ts';

export interface LookupFlags extends OpenNetworkFlags, StoreFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly account?: string;
  readonly exitCode?: boolean;
}

/** For the charge that is settled when a command is interrupted. */
const longestClosingMs = 10_000;

/**
 * Looks up one person and prints the answer. Throws InvalidArgument for an argument or a setting, and what the
 * engine throws.
 */
export async function lookup(row: LookupRow, flags: LookupFlags, terminal: Terminal): Promise<number> {
  const { stdout, env, signal } = terminal;
  const { account } = flags;
  checkRow(row);
  const timeoutMs = readTimeoutMs(flags.timeout);
  const maxConnections = readMaxConnections(flags, env);
  await using network = await openNetwork(flags, env);
  const { clock } = network.ports;
  const chosen = await openChosenStores(flags, env);
  await using engine = createEngine(
    { ...(chosen?.stores ?? memoryStores({ clock })), ...network.ports },
    maxConnections === undefined ? {} : { maxConnections },
  );
  if (account !== undefined) terminal.allowClosing(longestClosingMs);
  const startedAt = clock.now();
  const payer = account === undefined ? {} : { account };
  const found = await engine.lookup(row, { timeoutMs, signal, ...payer });
  stdout.write(
    flags.json
      ? jsonLine(found)
      : lookupCard(found, {
          durationMs: clock.now() - startedAt,
          colour: showsColour(stdout, env),
          columns: stdout.columns,
        }),
  );
  return flags.exitCode ? exitCodeOfStatus[found.status] : exitCode.done;
}

/** Lengths are those of the service document, POST /v1/email-lookup, but that one of the names may be empty. */
function checkRow({ first_name, last_name, domain }: LookupRow): void {
  for (const [parameter, text, shortest] of [
    ['first', first_name, 0],
    ['last', last_name, 0],
    ['domain', domain, 3],
  ] as const) {
    const { length } = [...text.trim()];
    if (length >= shortest && length <= longestField) continue;
    const range = shortest === 0 ? `at most ${longestField}` : `${shortest} to ${longestField}`;
    throw new InvalidArgument(parameter, `The ${nameOf[parameter]} has ${length} characters. Give ${range}.`);
  }
  if (first_name.trim() === '' && last_name.trim() === '') {
    throw new InvalidArgument('first', 'There is no name. Give a first name, a last name, or both.');
  }
}

const longestField = 255;
const nameOf = { first: 'first name', last: 'last name', domain: 'domain' } as const;
