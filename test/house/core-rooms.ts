import { findCycle, type Graph } from './cycles.ts';
import { importsOf, type SourceFiles } from './source-imports.ts';

const rooms: readonly string[] = ['address', 'exchange', 'probe', 'verdict', 'credits', 'lookup', 'bulk'];

const top: readonly string[] = ['src/engine.ts', 'src/index.ts'];

/**
 * Whatever is wrong between the rooms of the core. The files directly in src are the ground that every room stands
 * on, but for engine and index, which stand on top of all. Types count: a room that needs another's types needs it.
 */
export function roomOffences(files: SourceFiles): string[] {
  const offences: string[] = [];
  const between = new Map<string, Set<string>>();
  for (const path of files.keys()) {
    const room = roomOf(path);
    if (room !== undefined && !rooms.includes(room)) offences.push(`${path}: ${room} is not a room of src`);
  }
  for (const { path, line, target } of importsOf(files)) {
    if (target.kind !== 'file' || !path.startsWith('src/')) continue;
    const from = roomOf(path);
    const to = roomOf(target.path);
    if (top.includes(target.path) && path !== 'src/index.ts') {
      offences.push(`${path}:${line} imports ${target.path}, which stands on top`);
    } else if (from === undefined && to !== undefined && !top.includes(path)) {
      offences.push(`${path}:${line} imports ${target.path}: what rooms stand on imports none of them`);
    } else if (from !== undefined && to !== undefined && from !== to) {
      between.set(from, (between.get(from) ?? new Set()).add(to));
    }
  }
  const cycle = findCycle(between);
  if (cycle !== undefined) offences.push(`the rooms of src import one another: ${cycle.join(' → ')}`);
  return offences;
}

/** The cycle of files that load one another, if there is one: what one of them exports is not there in time. */
export function loadingOffences(files: SourceFiles): string[] {
  const loads: Graph = importsOf(files).reduce((graph, { path, target, runtime }) => {
    if (target.kind !== 'file' || !runtime) return graph;
    return graph.set(path, (graph.get(path) ?? new Set()).add(target.path));
  }, new Map<string, Set<string>>());
  const cycle = findCycle(loads);
  return cycle === undefined ? [] : [`files load one another: ${cycle.join(' → ')}`];
}

function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}
