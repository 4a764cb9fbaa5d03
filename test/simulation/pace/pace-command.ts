import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { EngineOptions } from '../../../src/index.ts';
import type { Fleet } from './fleet.ts';
import { type HiddenLimits, hiddenLimits, type LimitLevel, limitLevels } from './hidden-limits.ts';
import { type ListOutcome, runList } from './list-run.ts';

const contenderNames = ['known', 'fixed-2', 'fixed-20', 'adaptive'] as const;

type ContenderName = (typeof contenderNames)[number];

const paceHelp = `npm run simulate -- --pace [--addresses N] [--limits LEVEL,…] [--contenders NAME,…]
                        [--workers N] [--egresses N] [--seed N]

Runs one list of the usual mix in virtual time, cold, at servers with hidden limits on each client.

  --addresses N   how many (default 10,000; at most 100,000)
  --limits A,B    ${limitLevels.slice(0, 4).join(', ')},
                  ${limitLevels.slice(4).join(', ')} (default: all)
  --contenders A  ${contenderNames.join(', ')} (default: all)
  --workers N     worker processes over one work queue (default 1)
  --egresses N    egresses of each worker, all different (default 1)
  --seed N        of the order of addresses and of what servers take (default 1)

What the limits allow is the speed of a run whose connections are exactly those that the servers allow (known). Where
recipients are limited, it is the time that they need at least for what they have answered.
`;

const options = {
  pace: { type: 'boolean' },
  addresses: { type: 'string', default: '10000' },
  limits: { type: 'string', default: limitLevels.join(',') },
  contenders: { type: 'string', default: contenderNames.join(',') },
  workers: { type: 'string', default: '1' },
  egresses: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

interface PaceOrder {
  readonly addresses: number;
  readonly levels: readonly LimitLevel[];
  readonly contenders: readonly ContenderName[];
  readonly fleet: Fleet;
  readonly seed: number;
}

/** Runs the command. Returns the exit code: 1 if a result is wrong. */
export async function paceCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
  const order = parseOrder(args);
  if (order === undefined) {
    print(paceHelp);
    return args.includes('--help') ? 0 : 2;
  }
  const { addresses, seed, fleet } = order;
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
        ...{ seed, addresses, limits, fleet },
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

function parseOrder(args: readonly string[]): PaceOrder | undefined {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch {
    return undefined;
  }
  const [addresses = 0, workers = 0, egressesEach = 0, seed = 0] = [
    values.addresses,
    values.workers,
    values.egresses,
    values.seed,
  ].map(Number);
  const levels = values.limits.split(',');
  const contenders = values.contenders.split(',');
  const areNumbers = [addresses, workers, egressesEach, seed].every(
    (value) => Number.isInteger(value) && value > 0,
  );
  if (values.help || !areNumbers || addresses > 100_000) return undefined;
  if (!areAll(levels, limitLevels) || !areAll(contenders, contenderNames)) return undefined;
  return { addresses, levels, contenders, fleet: { workers, egressesEach }, seed };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values;
}

function areAll<Name extends string>(given: readonly string[], names: readonly Name[]): given is Name[] {
  return given.every((name) => names.some((known) => known === name));
}
