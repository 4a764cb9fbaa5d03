// Packages with large tables, which most processes need late or never. They become part of the bundle and are evaluated
// when one of their functions is called for the first time. No `import` statement can do that, and with `import()` every
// function that parses an address would have to return a promise.
const functionsOf = {
  tldts: ['getDomain', 'getPublicSuffix', 'parse'],
  tr46: ['toASCII'],
};

const mark = '\0lazy:';

/** Replaces each of these packages by functions that evaluate it when they are first called. */
export function lazyPackages() {
  return {
    name: 'lazy packages',
    resolveId: {
      filter: { id: new RegExp(`^(${Object.keys(functionsOf).join('|')})$`) },
      handler: (id, importer = '') => (importer.startsWith(mark) ? null : mark + id),
    },
    load: (id) =>
      id.startsWith(mark) ? { code: wrappersOf(id.slice(mark.length)), moduleType: 'js' } : null,
  };
}

function wrappersOf(name) {
  const functions = functionsOf[name];
  return [
    ...functions.map((f) => `export const ${f} = (...values) => require('${name}').${f}(...values);`),
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
        code: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))});`,
        moduleType: 'js',
      }),
    },
  };
}
