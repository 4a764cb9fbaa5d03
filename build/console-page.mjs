import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licenceTexts } from './licence-texts.mjs';

/** Packages that become part of the page of the console. */
export const packagesOfPage = ['csv-parse', 'fflate', 'preact', 'saxen', 'uplot'];

const sources = 'adapters/console/page';

/** Where two rules are equally specific, the later file counts. */
const styleSheets = ['base', 'fields', 'layout', 'boxes', 'tables', 'lists', 'pictures'];

/**
 * Bundles the page of the console below `root` into `folder`: index.html, which names everything else, and files with a hash
 * of their content in their names, so that browsers may keep them for ever. Beside them are the licences of the packages in them.
 */
export async function bundleConsolePage(root, folder) {
  const source = join(root, sources);
  const target = join(folder, sources);
  await mkdir(target, { recursive: true });
  const write = async (name, text) => {
    const file = name.replace('{hash}', createHash('sha256').update(text).digest('hex').slice(0, 12));
    await writeFile(join(target, file), text);
    return file;
  };
  const bundle = (input, plugins) => bundleScript(root, join(source, input), target, plugins);
  const worker = await bundle('lists/reading/list-worker.ts', []);
  const script = await bundle('main.tsx', [workerName(source, worker)]);
  const styles = [
    join(root, 'node_modules/uplot/dist/uPlot.min.css'),
    ...styleSheets.map((name) => join(source, `style/${name}.css`)),
  ];
  const style = await Promise.all(styles.map((path) => readFile(path, 'utf8')));
  const files = {
    script,
    style: await write('page-{hash}.css', style.join('\n')),
  };
  const page = await readFile(join(source, 'index.html'), 'utf8');
  await write(
    'index.html',
    page.replace(/\{(script|style)\}/g, (_, name) => `./${files[name]}`),
  );
  // Browsers get copies of these packages, which their licences must go with.
  await write('licences.txt', await licenceTexts(root, packagesOfPage, []));
}

/** Writes a script into `target`, and beside it what it loads later. Returns the name of its file. */
async function bundleScript(root, input, target, plugins) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'browser',
    plugins: [browserDomains(root), ...plugins],
    transform: { target: 'es2023' },
  });
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name]-[hash:12].js',
    chunkFileNames: '[name]-[hash:12].js',
    hashCharacters: 'hex',
    minify: true,
    comments: false,
    charset: 'ascii',
  });
  await bundle.close();
  refuseOtherPackages(output.flatMap(({ moduleIds = [] }) => moduleIds));
  return output.find(({ isEntry }) => isEntry).fileName;
}

/** Replaces the name of the worker's file by the one that has its hash. */
function workerName(source, file) {
  return {
    name: 'worker name',
    load: {
      filter: { id: { include: join(source, 'lists/list-worker-file.ts') } },
      handler: () => ({
        code: `export const listWorkerFile = ${JSON.stringify(`./${file}`)};`,
        moduleType: 'js',
      }),
    },
  };
}

/**
 * Replaces the table with which domains are read by what every browser has. It would be most of the script, and the page
 * only tells duplicates: what is valid is said by the server.
 */
function browserDomains(root) {
  return {
    name: 'browser domains',
    resolveId: {
      filter: { id: /^tr46$/ },
      handler: () => join(root, sources, 'lists/browser-domains/to-ascii.ts'),
    },
  };
}

/** A package that is bundled by mistake would be published without its licence. */
function refuseOtherPackages(moduleIds) {
  const packages = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  const unexpected = new Set(packages.filter((name) => !packagesOfPage.includes(name)));
  if (unexpected.size === 0) return;
  throw new Error(`To be listed in build/console-page.mjs: ${[...unexpected].sort().join(', ')}`);
}
