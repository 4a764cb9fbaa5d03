import { dirname, resolve } from 'node:path';
import { longText } from './long-text.mjs';

// Packages and modules with large tables, which most processes need late or never. They become part of the bundle and are
// evaluated when one of their functions is called for the first time. No `import` statement can do that, and with
// `import()` every function that parses an address or reads a name would have to return a promise, and could fail.
const functionsOf = {
  tldts: ['getDomain', 'getDomainWithoutSuffix', 'getPublicSuffix', 'parse'],
  tr46: ['toASCII'],
  './src/lookup/names/languages.ts': ['languagesIn', 'allLanguages'],
};

const mark = '\0lazy:';

/** Replaces each of these by functions that evaluate it when they are first called. Paths are relative to `root`. */
export function lazyModules(root) {
  const names = new Map(Object.keys(functionsOf).map((name) => [pathOf(name, root), name]));
  return {
    name: 'lazy modules',
    resolveId: {
      filter: { id: [...names.values()].map((name) => new RegExp(`(^|/)${name.split('/').at(-1)}$`)) },
      handler: (id, importer = '') => {
        const name = names.get(pathOf(id, dirname(importer)));
        return importer.startsWith(mark) || name === undefined ? null : mark + name;
      },
    },
    load: (id) => {
      const name = id.slice(mark.length);
      return id.startsWith(mark)
        ? { code: wrappersOf(pathOf(name, root), functionsOf[name]), moduleType: 'js' }
        : null;
    },
  };
}

function pathOf(name, folder) {
  return name.startsWith('.') ? resolve(folder, name) : name;
}

function wrappersOf(path, functions) {
  return [
    'let evaluated;',
    `const evaluate = () => (evaluated ??= require(${JSON.stringify(path)}));`,
    ...functions.map((f) => `export const ${f} = (...values) => evaluate().${f}(...values);`),
    `export default { ${functions.join(', ')} };`,
  ].join('\n');
}

/** Turns JSON of the bundle into text that is parsed when it is needed: shorter, and faster than an object literal. */
export function parsedJson() {
  return {
    name: 'parsed JSON',
    transform: {
      filter: { id: /\.json$/ },
      handler: (text) => ({
        code: `module.exports = JSON.parse(${longText(JSON.stringify(JSON.parse(text)))});`,
        moduleType: 'js',
      }),
    },
  };
}
