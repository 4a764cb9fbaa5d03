import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { longText } from './long-text.mjs';

const path = 'src/address/disposable-names.ts';
const packer = 'src/address/packed-names.ts';

/** Replaces the lists of src/address/disposable-names.ts by packed ones, which are unpacked when they are asked for. */
export function packedDisposableNames(root) {
  return {
    name: 'packed disposable names',
    load: {
      filter: { id: { include: join(root, path) } },
      handler: async () => {
        const { broadNames, curatedNames } = await evaluated(root, path);
        const { packNames } = await evaluated(root, packer);
        return {
          code: `
            import { PackedNames } from './packed-names.ts';
            export function broadNames() { return new PackedNames(${longText(packNames(broadNames()))}); }
            export function curatedNames() { return new PackedNames(${longText(packNames(curatedNames()))}); }`,
          moduleType: 'js',
        };
      },
    },
  };
}

/** Returns what a module exports as it stands. */
async function evaluated(root, path) {
  const cache = join(root, 'node_modules/.cache');
  // A fresh installation has none yet.
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'names-'));
  try {
    const bundle = await rolldown({ input: join(root, path), platform: 'node' });
    const file = join(folder, 'names.mjs');
    await bundle.write({ file, format: 'esm' });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
