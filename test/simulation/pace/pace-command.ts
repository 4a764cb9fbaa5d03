import { Command, Option } from 'commander';
import type { EngineOptions } from '../../../src/index.ts';
import { listOf, readOptions, wholeNumber } from '../command/options.ts';
import type { Fleet } from './fleet.ts';
import { type HiddenLimits, hiddenLimits, type LimitLevel, limitLevels } from './hidden-limits.ts';
import { type ListOutcome, runList } from './list-run.ts';
import { type MixName, mixNames } from './mixed-world.ts';

const contenderNames = ['known', 'fixed-2', 'fixed-20', 'adaptive'] as const;

type ContenderName = (typeof contenderNames)[number];

const description = `Runs one list in virtual time, cold, at servers with hidden limits on each client.

What the limits allow is the speed of a run whose connections are exactly those that the servers allow (known). Where
recipients are limited, it is the time that they need at least for what they have answered.`;

function paceProgram(): Command {
  const count = wholeNumber({ least: 1 });
  return new Command('npm run simulate -- --pace')
    .description(description)
    .addOption(new Option('--pace').hideHelp())
    .option('--addresses <n>', 'how many, at most 100,000', wholeNumber({ least: 1, most: 100_000 }), 10_000)
    .option('--limits <a,b>', `some of ${limitLevels.join(', ')}`, listOf(limitLevels), limitLevels)
    .addOption(new Option('--mix <name>', 'what the list consists of').choices(mixNames).default('usual'))
    .option(
      '--contenders <a,b>',
      `some of ${contenderNames.join(', ')}`,
      listOf(contenderNames),
      contenderNames,
    )
    .option('--workers <n>', 'worker processes over one work queue', count, 1)
    .option('--egresses <n>', 'egresses of each worker, all different', count, 1)
    .option('--seed <n>', 'of the order of addresses and of what servers take', count, 1);
}

interface PaceOrder {
  readonly addresses: number;
  readonly limits: readonly LimitLevel[];
  readonly contenders: readonly ContenderName[];
  readonly mix: MixName;
  readonly workers: number;
  readonly egresses: number;
  readonly seed: number;
}

/** Runs the command. Returns the exit code: 1 if a result is wrong. Rejects with WrongCommandLine. */
export async function paceCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
  const order = readOptions<PaceOrder>(paceProgram(), args);
  if ('help' in order) {
    print(order.help);
    return 0;
  }
  const { addresses, mix, seed } = order;
  const fleet: Fleet = { workers: order.workers, egressesEach: order.egresses };
  print(
    `${addresses} addresses, ${fleet.workers} workers with ${fleet.egressesEach} egresses each, seed ${seed}`,
  );
  let wrong = 0;
  for (const level of order.limits) {
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
