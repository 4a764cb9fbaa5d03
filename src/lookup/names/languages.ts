import type { Language } from './language.ts';
import { african } from './languages/african.ts';
import { altaic } from './languages/altaic.ts';
import { caucasian } from './languages/caucasian.ts';
import { eastAsian } from './languages/east-asian.ts';
import { germanic } from './languages/germanic.ts';
import { middleEastern } from './languages/middle-eastern.ts';
import { otherEuropean } from './languages/other-european.ts';
import { pacific } from './languages/pacific.ts';
import { romance } from './languages/romance.ts';
import { slavic } from './languages/slavic.ts';
import { southAsian } from './languages/south-asian.ts';
import { southEastAsian } from './languages/south-east-asian.ts';
import { uralic } from './languages/uralic.ts';

/** A script whose letters can be written in Latin ones, by its Unicode name in small letters. */
export type Script = keyof typeof idsByScript;

const idsByScript = {
  latin: `english german luxembourgish dutch afrikaans swedish norwegian danish icelandic irish welsh french
    spanish catalan galician basque portuguese italian romanian maltese polish czech slovak slovene
    croatian bosnian serbian macedonian-latin bulgarian-latin russian-latin ukrainian-latin
    belarusian-latin mongolian-latin turkish azerbaijani kazakh-latin uzbek kurdish finnish estonian
    hungarian lithuanian latvian albanian greek-latin georgian-latin armenian-latin arabic persian
    dari-and-pashto hebrew-latin urdu hindi-latin bengali-latin punjabi-latin gujarati-latin
    marathi-latin tamil-latin telugu-latin kannada-latin malayalam-latin nepali-latin sinhala-latin
    thai-latin lao-latin khmer-latin burmese vietnamese indonesian malay filipino chinese cantonese
    japanese-latin korean-latin swahili amharic-latin yoruba igbo hausa zulu somali maori-and-samoan`,
  cyrillic: `russian ukrainian belarusian bulgarian serbian-cyrillic macedonian kazakh kyrgyz uzbek-cyrillic
    tajik mongolian`,
  devanagari: 'devanagari',
  bengali: 'bengali',
  gurmukhi: 'gurmukhi',
  gujarati: 'gujarati',
  tamil: 'tamil',
  telugu: 'telugu',
  kannada: 'kannada',
  malayalam: 'malayalam',
  sinhala: 'sinhala',
  thai: 'thai',
  lao: 'lao',
  khmer: 'khmer',
  myanmar: 'burmese-script',
  han: 'kanji taiwanese japanese-kanji cantonese-characters',
  kana: 'kana',
  hangul: 'korean',
  ethiopic: 'ethiopic',
  arabic: `arabic-script egyptian-arabic maghrebi-arabic persian-script dari-script urdu-script kurdish-script`,
  hebrew: 'hebrew',
  georgian: 'georgian',
  armenian: 'armenian',
  greek: 'greek',
} as const;

const families = [
  ...african,
  ...altaic,
  ...caucasian,
  ...eastAsian,
  ...germanic,
  ...middleEastern,
  ...otherEuropean,
  ...pacific,
  ...romance,
  ...slavic,
  ...southAsian,
  ...southEastAsian,
  ...uralic,
];

const byId = new Map(families.map((language) => [language.id, language]));

/** In the order of their ids: of languages that a name may be of equally, the first is taken. */
const byScript = new Map(
  Object.entries(idsByScript).map(([script, ids]) => [
    script,
    ids.split(/\s+/).flatMap((id) => byId.get(id) ?? []),
  ]),
);

const all: readonly Language[] = [...byScript.values()].flat();

// These are functions so that the build can put off all tables until one of them is called (build/lazy-modules.mjs).

/** Returns the languages of a script. Without evidence for another one, the first is taken, unless it is Latin. */
export function languagesIn(script: Script): readonly Language[] {
  return byScript.get(script) ?? [];
}

/** Returns all languages with rules of their own. */
export function allLanguages(): readonly Language[] {
  return all;
}
