import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { packagesOfPage } from './console-page.mjs';
import { packedDisposableNames } from './disposable-names.mjs';
import { explorerScript } from './explorer-script.mjs';
import { lazyModules, parsedJson } from './lazy-modules.mjs';
import { licenceTexts } from './licence-texts.mjs';

/**
 * Packages that become part of the bundle. They are mostly tables: imported as packages, they would be evaluated whether
 * or not they are needed, and take longer than the rest of mailproof.
 */
const bundled = [
  'disposable-domains',
  'disposable-email-domains-js',
  'fakefilter',
  'mailchecker',
  'punycode',
  'tldts',
  'tldts-core',
  'tr46',
];

/**
 * Bundles the sources below `root` into `folder`: one file for each entry of the package, and files that several of them
 * share. Node loads them in a fraction of the time that it takes for a file per module. `entries` are paths of sources
 * without their extension; default: what package.json exports.
 */
export async function bundleLibrary(root, folder, entries) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { name, dependencies, optionalDependencies, peerDependencies } = manifest;
  const separate = [name, ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })];
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      (entries ?? entriesOf(manifest)).map((path) => [path, join(root, `${path}.ts`)]),
    ),
    platform: 'node',
    external: separate.map((dependency) => new RegExp(`^${dependency}(/|$)`)),
    transform: { target: 'es2022' },
    // Parentheses around a function tell V8 to compile it at once: wrong for modules that are evaluated late or never.
    optimization: { pifeForModuleWrappers: false },
    plugins: [packedDisposableNames(root), explorerScript(root), lazyModules(root), parsedJson()],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    comments: false,
    // V8 keeps the text of every file that it has loaded. A single letter beyond Latin-1 makes that two bytes a character,
    // which takes more than the escapes of all such letters do.
    charset: 'ascii',
    // In a file of its own: Node.js holds a file several times while it loads it, and the largest counts.
    codeSplitting: {
      groups: [{ name: 'disposable-names', test: join(root, 'src/address/disposable-names.ts') }],
    },
  });
  await bundle.close();
  refuseOtherPackages(output.flatMap(({ moduleIds = [] }) => moduleIds));
  for (const { fileName, code } of output) {
    await mkdir(dirname(join(folder, fileName)), { recursive: true });
    // What is left of an import that the bundler needs for a `require` which is not used here.
    await writeFile(join(folder, fileName), code.replace(/^import "node:module";\n/m, ''));
  }
  await writeFile(
    join(folder, 'third-party-licences.txt'),
    await licenceTexts(root, [...bundled, ...packagesOfPage], ['openapi-explorer']),
  );
}

function entriesOf({ exports, bin }) {
  const built = Object.values(exports).flatMap(({ default: path }) => path ?? []);
  return [...built, ...Object.values(bin)].map((path) =>
    path.replace(/^(\.\/)?dist\//, '').replace(/\.js$/, ''),
  );
}

/** A package that is bundled by mistake would be installed twice, and published without its licence. */
function refuseOtherPackages(moduleIds) {
  const packages = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  const unexpected = new Set(packages.filter((name) => !bundled.includes(name)));
  if (unexpected.size === 0) return;
  throw new Error(`To be listed in package.json as dependencies: ${[...unexpected].sort().join(', ')}`);
}
