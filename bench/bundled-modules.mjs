import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from '../build/bundle.mjs';

const root = new URL('../', import.meta.url);

/**
 * Bundles modules of `src` by themselves, because the package does not export them, and calls `measure` with the folder
 * that holds them until then. `sources` are paths from the root, without extensions.
 */
export async function withModules(sources, measure) {
  const cache = new URL('node_modules/.cache/', root);
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(fileURLToPath(new URL('bench-', cache)));
  try {
    await bundleLibrary(fileURLToPath(root), folder, sources);
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
