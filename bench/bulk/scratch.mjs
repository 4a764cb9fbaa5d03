import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives `work` a folder that is there for as long as it takes. */
export async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
