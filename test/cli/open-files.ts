import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files below a folder that a process has open, as Linux knows them, whether they have a name or not. */
export function openFilesBelow(folder: string, pid = process.pid): string[] {
  const descriptors = `/proc/${pid}/fd`;
  return readdirSync(descriptors)
    .map((descriptor) => join(descriptors, descriptor))
    .filter((link) => {
      try {
        return readlinkSync(link).startsWith(folder);
      } catch {
        return false;
      }
    });
}
