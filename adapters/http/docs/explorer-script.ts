import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The build replaces this file by one that holds the script itself (build/explorer-script.mjs).

const path = 'openapi-explorer/dist/browser/openapi-explorer.min.js';

/** The script of the page at /docs, with everything that it needs. */
export const explorerScript = readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
