// Bundles the compiled library: one file per entry of the package, and what several of them share. Node loads that in a
// fraction of the time that it takes for hundreds of files. Then bundles the page of the console for browsers.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from './bundle.mjs';
import { bundleConsolePage } from './console-page.mjs';
import { rewriteDeclarations } from './declarations.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await bundleLibrary(root, join(root, 'dist'));
await rewriteDeclarations(join(root, 'dist'));
await bundleConsolePage(root, join(root, 'dist'));
