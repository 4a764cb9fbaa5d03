import { calibrationError } from '../lookup/calibration.mjs';
import { colleaguesWorld } from '../lookup/colleagues.mjs';
import { withOfflineLookups } from '../lookup/offline-lookups.mjs';
import { number } from '../table.mjs';

/** Finds that are no likelier are weak. */
const leastChance = 0.5;
const peoplePerCompany = 12;

/** The model was fitted to the world of seed 1. */
const firstUnusedSeed = 11;

export const colleagues = {
  title: 'Colleagues who could be taken for each other, at companies with all of their people',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, addresses = 10_080, seed: firstSeed = firstUnusedSeed, note }) {
  const companies = Math.ceil(addresses / peoplePerCompany);
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index);
  const worlds = [
    { name: 'people as they come', onlyNamesakes: false },
    { name: 'only people with namesakes', onlyNamesakes: true },
  ];
  const entries = await withOfflineLookups((begin) =>
    worlds.flatMap(({ name, onlyNamesakes }) =>
      seeds.map((seed) => {
        note(`${name}, seed ${seed}`);
        const world = colleaguesWorld({ companies, seed, onlyNamesakes });
        return { ...summary(`${name}, seed ${seed}`, lookUpAll(world, begin())), onlyNamesakes };
      }),
    ),
  );
  return {
    heads: [
      '',
      'people',
      'findable',
      'found',
      'finds',
      'said to be true',
      'true',
      'error',
      'sure finds',
      'of them false',
      'weak finds',
      'of them true',
      'questions',
    ],
    rows: entries.map(row),
    checks: entries
      .filter(({ onlyNamesakes }) => !onlyNamesakes)
      .map(({ name, error }) => ({
        what: `between chances and truth of finds (expected calibration error): ${name}`,
        measured: error,
        atMost: 0.03,
        digits: 3,
      })),
    wrong: [],
  };
}

function lookUpAll({ people, mailboxes }, lookUp) {
  return people.map((person) => {
    const exists = (localPart) => mailboxes.has(`${localPart}@${person.row.domain}`);
    const { find, questions } = lookUp({ row: person.row, exists });
    return { ...person, find, questions: questions.length };
  });
}

function summary(name, judged) {
  const findable = judged.filter(({ email }) => email !== null);
  const finds = judged
    .filter(({ find }) => find !== undefined)
    .map(({ row: { domain }, email, find }) => ({
      chance: find.chance,
      isTrue: email === `${find.localPart}@${domain}`,
    }));
  const sure = finds.filter(({ chance }) => chance > leastChance);
  const weak = finds.filter(({ chance }) => chance <= leastChance);
  const trueOf = (some) => some.filter(({ isTrue }) => isTrue).length;
  return {
    name,
    people: judged.length,
    findable: findable.length,
    finds: finds.length,
    found: trueOf(finds),
    chance: finds.reduce((sum, { chance }) => sum + chance, 0) / finds.length,
    sure: sure.length,
    sureFalse: sure.length - trueOf(sure),
    weak: weak.length,
    weakTrue: trueOf(weak),
    error: calibrationError(finds),
    perFindable: judged.reduce((sum, { questions }) => sum + questions, 0) / findable.length,
  };
}

function row(one) {
  return [
    one.name,
    number(one.people),
    number(one.findable),
    number(one.found),
    number(one.finds),
    `${number(100 * one.chance, 1)} %`,
    `${number((100 * one.found) / one.finds, 1)} %`,
    number(one.error, 3),
    number(one.sure),
    number(one.sureFalse),
    number(one.weak),
    number(one.weakTrue),
    number(one.perFindable, 2),
  ];
}
