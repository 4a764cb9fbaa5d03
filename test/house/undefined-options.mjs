import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Prints what callers may leave out of what they pass, but may not pass as undefined where `exactOptionalPropertyTypes` is
 * set. Arguments: TypeScript files whose exports callers use. Without any, these are the entries of the package.
 */
const repository = new URL('../../', import.meta.url).pathname;
const ts = createRequire(`${repository}examples/`)('typescript-5.4');
const files = process.argv.length > 2 ? process.argv.slice(2) : entriesOfPackage();
const program = ts.createProgram(files, {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true },
  ...{ allowImportingTsExtensions: true, resolveJsonModule: true, types: ['node'] },
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'] },
  typeRoots: [`${repository}node_modules/@types`],
});
const checker = program.getTypeChecker();
const seen = { passed: new Set(), returned: new Set() };
const missing = new Set();

for (const file of files)
  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))))
    visitExport(exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported);
process.stdout.write([...missing].sort().join(''));

function visitExport(exported) {
  if (exported.flags & ts.SymbolFlags.Type && exported.name.endsWith('Options'))
    visit(checker.getDeclaredTypeOfSymbol(exported), 'passed', exported.name);
  if (!(exported.flags & ts.SymbolFlags.Value)) return;
  const type = checker.getTypeOfSymbol(exported);
  visit(type, 'returned', exported.name);
  for (const construction of type.getConstructSignatures())
    visitSignature(construction, 'returned', exported.name);
}

/** Callers pass the parameters of what is returned to them, and get those of what they pass. */
function visitSignature(signature, way, path) {
  const other = way === 'passed' ? 'returned' : 'passed';
  for (const parameter of signature.parameters)
    visit(checker.getTypeOfSymbol(parameter), other, `${path}(${parameter.name})`);
  visit(signature.getReturnType(), way, path);
}

function visit(type, way, path) {
  if (seen[way].has(type)) return;
  seen[way].add(type);
  if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, way, path);
  if (!(type.flags & ts.TypeFlags.Object)) return;
  for (const part of [...checker.getTypeArguments(type), ...(type.aliasTypeArguments ?? [])])
    visit(part, way, path);
  if (!isOurs(type)) return;
  for (const property of checker.getPropertiesOfType(type)) {
    const value = checker.getTypeOfSymbol(property);
    const name = `${path}.${property.name}`;
    if (way === 'passed' && refusesUndefined(property, value)) missing.add(`${name}\n`);
    visit(value, way, name);
  }
  for (const signature of type.getCallSignatures()) visitSignature(signature, way, path);
}

/** Methods aside: they are parts of ports, not options. And aside from what errors inherit. */
function refusesUndefined({ flags, declarations = [] }, value) {
  if (!(flags & ts.SymbolFlags.Optional) || flags & ts.SymbolFlags.Method) return false;
  if (declarations.length > 0 && declarations.every(isOfLibrary)) return false;
  // The compiler has another type for a property that is missing.
  const parts = value.isUnion() ? value.types : [value];
  return !parts.includes(checker.getUndefinedType()) && !(value.flags & ts.TypeFlags.Unknown);
}

/** True unless the type comes from a library. Those that are made of our own by `Partial` or `Pick` are ours. */
function isOurs(type) {
  if (type.objectFlags & ts.ObjectFlags.Mapped) return true;
  const declarations = type.symbol?.declarations ?? [];
  return declarations.some((part) => !isOfLibrary(part));
}

function isOfLibrary(declaration) {
  return declaration.getSourceFile().fileName.includes('/node_modules/');
}

function entriesOfPackage() {
  const { exports } = JSON.parse(readFileSync(`${repository}package.json`, 'utf8'));
  return Object.values(exports)
    .filter((entry) => entry.types !== undefined)
    .map(({ types }) => types.replace('./dist/', repository).replace('.d.ts', '.ts'));
}
