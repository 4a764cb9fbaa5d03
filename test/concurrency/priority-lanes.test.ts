import { describe, expect, it } from 'vitest';
import { PriorityLanes } from '../../src/concurrency/priority-lanes.ts';

function lanesOf(...entries: readonly [id: string, priority: number][]) {
  const lanes = new PriorityLanes();
  const names = new Map<unknown, string>();
  for (const [id, priority] of entries) {
    const run = async () => id;
    names.set(run, id);
    lanes.enqueue(run, { id, priority });
  }
  const drain = () => {
    const order: (string | undefined)[] = [];
    while (lanes.size > 0) order.push(names.get(lanes.dequeue()));
    return order;
  };
  return { lanes, names, drain };
}

describe('priority lanes', () => {
  it('serve the highest priority first, equal ones in the order of the calls', () => {
    const { drain } = lanesOf(['a', -2], ['b', 0], ['c', -2], ['d', 1], ['e', 0]);
    expect(drain()).toEqual(['d', 'b', 'e', 'a', 'c']);
  });

  it('forget removed entries, and ignore unknown ids', () => {
    const { lanes, drain } = lanesOf(['a', 0], ['b', 0], ['c', -1]);
    lanes.remove('a');
    lanes.remove('c');
    lanes.remove('never');
    expect(lanes.size).toBe(1);
    expect(drain()).toEqual(['b']);
  });

  it('move an entry to the end of another priority', () => {
    const { lanes, names, drain } = lanesOf(['a', 0], ['b', 0], ['c', 1]);
    lanes.setPriority('a', 1);
    lanes.setPriority('never', 1);
    expect(lanes.filter({ priority: 1 }).map((run) => names.get(run))).toEqual(['c', 'a']);
    expect(drain()).toEqual(['c', 'a', 'b']);
  });

  it('are empty when drained', () => {
    const { lanes } = lanesOf();
    expect([lanes.size, lanes.dequeue(), lanes.filter({})]).toEqual([0, undefined, []]);
  });
});
