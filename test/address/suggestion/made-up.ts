import type { SeededRandom } from '../../../adapters/sandbox/demo/seeded-random.ts';

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Endings that people type for others, besides those with a slip of the finger. */
const wrongEndings: Readonly<Record<string, readonly string[]>> = {
  com: ['con', 'co', 'cm', 'om', 'comm', 'cim', 'vom'],
  net: ['ner', 'ne', 'et', 'nett'],
};

type Mistake = (domain: string, random: SeededRandom) => string;

/** The kinds of mistakes, each as often as it stands here. */
const mistakes: readonly Mistake[] = [
  ...repeat(4, (domain, random) => splice(domain, random, 1, () => '')),
  ...repeat(4, (domain, random) => splice(domain, random, 1, (key) => random.pick(neighboursOf(key)))),
  ...repeat(3, (domain, random) => splice(domain, random, 1, (key) => random.pick(neighboursOf(key)) + key)),
  ...repeat(2, (domain, random) => splice(domain, random, 1, (key) => key + key)),
  ...repeat(3, (domain, random) => splice(domain, random, 2, (keys) => [...keys].reverse().join(''))),
  ...repeat(2, (domain, random) => {
    const [name = '', ending = ''] = partsOf(domain);
    const others = wrongEndings[ending] ?? [ending.slice(0, -1), ending + ending.slice(-1)];
    return `${name}.${random.pick(others)}`;
  }),
  ...repeat(1, (domain) => domain.replace('.', '')),
  ...repeat(1, (domain) => domain.replace('.', ',')),
];

/** Returns a domain as somebody might type it who means this one. */
export function typoOf(domain: string, random: SeededRandom): string {
  return random.pick(mistakes)(domain, random);
}

const wordsOfCompanies =
  `able acme active aero agri air alpha alto amber anchor apex aqua arc argo art astra atlas aurora
  auto azur base bay beacon bell berg best beta bio bird blue bold bond book box brand bridge bright build byte cap care
  cargo cast cell center chef city clear click cloud coast code core craft crest cross cube cyber data deal delta desk
  digital direct dream drive earth east easy eco edge elan elite energy euro ever expert express eye falcon fast field
  fine fire first fit flex flow focus food force forest forge form fox free fresh front fuel fusion future gate gen global
  gold good grand graph green grid group grow guard harbor haus health heart help hill home host hot house hub icon idea
  inbox info ink inno inter iron jet job just key kind king lab lake land laser lead leaf lean level life light line link
  live logic look loop luna lux mail main make map mark market mars master max media medi mega meta micro mind mint mobile
  moon motion mountain nano nature neo net new next nord north nova oak ocean office olive omni one open optic orange orbit
  out pack page park path peak pilot pixel plan planet plus point polar port post power prime print pro pulse pure quest
  quick rail rain range rapid raven real red ridge ring rise river road robo rock root rose safe sail scan sea search secure
  sense shaw shift shop side signal silver simple sky smart snow soft solar solid sound source south space spark speed
  spring star steel step stone storm stream studio sun sure swift sync system tec tech tele terra time top tower trade
  trail trans tree tri true trust turbo uni urban value vector venture vera view vision vista vital voice volt water wave
  way web well west white wild wind wing wire wise wood work world yard yellow zen zero zone`.split(/\s+/);

const surnames =
  `adams baker bauer becker berger blanc brown clark costa cox dupont evans fischer fontana garcia hall
  hansen hoffmann hughes jansen jensen jones kaya keller klein koch kowalski kumar lambert lang larsen lee lehmann leroy
  lopez marino martin mayer meyer moreau moretti muller nagy nielsen novak olsen patel petit popov ricci richter rogers
  rossi roux santos schmidt scholz schulz schwarz shah silva simon smit smith sokolov takeda tanaka thomas vogel wagner
  walker weber white wolf wood wright young zimmer`.split(/\s+/);

const endingsOfCompanies =
  `com com com com com com net org io co biz info eu de de de fr fr it it es nl nl pl ru ru ch at
  be ca cz co.uk co.uk com.br com.au com.mx com.ar co.in in co.id co.jp se dk no fi pt ie us ai app dev tech shop`.split(
    /\s+/,
  );

/** Returns the domain of a company that nobody has founded: of words, names, or initials. */
export function madeUpCompany(random: SeededRandom): string {
  const word = () => random.pick(wordsOfCompanies);
  const letter = () => random.pick([...'abcdefghijklmnoprstuvwz']);
  const name = random.pick([
    () => word() + word(),
    () => word() + word(),
    () => word() + word(),
    () => `${word()}-${word()}`,
    () =>
      word() +
      random.pick(['ify', 'ly', 'io', 'ex', 'on', 'ia', 'sys', 'ware', 'mail', 'works', 'it', 's', '24']),
    () => random.pick(['my', 'get', 'go', 'the', 'e', 'i']) + word(),
    () =>
      random.pick(surnames) +
      random.pick(['', 'group', 'gmbh', 'law', 'sohn', 'partners', 'mail', 'bau', '-online']),
    () => `${random.pick(surnames)}-${random.pick(surnames)}`,
    () => random.pick(surnames) + word(),
    () => letter() + letter() + letter() + random.pick(['', '', '-group', 'tec', 'soft', 'consult']),
  ])();
  return `${name}.${random.pick(endingsOfCompanies)}`;
}

/** Replaces `length` keys at a random place. */
function splice(
  domain: string,
  random: SeededRandom,
  length: number,
  replace: (keys: string) => string,
): string {
  const at = Math.floor(random.next() * (domain.length - length + 1));
  return domain.slice(0, at) + replace(domain.slice(at, at + length)) + domain.slice(at + length);
}

/** Returns the keys around one on a QWERTY keyboard. */
function neighboursOf(key: string): string[] {
  if (key === '.') return [',', 'l'];
  if (key === '-') return ['0', 'p'];
  const row = rows.findIndex((keys) => keys.includes(key));
  const column = rows[row]?.indexOf(key) ?? 0;
  const around = [
    rows[row]?.[column - 1],
    rows[row]?.[column + 1],
    rows[row - 1]?.[column],
    rows[row - 1]?.[column + 1],
    rows[row + 1]?.[column - 1],
    rows[row + 1]?.[column],
  ];
  return around.filter((other) => other !== undefined);
}

function partsOf(domain: string): string[] {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}

function repeat(times: number, mistake: Mistake): Mistake[] {
  return Array.from({ length: times }, () => mistake);
}
