import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './repository-files.ts';

const execute = promisify(execFile);

/** Where Biome found what: the names of the rules that a file breaks, by the path of the file. */
export type BiomeReport = ReadonlyMap<string, readonly string[]>;

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

/** Lints files as if they were in this repository. `files` maps paths to their text. */
export async function lintAsInRepository(files: Readonly<Record<string, string>>): Promise<BiomeReport> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-biome-'));
  try {
    for (const name of ['biome.json', 'biome']) {
      await cp(join(repository, name), join(folder, name), { recursive: true });
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return reportOf(await lint(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Biome exits with an error when it finds something, and prints the report in either case. */
async function lint(folder: string): Promise<string> {
  const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'];
  const settled = execute(process.execPath, [biome, ...options], { cwd: folder, maxBuffer: 2 ** 26 });
  const { stdout } = await settled.catch((error: { stdout?: string }) => {
    if (!error.stdout?.startsWith('{')) throw error;
    return { stdout: error.stdout };
  });
  return stdout;
}

function reportOf(json: string): BiomeReport {
  const report = new Map<string, string[]>();
  for (const { category, location } of JSON.parse(json).diagnostics as Diagnostic[]) {
    const rules = report.get(location.path) ?? [];
    report.set(location.path, [...rules, category.split('/').at(-1) ?? category]);
  }
  return report;
}
