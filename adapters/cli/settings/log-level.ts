import { type Command, Option } from 'commander';

export interface LogFlags {
  readonly logLevel: string;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export function addLogLevelOption(command: Command, about: string): void {
  command.addOption(new Option('--log-level <level>', about).choices(logLevels).default('info'));
}
