import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const path = 'adapters/http/docs/explorer-script.ts';

/** Replaces adapters/http/docs/explorer-script.ts by a file that holds the script of the page at /docs. */
export function explorerScript(root) {
  return {
    name: 'explorer script',
    load: {
      filter: { id: { include: join(root, path) } },
      handler: async () => {
        const file = 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js';
        const text = await readFile(join(root, file), 'utf8');
        return { code: `export const explorerScript = ${JSON.stringify(text)};`, moduleType: 'js' };
      },
    },
  };
}
