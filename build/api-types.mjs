// Writes the types of mailproof/client and of the console's page: those of their OpenAPI documents. The build and the check of
// types do so first.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const documents = [
  {
    source: 'adapters/http/resources/api-document.ts',
    name: 'apiDocument',
    target: 'adapters/client/api-types.ts',
  },
  {
    source: 'adapters/console/resources/api-document.ts',
    name: 'describeConsole',
    target: 'adapters/console/page/api-types.ts',
  },
];
const header = '// Made from the OpenAPI document by "npm run generate".\n\n';

for (const document of documents) {
  const text = header + (await typesOf(await readDocument(document)));
  await writeFile(join(root, document.target), text);
}

async function typesOf(document) {
  // It needs the compiler API of TypeScript 5, which later versions do not have. This package brings its own.
  const holder = pathToFileURL(join(root, 'node_modules/@arethetypeswrong/core/package.json')).href;
  const resolve = `export const resolve = (name, context, next) =>
    next(name, name === 'typescript' ? { ...context, parentURL: '${holder}' } : context);`;
  register(`data:text/javascript,${encodeURIComponent(resolve)}`);
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  return astToString(await openapiTypes(document));
}

async function readDocument({ source, name }) {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'document-'));
  try {
    const input = { document: source };
    const bundle = await rolldown({ cwd: root, input, platform: 'node', external: /^[^./]/ });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
    });
    await bundle.close();
    const module = await import(pathToFileURL(join(folder, 'document.mjs')).href);
    return module[name]({ basePath: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
}
