import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBuild } from '../house/packed-package.ts';
import { filesIn, textOf } from '../house/repository-files.ts';
import { freePort } from '../support/closed-port.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { type ReaderBrowser, startReaderBrowser } from './reader-browser.ts';
import { type Shell, startShell } from './shell.ts';
import { ShownOutput } from './shown-output.ts';
import { type Step, stepsOf } from './steps.ts';

/** The pages that are typed, in this order: each begins with what those before it have left in the folder. */
const pages = [
  'README.md',
  'docs/library.md',
  'docs/server.md',
  'docs/console.md',
  'docs/lists.md',
  'docs/operations.md',
];
const steps = pages.flatMap((page) =>
  stepsOf(textOf(page)).map((step) => ({ ...step, page, section: `${page}: ${step.section}` })),
);

describe('a reader who starts in an empty folder and types what the README and its pages show', () => {
  let folder: string;
  let project: string;
  let registry: LocalRegistry;
  let redis: RedisServer;
  let shell: Shell;
  let browser: ReaderBrowser;
  let shown: ShownOutput;
  let printed = '';
  let stuck: string | undefined;
  const spentMs = new Map<string, number>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailproof-readme-'));
    project = join(folder, 'project');
    await mkdir(project);
    registry = await startLocalRegistry(await packBuild(folder));
    redis = await startRedis();
    browser = await startReaderBrowser();
    const ports = { app: await freePort(), server: await freePort(), front: await freePort() };
    shown = new ShownOutput({
      3000: String(ports.app),
      8080: String(ports.server),
      8081: String(ports.front),
      'redis://127.0.0.1:6379': redis.url,
    });
    shell = startShell(project, {
      ...environment(),
      MAILPROOF_PORT: String(ports.server),
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'cache'),
    });
  });

  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await shell[Symbol.asyncDispose]();
    await redis.stop();
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([...new Set(steps.map(({ section }) => section))])(
    'sees what it shows under "%s"',
    async (section) => {
      if (stuck !== undefined) throw new Error(`The reader is stuck under "${stuck}".`);
      stuck = section;
      const startedAt = performance.now();
      for (const step of steps) if (step.section === section) await take(step, step.page);
      spentMs.set(section, performance.now() - startedAt);
      stuck = undefined;
    },
    600_000,
  );

  it('has a server, a key, and the results of a list in the browser, within two minutes', () => {
    const sections = ['README.md: Which way to go: The service', 'docs/console.md: First steps'];
    const took = sections.reduce((sum, section) => sum + (spentMs.get(section) ?? Number.NaN), 0);
    expect(took).toBeLessThan(120_000);
  });

  async function take(step: Step, page: string): Promise<void> {
    if (step.kind === 'file') return writeFile(join(project, step.name), shown.translate(step.text));
    if (step.kind === 'page') {
      const [link = ''] = /https?:\S+/.exec(printed) ?? [];
      return browser.take(step, { link, folder: project });
    }
    const { command, output: expected } = step;
    const isComplete = (output: string) =>
      !command.endsWith('&') || expected === undefined || shown.matches(expected, output);
    const { output, exitCode } = await shell.run(shown.translate(command), isComplete);
    printed = output;
    const place = `${page}:${step.line}: ${command}`;
    expect([place, exitCode, output]).toEqual([place, 0, expect.any(String)]);
    if (expected !== undefined && !shown.matches(expected, output))
      expect(`${place}\n${output}`).toBe(`${place}\n${expected}`);
  }
});

it('the README leads from the first verdict to a list and a server', () => {
  const typed = commandsOf(stepsOf(textOf('README.md'))).join('\n');
  for (const expected of [
    'npm install mailproof',
    'node first.mjs',
    'mailproof bulk',
    'mailproof keys create',
    'mailproof credits add',
    'mailproof serve',
    "api 'verify",
    'mailproof doctor',
  ])
    expect(typed).toContain(expected);
});

it('its pages lead from there to the daily work', () => {
  const typed = commandsOf(steps).join('\n');
  for (const expected of [
    'node app.mjs',
    'mailproof bulk --lookup',
    'mailproof bulk -',
    'mailproof accounts invite',
    'node client.mjs',
    'mailproof usage',
    'mailproof keys rotate',
    'mailproof jobs list',
    'mailproof worker',
  ])
    expect(typed).toContain(expected);
});

it.each(['README.md', 'examples/README.md', ...filesIn('docs')])(
  'whoever types a command of %s needs no other installation than in the folder',
  (path) => {
    const bare = commandsOf(stepsOf(textOf(path))).filter((command) =>
      /(?:^|[|;&(])\s*mailproof\b/.test(command),
    );
    expect(bare).toEqual([]);
  },
);

function commandsOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.kind === 'command' ? [step.command] : []));
}

/** The environment of a reader: without settings of mailproof, of npm, and of the tests. */
function environment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR, LANG: 'C.UTF-8', TZ: 'UTC', ...npmSettings };
}

/** npm asks nobody else, runs no script of a package, and reads no configuration of this machine. */
const npmSettings = {
  npm_config_userconfig: '/nowhere/user',
  npm_config_globalconfig: '/nowhere/global',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_ignore_scripts: 'true',
};
