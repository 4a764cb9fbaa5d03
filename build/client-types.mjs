// Writes the types of mailproof/client: those of the OpenAPI document that the server serves. With --print, prints them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = 'adapters/client/api-types.ts';
const header = '// Made from the OpenAPI document by "npm run generate". Do not edit.\n\n';

const text = header + (await typesOf(await servedDocument()));
if (process.argv.includes('--print')) process.stdout.write(text);
else await writeFile(join(root, target), text);

async function typesOf(document) {
  // It needs the compiler API of TypeScript 5, which later versions do not have. This package brings its own.
  const holder = pathToFileURL(join(root, 'node_modules/@arethetypeswrong/core/package.json')).href;
  const resolve = `export const resolve = (name, context, next) =>
    next(name, name === 'typescript' ? { ...context, parentURL: '${holder}' } : context);`;
  register(`data:text/javascript,${encodeURIComponent(resolve)}`);
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  return astToString(await openapiTypes(document));
}

async function servedDocument() {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'document-'));
  try {
    const input = { document: 'adapters/http/resources/api-document.ts' };
    const bundle = await rolldown({ cwd: root, input, platform: 'node', external: /^[^./]/ });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
    });
    await bundle.close();
    const { apiDocument } = await import(pathToFileURL(join(folder, 'document.mjs')).href);
    return apiDocument({ basePath: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
}
