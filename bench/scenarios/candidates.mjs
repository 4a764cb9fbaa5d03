import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withModules } from '../bundled-modules.mjs';
import { number } from '../table.mjs';

const program = fileURLToPath(new URL('../lookup/candidates-process.mjs', import.meta.url));
const list = fileURLToPath(new URL('../../test/lookup/people/open.jsonl', import.meta.url));
const sources = ['src/lookup/candidates', 'src/lookup/names/person-name'];

export const candidates = {
  title: 'Candidates: what it takes to list those of one person, whose name is new',
  defaultRuns: 25,
  measure,
};

async function measure({ runs, note }) {
  note('people');
  const { firstProcessorMs, personMs } = await withModules(sources, async (folder) => {
    const child = fork(program, [folder, list, String(runs)]);
    const [answer] = await once(child, 'message');
    await once(child, 'exit');
    return answer;
  });
  const sorted = personMs.toSorted((one, other) => one - other);
  const shareMs = (share) => sorted[Math.ceil(sorted.length * share) - 1];
  const rows = [
    ['half of the people, at most', shareMs(0.5)],
    ['99 of 100, at most', shareMs(0.99)],
    ['the slowest', shareMs(1)],
    ['the first of all: the processor', firstProcessorMs],
  ];
  return {
    heads: [`${sorted.length} people`, 'ms'],
    rows: rows.map(([name, ms]) => [name, number(ms, 2)]),
    checks: [{ what: 'ms for the slowest', measured: shareMs(1), atMost: 1, digits: 2 }],
    wrong: [],
  };
}
