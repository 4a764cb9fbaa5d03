import { parseSync, visitorKeys } from 'oxc-parser';

/** A node of the ESTree of one source, with the TypeScript nodes in it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Where a node stands: its parent, and the field of the parent that holds it. */
export interface Place {
  readonly parent: SyntaxNode | undefined;
  readonly field: string | undefined;
}

/** Calls `visit` for every node of a source, parents first. Throws where the source does not parse. */
export function visitSyntax(
  path: string,
  source: string,
  visit: (node: SyntaxNode, place: Place) => void,
): void {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const walk = (value: unknown, place: Place) => {
    if (Array.isArray(value)) {
      for (const element of value) walk(element, place);
    } else if (isNode(value)) {
      visit(value, place);
      for (const field of visitorKeys[value.type] ?? []) walk(value[field], { parent: value, field });
    }
  };
  walk(program, { parent: undefined, field: undefined });
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function lineOf(source: string, node: SyntaxNode): number {
  return source.slice(0, node.start).split('\n').length;
}
