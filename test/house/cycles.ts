export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** A way from a node back to itself, first and last the same; undefined where there is none. */
export function findCycle(graph: Graph): string[] | undefined {
  const finished = new Set<string>();
  const trail: string[] = [];
  const search = (node: string): string[] | undefined => {
    const met = trail.indexOf(node);
    if (met >= 0) return [...trail.slice(met), node];
    if (finished.has(node)) return undefined;
    trail.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = search(next);
      if (cycle !== undefined) return cycle;
    }
    trail.pop();
    finished.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = search(node);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
