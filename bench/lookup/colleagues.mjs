import { SeededRandom } from '../../dist/adapters/sandbox/index.js';
import { drawPattern, patterns, sizeClasses } from './patterns.mjs';
import { countries, population } from './populations.mjs';

/** Least and most people of a company, by size class. */
const sizes = [
  [5, 50],
  [51, 200],
  [201, 500],
  [501, 1_500],
];

const lookedUp = 12;
const absentShare = 0.15;

/**
 * Companies with all of their people, whose names are as frequent as in their countries, their mailboxes, and some
 * people to look up at each: staff, and others drawn from the same population who do not work there. Who comes to a company
 * where the address is taken gets another one. `hasNamesake`: the address of a colleague is what the company would give
 * the person, too. `onlyNamesakes`: only such people are looked up.
 */
export function colleaguesWorld({ companies, seed, onlyNamesakes = false }) {
  const random = new SeededRandom(seed);
  const mailboxes = new Set();
  const people = [];
  for (let index = 0; index < companies; index += 1) {
    const country = countries[index % countries.length];
    const domain = `company${index + 1}.${random.next() < 0.5 ? country : 'com'}`;
    const sizeClass = Math.floor(random.next() * sizeClasses);
    const [least, most] = sizes[sizeClass];
    const company = {
      domain,
      pattern: drawPattern(sizeClass, random.next()),
      size: least + Math.floor(random.next() * (most - least)),
      draw: population(country, random),
    };
    const staff = employ(company);
    for (const localPart of staff.keys()) mailboxes.add(`${localPart}@${domain}`);
    const namesakes = countNaturals(company, staff);
    const candidates = [...strangers(company, staff), ...random.shuffled([...staff.values()])].map((person) =>
      judged(person, company, namesakes),
    );
    const fitting = onlyNamesakes ? candidates.filter(({ hasNamesake }) => hasNamesake) : candidates;
    const absent = fitting.filter(({ email }) => email === null).slice(0, Math.round(lookedUp * absentShare));
    const present = fitting.filter(({ email }) => email !== null).slice(0, lookedUp - absent.length);
    people.push(...absent, ...present);
  }
  return { mailboxes, people: random.shuffled(people) };
}

/** The people of a company by their local parts, in the order in which they came. */
function employ({ pattern, size, draw }) {
  const staff = new Map();
  for (let index = 0; index < size; index += 1) {
    const person = draw();
    const [first, last] = spelt(person);
    const natural = pattern(first, last);
    const free = [natural, ...Object.values(patterns).map((other) => other(first, last))].find(
      (localPart) => !staff.has(localPart),
    );
    const localPart = free ?? `${natural}${index}`;
    staff.set(localPart, { ...person, localPart });
  }
  return staff;
}

/** People of the same population who do not work there. */
function strangers({ draw }, staff) {
  const names = new Set([...staff.values()].map(nameOf));
  return Array.from({ length: 400 }, draw).filter((person) => !names.has(nameOf(person)));
}

/** How many people there are for whom the company's pattern forms each local part. */
function countNaturals({ pattern }, staff) {
  const counts = new Map();
  for (const person of staff.values()) {
    const natural = pattern(...spelt(person));
    counts.set(natural, (counts.get(natural) ?? 0) + 1);
  }
  return counts;
}

function judged(person, { domain, pattern }, naturals) {
  const { first_name, last_name, localPart } = person;
  const others = (naturals.get(pattern(...spelt(person))) ?? 0) - (localPart === undefined ? 0 : 1);
  return {
    row: { first_name, last_name, domain },
    email: localPart === undefined ? null : `${localPart}@${domain}`,
    hasNamesake: others > 0,
  };
}

function nameOf({ first_name, last_name }) {
  return `${first_name} ${last_name}`;
}

/** As companies spell them mostly. */
function spelt({ first_name, last_name }) {
  return [first_name, last_name].map((name) =>
    name
      .toLowerCase()
      .replace(/ü/g, 'ue')
      .replace(/ö/g, 'oe')
      .replace(/ø/g, 'o')
      .replace(/đ/g, 'd')
      .normalize('NFD')
      .replace(/\p{M}/gu, ''),
  );
}
