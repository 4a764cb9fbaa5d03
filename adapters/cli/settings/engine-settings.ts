import { type Command, Option } from 'commander';
import { type BudgetLimits, budgetTable } from '../../../src/budgets/budget-table.ts';
import type { EngineOptions } from '../../../src/engine-interface.ts';
import { nearestName } from '../../../src/nearest-name.ts';
import type { RetentionOptions } from '../../../src/retention.ts';
import type { Environment } from '../terminal.ts';
import type { NetworkCommandFlags } from './network.ts';
import { readVerificationOptions } from './network-settings.ts';
import { type FlagsOf, invalidSetting, readSettings, type SettingValue, setting } from './setting-value.ts';

export const bulkSettings = {
  retryDelays: setting(
    '--retry-delays <seconds,...>',
    'MAILPROOF_RETRY_DELAYS',
    'delays before unknown results of bulk jobs are retried, or none (default: 360,960,2100)',
    parseDelaysMs,
  ),
};

export const retentionSettings = {
  retentionDays: setting(
    '--retention-days <jobs[,journal]>',
    'MAILPROOF_RETENTION_DAYS',
    'days after which finished jobs are deleted and the journal is folded, or none (default: 30,400)',
    parseRetention,
  ),
};

export const budgetSettings = {
  budget: {
    ...setting(
      '--budget <name=limit>',
      'MAILPROOF_BUDGETS',
      'limit of a budget of what accounts do not pay for, or none, such as unpaid_requests=50; may be repeated (default: see docs/operations.md)',
      parseBudgets,
    ),
    repeated: ',',
  },
};

const workSettings = { ...bulkSettings, ...retentionSettings, ...budgetSettings };

export type BulkSettingFlags = FlagsOf<typeof bulkSettings>;
export type WorkFlags = FlagsOf<typeof workSettings>;

/**
 * Reads the engine options of commands that work on bulk jobs. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readEngineSettings(
  flags: NetworkCommandFlags & WorkFlags,
  env: Environment,
): Pick<EngineOptions, 'maxConnections' | 'canaries' | 'disposable' | 'bulk' | 'retention' | 'budgets'> {
  const { retryDelays, retentionDays, budget } = readSettings(workSettings, flags, env);
  return {
    ...readVerificationOptions(flags, env),
    ...(retentionDays && { retention: retentionDays }),
    ...(budget && { budgets: budget }),
    bulk: retryDelays === undefined ? {} : { retryDelaysMs: retryDelays },
  };
}

function parseBudgets(value: SettingValue): BudgetLimits {
  const names = Object.keys(budgetTable);
  const limits = value.text.split(',').map((text): [name: string, limit: number] => {
    const [, name = '', limit = ''] = /^\s*([^=]*?)\s*=\s*(none|[1-9]\d{0,14})\s*$/i.exec(text) ?? [];
    if (limit === '')
      throw invalidSetting(
        value,
        'Set it to the name of a budget and its limit, from 1, or none: unpaid_requests=50.',
      );
    if (names.includes(name)) return [name, /^none$/i.test(limit) ? Number.POSITIVE_INFINITY : Number(limit)];
    const nearest = nearestName(name, names);
    const advice = nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${nearest}?`;
    throw invalidSetting(value, `There is no budget ${name}. ${advice}`);
  });
  return Object.fromEntries(limits);
}

const maxDelaySeconds = 30 * 86_400;
const maxDelays = 20;

/** The delay before each attempt after the first. */
function parseDelaysMs(value: SettingValue): readonly number[] {
  if (value.text.trim().toLowerCase() === 'none') return [];
  const parts = value.text.split(',').map((part) => part.trim());
  const seconds = parts.map((part) => (/^\d{1,7}(\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length <= maxDelays && seconds.every((delay) => delay <= maxDelaySeconds)) {
    return seconds.map((delay) => Math.round(delay * 1_000));
  }
  throw invalidSetting(
    value,
    `Set it to at most ${maxDelays} numbers of seconds up to ${maxDelaySeconds}, such as 360,960,2100, or to none.`,
  );
}

const maxDays = 36_500;
const minJournalDays = 7;

function parseRetention(value: SettingValue): RetentionOptions {
  const [jobs, journal, ...others] = value.text.split(',').map((text) => daysOf(text.trim().toLowerCase()));
  const isValid =
    jobs !== undefined &&
    jobs > 0 &&
    others.length === 0 &&
    (journal === undefined || journal >= minJournalDays);
  if (isValid) return { jobsDays: jobs, ...(journal === undefined ? {} : { journalDays: journal }) };
  throw invalidSetting(
    value,
    `Set it to a number of days up to ${maxDays} or to none, such as 30; a second one, from ${minJournalDays}, is for the journal: 30,400.`,
  );
}

/** Returns NaN for anything but a number of days or `none`. */
function daysOf(text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const days = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return days <= maxDays ? days : Number.NaN;
}

export interface LogFlags {
  readonly logLevel: string;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Adds --log-level. `description`: what is logged, for the help. */
export function addLogLevelOption(command: Command, description: string): void {
  command.addOption(new Option('--log-level <level>', description).choices(logLevels).default('info'));
}
