/**
 * Lists the candidates of people, each as if the name were new, with the bundled modules in a folder, and sends how long
 * that takes: the processor time for the first person of all, and then for each person the median of `rounds`.
 */
import { readFileSync } from 'node:fs';
import { median } from '../table.mjs';

const [folder, list, rounds] = process.argv.slice(2);
const { candidates } = await import(`${folder}/src/lookup/candidates.js`);
const { readName } = await import(`${folder}/src/lookup/names/person-name.js`);

const people = readFileSync(list, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
/** As many as a search asks about at most. */
const limit = 20;
/** Until V8 has compiled what is used. */
const roundsBefore = 10;

const processorBefore = process.cpuUsage();
timeOf(people[0]);
const { user, system } = process.cpuUsage(processorBefore);
for (let round = 0; round < roundsBefore; round += 1) for (const person of people) timeOf(person);
const samples = people.map(() => []);
for (let round = 0; round < Number(rounds); round += 1)
  for (const [index, person] of people.entries()) samples[index].push(timeOf(person));
process.send({ firstProcessorMs: (user + system) / 1_000, personMs: samples.map(median) });

function timeOf({ fullName, domain }) {
  const startedAt = performance.now();
  const name = readName({ first_name: fullName, last_name: '', domain });
  if (name !== undefined) candidates(name, undefined, { limit });
  return performance.now() - startedAt;
}
