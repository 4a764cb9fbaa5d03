import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { isNode, lineOf, type SyntaxNode, visitSyntax } from './syntax-tree.ts';

/** The text of files by their path from the root of the repository. */
export type SourceFiles = ReadonlyMap<string, string>;

type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'builtin' }
  | { readonly kind: 'package'; readonly name: string }
  /** `import(expression)`: nobody can tell what it loads. */
  | { readonly kind: 'computed' };

export interface SourceImport {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
  readonly target: ImportTarget;
  /** False for what is erased: `import type`, `export type … from`, `typeof import()`. */
  readonly runtime: boolean;
}

/** Every import of every file, in whatever form it is written. */
export function importsOf(files: SourceFiles): SourceImport[] {
  return [...files].flatMap(([path, source]) => importsOfSource(path, source));
}

function importsOfSource(path: string, source: string): SourceImport[] {
  const imports: SourceImport[] = [];
  visitSyntax(path, source, (node) => {
    const request = requestOf(node);
    if (request === undefined) return;
    const specifier = literalText(request.module);
    imports.push({
      path,
      line: lineOf(source, node),
      specifier: specifier ?? '(computed)',
      target: specifier === undefined ? { kind: 'computed' } : targetOf(path, specifier),
      runtime: request.runtime,
    });
  });
  return imports;
}

interface ModuleRequest {
  readonly module: unknown;
  readonly runtime: boolean;
}

/** `import { type A }` is a runtime import: verbatimModuleSyntax keeps the statement. */
function requestOf(node: SyntaxNode): ModuleRequest | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { module: node.source, runtime: node.importKind !== 'type' };
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (node.source == null) return undefined;
      return { module: node.source, runtime: node.exportKind !== 'type' };
    case 'ImportExpression':
      return { module: node.source, runtime: true };
    case 'TSImportType':
      return { module: node.source, runtime: false };
    case 'TSExternalModuleReference':
      return { module: node.expression, runtime: true };
    case 'CallExpression': {
      const { callee, arguments: given } = node;
      const required = isNode(callee) && callee.type === 'Identifier' && callee.name === 'require';
      return required && Array.isArray(given) ? { module: given[0], runtime: true } : undefined;
    }
    default:
      return undefined;
  }
}

function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return undefined;
}

function targetOf(importer: string, specifier: string): ImportTarget {
  if (specifier.startsWith('.')) return { kind: 'file', path: join(dirname(importer), specifier) };
  if (isBuiltin(specifier)) return { kind: 'builtin' };
  const [first = '', second = ''] = specifier.split('/');
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first };
}
