import type { SourceFiles } from './source-imports.ts';
import { isNode, lineOf, type Place, type SyntaxNode, visitSyntax } from './syntax-tree.ts';

/** Globals of I/O, time or chance, and the doors to them. Even a variable of that name would mislead. */
const impureGlobals = new Set([
  'Buffer',
  'EventSource',
  'MessageChannel',
  'NodeJS',
  'WebSocket',
  'XMLHttpRequest',
  '__dirname',
  '__filename',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'global',
  'globalThis',
  'navigator',
  'performance',
  'process',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

/** Whatever in the files reaches for the world without a port. */
export function globalOffences(files: SourceFiles): string[] {
  const offences: string[] = [];
  for (const [path, source] of files) {
    visitSyntax(path, source, (node, place) => {
      const name = impurity(node, place);
      if (name !== undefined) offences.push(`${path}:${lineOf(source, node)} uses ${name}`);
    });
  }
  return offences;
}

function impurity(node: SyntaxNode, place: Place): string | undefined {
  if (node.type === 'MetaProperty') return isNamed(node.meta, 'import') ? 'import.meta' : undefined;
  if (node.type !== 'Identifier' || isMemberName(place)) return undefined;
  const name = String(node.name);
  if (impureGlobals.has(name)) return name;
  switch (name) {
    case 'Date':
      return isPureDate(place) ? undefined : 'the time of day (Date)';
    case 'Math':
      return isMemberOtherThan(place, 'random') ? undefined : 'chance (Math)';
    case 'AbortSignal':
      return isMember(place) && !isMemberOtherThan(place, 'timeout') ? 'a timer (AbortSignal)' : undefined;
    default:
      return undefined;
  }
}

/** A name behind a dot or before a colon: `x.process`, `{ process: 1 }`, `class { process() {} }`. */
function isMemberName({ parent, field }: Place): boolean {
  if (parent === undefined || parent.computed === true) return false;
  return field === 'property' || field === 'key' || field === 'label' || field === 'imported';
}

/** A moment given as a number or text is a value like any other; only the present one is not. */
function isPureDate({ parent, field }: Place): boolean {
  if (parent === undefined) return false;
  switch (parent.type) {
    case 'NewExpression': {
      const { arguments: given } = parent;
      return (
        field === 'callee' && Array.isArray(given) && given.length > 0 && given[0].type !== 'SpreadElement'
      );
    }
    case 'MemberExpression':
      return isNamed(parent.property, 'UTC') || isNamed(parent.property, 'parse');
    case 'BinaryExpression':
      return parent.provider === 'instanceof' && field === 'right';
    default:
      return parent.type === 'TSTypeReference';
  }
}

function isMember({ parent, field }: Place): boolean {
  return parent?.type === 'MemberExpression' && field === 'object';
}

function isMemberOtherThan(place: Place, name: string): boolean {
  const { parent } = place;
  return isMember(place) && parent?.computed === false && !isNamed(parent.property, name);
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.name === name;
}
