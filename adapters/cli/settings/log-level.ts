import { type Command, Option } from 'commander';

export interface LogFlags {
  readonly logLevel: string;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Adds --log-level. `description`: what is logged, for the help. */
export function addLogLevelOption(command: Command, description: string): void {
  command.addOption(new Option('--log-level <level>', description).choices(logLevels).default('info'));
}
