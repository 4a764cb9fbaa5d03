/**
 * Bundles the sources below `root` into `folder`. `entries` are paths of sources from `root` without their extension;
 * default: what package.json exports.
 */
export function bundleLibrary(root: string, folder: string, entries?: readonly string[]): Promise<void>;
