import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { withWatchedMaps } from './watched-source.mjs';

const simulation = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(simulation, '../../node_modules/.cache');
const maps = join(simulation, 'maps');

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Those of the bundles that are in use. */
const folders = new Set();

/** Removes all bundles, says so, and ends the process, unless others listen: they stop what they have begun, and end by themselves. */
function endBySignal(signal) {
  if (process.listenerCount(signal) > 1) return;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  console.log(`stopped from outside by ${signal}`);
  process.exit(128 + constants.signals[signal]);
}

function useFolder(folder) {
  if (folders.size === 0) for (const signal of stopSignals) process.on(signal, endBySignal);
  folders.add(folder);
}

async function removeFolder(folder) {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) for (const signal of stopSignals) process.off(signal, endBySignal);
}

/**
 * Bundles the simulator with `src`, so that its processes start fast and run on any Node.js version. The maps of `src`
 * are watched, and the bounded ones small. `patch` may change the text of a file on the way: it is given the path from
 * the root of the repository, and the text. Returns the files, and a function that removes them. A signal that ends the
 * process removes them, too.
 */
export async function bundleSimulator({ patch = (_path, text) => text } = {}) {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, `simulation-${process.pid}-`));
  useFolder(folder);
  const root = join(simulation, '../..');
  const bundle = await rolldown({
    input: {
      command: join(simulation, 'command/command.ts'),
      'seed-process': join(simulation, 'command/seed-process.ts'),
    },
    platform: 'node',
    external: (id, _importer, isResolved) => !isResolved && !/^[./]/.test(id),
    plugins: [
      {
        name: 'small maps',
        resolveId: {
          filter: { id: /\/bounded-map\.ts$/ },
          // Stores have the maps of `src`, too: what they keep must not be lost.
          handler: (_id, importer = '') =>
            importer.startsWith(`${root}/src/`) ? join(maps, 'small-maps.ts') : null,
        },
      },
      {
        name: 'patch',
        transform: (text, id) => {
          const path = id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id;
          const patched = patch(path, text);
          const changed = path.startsWith('src/')
            ? withWatchedMaps(path, patched, join(maps, 'watched-maps.ts'))
            : patched;
          return changed === text ? null : changed;
        },
      },
    ],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await bundle.close();
  return {
    command: join(folder, 'command.mjs'),
    worker: join(folder, 'seed-process.mjs'),
    remove: () => removeFolder(folder),
  };
}
