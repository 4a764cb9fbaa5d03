import { calibrationOf } from '../lookup/calibration.mjs';
import { linesOf, openList, worldOf } from '../lookup/listed-people.mjs';
import { lookUp } from '../lookup/run.mjs';
import { number } from '../table.mjs';

/** Less sure finds are weak: the address was found for somebody else before. */
const leastConfidence = 50;

export const people = {
  title: 'People of 84 languages, spelt as their companies spell them: test/lookup/people',
  defaultRuns: 1,
  measure,
};

async function measure({ addresses = Number.POSITIVE_INFINITY, lists = [openList], note, print }) {
  note('looking everybody up');
  const lines = linesOf(lists).slice(0, addresses);
  const { world, people: listed } = worldOf(lines);
  const { emails: finds, recipients } = await lookUp('singly', world, listed);
  const judged = listed.map((person, index) => ({ ...person, find: finds[index] }));
  const all = counter('all languages', judged);
  const languages = [...new Set(judged.map(({ language }) => language))].toSorted();
  note('calibration');
  const { error, first, spent } = await calibrationOf(lines);
  print('Questions by what became of people, without catch-alls and their probes:');
  for (const [end, { people: count, questions }] of Object.entries(spent))
    print(`  ${end}: ${number(questions)} about ${number(count)}`);
  const rows = languages.map((language) =>
    counter(
      language,
      judged.filter((person) => person.language === language),
    ),
  );
  return {
    heads: ['', 'people', 'findable', 'found', 'false finds', 'weak false finds'],
    rows: [...rows, all].map(row),
    checks: [
      { what: '% of the findable found', measured: (100 * all.found) / all.findable, atLeast: 93, digits: 1 },
      {
        what: '% found at companies where nobody was found before',
        measured: (100 * first.found) / first.people,
        atLeast: 90,
        digits: 1,
      },
      { what: 'false finds', measured: all.wrong.length, atMost: 0 },
      { what: 'RCPTs a findable person', measured: recipients / all.findable, atMost: 5.75, digits: 2 },
      {
        what: 'between chances and acceptances (expected calibration error)',
        measured: error,
        atMost: 0.03,
        digits: 3,
      },
    ],
    wrong: all.wrong.map(({ row: truth, email, find }) => ({
      truth: { ...truth, email },
      answer: find.email,
    })),
  };
}

/** At a catch-all, nobody can be found. */
function counter(name, judged) {
  const findable = judged.filter(({ email, catchAll }) => email !== null && !catchAll);
  const wrong = judged.filter(({ email, find }) => find.email !== null && find.email !== email);
  const isSure = ({ find }) => find.confidence >= leastConfidence;
  return {
    name,
    people: judged.length,
    findable: findable.length,
    found: findable.filter(({ email, find }) => find.email === email).length,
    wrong: wrong.filter(isSure),
    weak: wrong.filter((person) => !isSure(person)).length,
  };
}

function row({ name, people: count, findable, found, wrong, weak }) {
  return [name, number(count), number(findable), number(found), number(wrong.length), number(weak)];
}
