import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailproof } from '../cli/mailproof.ts';
import { repository } from './repository-files.ts';

const files = ['Dockerfile', 'compose.yaml', 'compose.postgres.yaml', 'mailproof.service'];

async function textOf(name: string): Promise<string> {
  return readFile(join(repository, 'deploy', name), 'utf8');
}

async function helpOf(command: string): Promise<string> {
  const { stdout } = await mailproof([...command.split(' '), '--help']);
  return stdout;
}

describe('the files for a deployment', () => {
  it.each(files)('of %s set only variables that the commands know', async (name) => {
    const known = (await Promise.all(['serve', 'worker', 'accounts invite'].map(helpOf))).join('');
    const used = new Set((await textOf(name)).match(/\bMAILPROOF_[A-Z_]+\b/g));
    expect(used.size).toBeGreaterThan(0);
    expect([...used].filter((variable) => !known.includes(`[${variable}]`))).toEqual([]);
  });

  it.each(files)('of %s pass only options that the commands have', async (name) => {
    const started = [
      ...(await textOf(name)).matchAll(/(?:bin\/mailproof (serve|worker)(.*)|\["(serve|worker)"(.*)\])/g),
    ];
    expect(started.length).toBeGreaterThan(0);
    for (const [, plain, after, listed, rest] of started) {
      const help = await helpOf(plain ?? listed ?? '');
      const options = (after ?? rest ?? '').match(/--[a-z-]+/g) ?? [];
      expect(options.filter((option) => !help.includes(option))).toEqual([]);
    }
  });

  it('give Redis what docs/operations.md asks for', async () => {
    const compose = await textOf('compose.yaml');
    expect(compose).toMatch(
      /"--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"/,
    );
  });
});
