import { SeededRandom } from '../../dist/adapters/sandbox/index.js';
import { firstNames, lastNames } from './names.mjs';
import { drawPattern, sizeClasses } from './patterns.mjs';

const staff = 20;
const absentShare = 0.15;
const catchAllShare = 0.1;
/** Share of companies that spell names in the less common way, if there are two. */
const otherSpellingShare = 0.3;

const suffixes = ['example.com', 'example.org', 'example.net'];

/**
 * Companies with 20 people each, as a world for the sandbox, and the people to look up, in an order that mixes the
 * companies. `email` is null for people without an address. `doubtfulNames`: some people have names with two
 * spellings. `exceptionShare`: so many have an address whose pattern was drawn for them alone. The same seed gives the
 * same people.
 */
export function peopleWorld({ companies, seed, doubtfulNames, exceptionShare = 0 }) {
  const random = new SeededRandom(seed);
  const names = [firstNames, lastNames].map((list) =>
    list.filter(({ spellings }) => doubtfulNames || spellings.length === 1),
  );
  const catchAll = new Set(
    random.shuffled([...Array(companies).keys()]).slice(0, Math.round(companies * catchAllShare)),
  );
  const world = { domains: {}, exchanges: {} };
  const people = [];
  for (let index = 0; index < companies; index += 1) {
    const domain = `company${index + 1}.${suffixes[index % suffixes.length]}`;
    const company = {
      domain,
      catchAll: catchAll.has(index),
      pattern: drawPattern(index % sizeClasses, random.next()),
      spelling: random.next() < otherSpellingShare ? 1 : 0,
      exceptionShare,
    };
    const employed = employ(company, names, random);
    const mailboxes = employed.flatMap(({ email }) => email?.slice(0, email.indexOf('@')) ?? []);
    world.domains[domain] = { mx: [`mx.${domain}`], mailboxes, catchAll: company.catchAll };
    world.exchanges[`mx.${domain}`] = {};
    people.push(...employed);
  }
  return { world, people: random.shuffled(people) };
}

/** No two people of a company have the same first or the same last name. */
function employ(company, names, random) {
  const { domain, catchAll, spelling } = company;
  const spelt = ({ spellings }) => spellings[spelling] ?? spellings[0];
  const [firsts, lasts] = names.map((list) => random.shuffled(list).slice(0, staff));
  return firsts.map((first, index) => {
    const last = lasts[index];
    const pattern = patternOf(company, random);
    const email = `${pattern(spelt(first), spelt(last))}@${domain}`;
    const row = { first_name: first.name, last_name: last.name, domain };
    return { row, email: random.next() < absentShare ? null : email, catchAll };
  });
}

function patternOf({ pattern, exceptionShare }, random) {
  // Worlds without exceptions stay as they are.
  if (exceptionShare === 0 || random.next() >= exceptionShare) return pattern;
  return drawPattern(0, random.next());
}
