import { type Command, Option } from 'commander';
import type { VerificationLevel } from '../../../src/resources.ts';

export interface LevelFlags {
  readonly level: VerificationLevel;
}

const levels: readonly VerificationLevel[] = ['syntax', 'dns', 'smtp'];

/** Adds `--level`. */
export function addLevelOption(command: Command): void {
  const description = 'how far to go: syntax asks nobody, dns only name servers, smtp also the mail server';
  command.addOption(new Option('--level <level>', description).choices(levels).default('smtp'));
}
