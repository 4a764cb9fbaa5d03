import type { ParseArgsConfig } from 'node:util';
import type { EngineOptions } from '../../../src/index.ts';
import { oneOf, parseOptions, wholeNumber } from '../command/options.ts';
import type { Fleet } from './fleet.ts';
import { type HiddenLimits, hiddenLimits, type LimitLevel, limitLevels } from './hidden-limits.ts';
import { type ListOutcome, runList } from './list-run.ts';
import { type MixName, mixNames } from './mixed-world.ts';

const contenderNames = ['known', 'fixed-2', 'fixed-20', 'adaptive'] as const;

type ContenderName = (typeof contenderNames)[number];

const paceHelp = `npm run simulate -- --pace [--addresses N] [--limits LEVEL,…] [--contenders NAME,…]
                        [--mix NAME] [--workers N] [--egresses N] [--seed N]

Runs one list in virtual time, cold, at servers with hidden limits on each client.

  --addresses N   how many (default 10,000; at most 100,000)
  --limits A,B    ${limitLevels.slice(0, 4).join(', ')},
                  ${limitLevels.slice(4).join(', ')} (default: all)
  --mix NAME      what the list consists of: ${mixNames.join(', ')}
                  (default: usual)
  --contenders A  ${contenderNames.join(', ')} (default: all)
  --workers N     worker processes over one work queue (default 1)
  --egresses N    egresses of each worker, all different (default 1)
  --seed N        of the order of addresses and of what servers take (default 1)

What the limits allow is the speed of a run whose connections are exactly those that the servers allow (known). Where
recipients are limited, it is the time that they need at least for what they have answered.
`;

const options = {
  pace: { type: 'boolean' },
  addresses: { type: 'string' },
  limits: { type: 'string' },
  contenders: { type: 'string' },
  mix: { type: 'string' },
  workers: { type: 'string' },
  egresses: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean' },
} satisfies ParseArgsConfig['options'];

interface PaceOrder {
  readonly addresses: number;
  readonly levels: readonly LimitLevel[];
  readonly contenders: readonly ContenderName[];
  readonly mix: MixName;
  readonly fleet: Fleet;
  readonly seed: number;
}

/** Runs the command. Returns the exit code: 1 if a result is wrong. Rejects with WrongCommandLine. */
export async function paceCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
  const order = readOrder(args);
  if (order === 'help') {
    print(paceHelp);
    return 0;
  }
  const { addresses, mix, seed, fleet } = order;
  print(
    `${addresses} addresses, ${fleet.workers} workers with ${fleet.egressesEach} egresses each, seed ${seed}`,
  );
  let wrong = 0;
  for (const level of order.levels) {
    const limits = hiddenLimits(level, addresses);
    const isHalved = limits.halvedAfterMs !== undefined;
    const limitsRecipients = limits.perSecond !== undefined || limits.missing !== undefined;
    const egresses = fleet.workers * fleet.egressesEach;
    let knownMs: number | undefined;
    for (const name of order.contenders) {
      if (name === 'known' && (limitsRecipients || isHalved)) continue;
      const usedBefore = process.cpuUsage();
      const outcome = await runList({
        ...{ seed, addresses, mix, limits, fleet },
        options: optionsOf(name, limits),
      });
      const used = process.cpuUsage(usedBefore);
      if (name === 'known') knownMs = outcome.durationMs;
      const { leastSeconds } = outcome.traffic;
      const leastMs = leastSeconds === undefined ? knownMs : (1_000 * leastSeconds) / egresses;
      wrong += outcome.wrongCount;
      print(
        lineOf(`${level}: ${name}`, outcome, {
          share: leastMs === undefined || isHalved ? undefined : leastMs / outcome.durationMs,
          isHalved,
          cpuMs: (used.user + used.system) / 1_000,
        }),
      );
      for (const result of outcome.wrong) print(`  WRONG ${JSON.stringify(result)}`);
      for (const error of outcome.escaped) print(`  ESCAPED ${String(error)}`);
    }
  }
  return wrong === 0 ? 0 : 1;
}

function lineOf(
  name: string,
  { durationMs, right, unknown, wrongCount, traffic }: ListOutcome,
  { share, isHalved, cpuMs }: { share: number | undefined; isHalved: boolean; cpuMs: number },
): string {
  const signShare = (100 * traffic.signs) / traffic.recipients;
  return [
    `${name}: ${(durationMs / 1_000).toFixed(1)} s`,
    ...(share === undefined ? [] : [`${share.toFixed(3)} of what the limits allow`]),
    `${traffic.signs} signs (${signShare.toFixed(3)} % of ${traffic.recipients} recipients)`,
    `${traffic.connections} connections`,
    `${right} right, ${unknown} unknown, ${wrongCount} wrong`,
    ...(isHalved ? [`back within half the limits after ${(traffic.excessMs / 1_000).toFixed(1)} s`] : []),
    `${(cpuMs / 1_000).toFixed(0)} s of processor time`,
  ].join('; ');
}

/** The options with which a list uses exactly so many connections: of ten or more, one is for single requests alone. */
function exactly({ google, microsoft, others }: HiddenLimits['connections']): EngineOptions {
  const withReserve = (connections: number) => (connections < 10 ? connections : connections + 1);
  return {
    connectionsPerExchange: withReserve(others),
    connectionsPerProvider: {
      gmail: withReserve(google),
      'google-workspace': withReserve(google),
      'microsoft-365': withReserve(microsoft),
    },
  };
}

function optionsOf(name: ContenderName, { connections }: HiddenLimits): EngineOptions {
  switch (name) {
    case 'known':
      return exactly(connections);
    case 'fixed-2':
      return exactly({ google: 2, microsoft: 2, others: 2 });
    case 'fixed-20':
      return exactly({ google: 20, microsoft: 20, others: 20 });
    case 'adaptive':
      return {};
  }
}

/** Throws WrongCommandLine. */
function readOrder(args: readonly string[]): PaceOrder | 'help' {
  const values = parseOptions(args, options);
  if (values.help) return 'help';
  const count = (name: 'addresses' | 'workers' | 'egresses' | 'seed', usual: number, most?: number) =>
    wholeNumber(name, values[name], { least: 1, ...(most === undefined ? {} : { most }) }) ?? usual;
  return {
    addresses: count('addresses', 10_000, 100_000),
    levels: values.limits?.split(',').map((name) => oneOf('limits', name, limitLevels)) ?? limitLevels,
    contenders:
      values.contenders?.split(',').map((name) => oneOf('contenders', name, contenderNames)) ??
      contenderNames,
    mix: values.mix === undefined ? 'usual' : oneOf('mix', values.mix, mixNames),
    fleet: { workers: count('workers', 1), egressesEach: count('egresses', 1) },
    seed: count('seed', 1),
  };
}
