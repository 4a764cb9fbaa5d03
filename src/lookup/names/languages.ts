import type { Language } from './language.ts';
import { amharicLatin } from './languages/african/amharic-latin.ts';
import { ethiopic } from './languages/african/ethiopic.ts';
import { hausa } from './languages/african/hausa.ts';
import { igbo } from './languages/african/igbo.ts';
import { somali } from './languages/african/somali.ts';
import { swahili } from './languages/african/swahili.ts';
import { yoruba } from './languages/african/yoruba.ts';
import { zulu } from './languages/african/zulu.ts';
import { azerbaijani } from './languages/altaic/azerbaijani.ts';
import { kazakh } from './languages/altaic/kazakh.ts';
import { kazakhLatin } from './languages/altaic/kazakh-latin.ts';
import { kurdish } from './languages/altaic/kurdish.ts';
import { kurdishScript } from './languages/altaic/kurdish-script.ts';
import { kyrgyz } from './languages/altaic/kyrgyz.ts';
import { mongolian } from './languages/altaic/mongolian.ts';
import { mongolianLatin } from './languages/altaic/mongolian-latin.ts';
import { tajik } from './languages/altaic/tajik.ts';
import { turkish } from './languages/altaic/turkish.ts';
import { uzbek } from './languages/altaic/uzbek.ts';
import { uzbekCyrillic } from './languages/altaic/uzbek-cyrillic.ts';
import { latvian } from './languages/baltic/latvian.ts';
import { lithuanian } from './languages/baltic/lithuanian.ts';
import { armenian } from './languages/caucasian/armenian.ts';
import { armenianLatin } from './languages/caucasian/armenian-latin.ts';
import { georgian } from './languages/caucasian/georgian.ts';
import { georgianLatin } from './languages/caucasian/georgian-latin.ts';
import { irish } from './languages/celtic/irish.ts';
import { welsh } from './languages/celtic/welsh.ts';
import { cantonese } from './languages/east-asian/cantonese.ts';
import { cantoneseCharacters } from './languages/east-asian/cantonese-characters.ts';
import { chinese } from './languages/east-asian/chinese.ts';
import { japaneseKanji } from './languages/east-asian/japanese-kanji.ts';
import { japaneseLatin } from './languages/east-asian/japanese-latin.ts';
import { kana } from './languages/east-asian/kana.ts';
import { kanji } from './languages/east-asian/kanji.ts';
import { korean } from './languages/east-asian/korean.ts';
import { koreanLatin } from './languages/east-asian/korean-latin.ts';
import { taiwanese } from './languages/east-asian/taiwanese.ts';
import { afrikaans } from './languages/germanic/afrikaans.ts';
import { danish } from './languages/germanic/danish.ts';
import { dutch } from './languages/germanic/dutch.ts';
import { english } from './languages/germanic/english.ts';
import { german } from './languages/germanic/german.ts';
import { icelandic } from './languages/germanic/icelandic.ts';
import { luxembourgish } from './languages/germanic/luxembourgish.ts';
import { norwegian } from './languages/germanic/norwegian.ts';
import { swedish } from './languages/germanic/swedish.ts';
import { arabic } from './languages/middle-eastern/arabic.ts';
import { arabicScript } from './languages/middle-eastern/arabic-script.ts';
import { dariAndPashto } from './languages/middle-eastern/dari-and-pashto.ts';
import { dariScript } from './languages/middle-eastern/dari-script.ts';
import { egyptianArabic } from './languages/middle-eastern/egyptian-arabic.ts';
import { hebrew } from './languages/middle-eastern/hebrew.ts';
import { hebrewLatin } from './languages/middle-eastern/hebrew-latin.ts';
import { maghrebiArabic } from './languages/middle-eastern/maghrebi-arabic.ts';
import { persian } from './languages/middle-eastern/persian.ts';
import { persianScript } from './languages/middle-eastern/persian-script.ts';
import { urduScript } from './languages/middle-eastern/urdu-script.ts';
import { albanian } from './languages/other-european/albanian.ts';
import { greek } from './languages/other-european/greek.ts';
import { greekLatin } from './languages/other-european/greek-latin.ts';
import { maoriAndSamoan } from './languages/pacific/maori-and-samoan.ts';
import { basque } from './languages/romance/basque.ts';
import { catalan } from './languages/romance/catalan.ts';
import { french } from './languages/romance/french.ts';
import { galician } from './languages/romance/galician.ts';
import { italian } from './languages/romance/italian.ts';
import { maltese } from './languages/romance/maltese.ts';
import { portuguese } from './languages/romance/portuguese.ts';
import { romanian } from './languages/romance/romanian.ts';
import { spanish } from './languages/romance/spanish.ts';
import { belarusian } from './languages/slavic/belarusian.ts';
import { belarusianLatin } from './languages/slavic/belarusian-latin.ts';
import { bosnian } from './languages/slavic/bosnian.ts';
import { bulgarian } from './languages/slavic/bulgarian.ts';
import { bulgarianLatin } from './languages/slavic/bulgarian-latin.ts';
import { croatian } from './languages/slavic/croatian.ts';
import { czech } from './languages/slavic/czech.ts';
import { macedonian } from './languages/slavic/macedonian.ts';
import { macedonianLatin } from './languages/slavic/macedonian-latin.ts';
import { polish } from './languages/slavic/polish.ts';
import { russian } from './languages/slavic/russian.ts';
import { russianLatin } from './languages/slavic/russian-latin.ts';
import { serbian } from './languages/slavic/serbian.ts';
import { serbianCyrillic } from './languages/slavic/serbian-cyrillic.ts';
import { slovak } from './languages/slavic/slovak.ts';
import { slovene } from './languages/slavic/slovene.ts';
import { ukrainian } from './languages/slavic/ukrainian.ts';
import { ukrainianLatin } from './languages/slavic/ukrainian-latin.ts';
import { bengali } from './languages/south-asian/bengali.ts';
import { bengaliLatin } from './languages/south-asian/bengali-latin.ts';
import { devanagari } from './languages/south-asian/devanagari.ts';
import { gujarati } from './languages/south-asian/gujarati.ts';
import { gujaratiLatin } from './languages/south-asian/gujarati-latin.ts';
import { gurmukhi } from './languages/south-asian/gurmukhi.ts';
import { hindiLatin } from './languages/south-asian/hindi-latin.ts';
import { kannada } from './languages/south-asian/kannada.ts';
import { kannadaLatin } from './languages/south-asian/kannada-latin.ts';
import { malayalam } from './languages/south-asian/malayalam.ts';
import { malayalamLatin } from './languages/south-asian/malayalam-latin.ts';
import { marathiLatin } from './languages/south-asian/marathi-latin.ts';
import { nepaliLatin } from './languages/south-asian/nepali-latin.ts';
import { punjabiLatin } from './languages/south-asian/punjabi-latin.ts';
import { sinhala } from './languages/south-asian/sinhala.ts';
import { sinhalaLatin } from './languages/south-asian/sinhala-latin.ts';
import { tamil } from './languages/south-asian/tamil.ts';
import { tamilLatin } from './languages/south-asian/tamil-latin.ts';
import { telugu } from './languages/south-asian/telugu.ts';
import { teluguLatin } from './languages/south-asian/telugu-latin.ts';
import { urdu } from './languages/south-asian/urdu.ts';
import { burmese } from './languages/south-east-asian/burmese.ts';
import { burmeseScript } from './languages/south-east-asian/burmese-script.ts';
import { filipino } from './languages/south-east-asian/filipino.ts';
import { indonesian } from './languages/south-east-asian/indonesian.ts';
import { khmer } from './languages/south-east-asian/khmer.ts';
import { khmerLatin } from './languages/south-east-asian/khmer-latin.ts';
import { lao } from './languages/south-east-asian/lao.ts';
import { laoLatin } from './languages/south-east-asian/lao-latin.ts';
import { malay } from './languages/south-east-asian/malay.ts';
import { thai } from './languages/south-east-asian/thai.ts';
import { thaiLatin } from './languages/south-east-asian/thai-latin.ts';
import { vietnamese } from './languages/south-east-asian/vietnamese.ts';
import { estonian } from './languages/uralic/estonian.ts';
import { finnish } from './languages/uralic/finnish.ts';
import { hungarian } from './languages/uralic/hungarian.ts';

/** A script whose letters can be written in Latin ones, by its Unicode name in small letters. */
export type Script = keyof typeof byScript;

const byScript = {
  latin: [
    english,
    german,
    luxembourgish,
    dutch,
    afrikaans,
    swedish,
    norwegian,
    danish,
    icelandic,
    irish,
    welsh,
    french,
    spanish,
    catalan,
    galician,
    basque,
    portuguese,
    italian,
    romanian,
    maltese,
    polish,
    czech,
    slovak,
    slovene,
    croatian,
    bosnian,
    serbian,
    macedonianLatin,
    bulgarianLatin,
    russianLatin,
    ukrainianLatin,
    belarusianLatin,
    mongolianLatin,
    turkish,
    azerbaijani,
    kazakhLatin,
    uzbek,
    kurdish,
    finnish,
    estonian,
    hungarian,
    lithuanian,
    latvian,
    albanian,
    greekLatin,
    georgianLatin,
    armenianLatin,
    arabic,
    persian,
    dariAndPashto,
    hebrewLatin,
    urdu,
    hindiLatin,
    bengaliLatin,
    punjabiLatin,
    gujaratiLatin,
    marathiLatin,
    tamilLatin,
    teluguLatin,
    kannadaLatin,
    malayalamLatin,
    nepaliLatin,
    sinhalaLatin,
    thaiLatin,
    laoLatin,
    khmerLatin,
    burmese,
    vietnamese,
    indonesian,
    malay,
    filipino,
    chinese,
    cantonese,
    japaneseLatin,
    koreanLatin,
    swahili,
    amharicLatin,
    yoruba,
    igbo,
    hausa,
    zulu,
    somali,
    maoriAndSamoan,
  ],
  cyrillic: [
    russian,
    ukrainian,
    belarusian,
    bulgarian,
    serbianCyrillic,
    macedonian,
    kazakh,
    kyrgyz,
    uzbekCyrillic,
    tajik,
    mongolian,
  ],
  devanagari: [devanagari],
  bengali: [bengali],
  gurmukhi: [gurmukhi],
  gujarati: [gujarati],
  tamil: [tamil],
  telugu: [telugu],
  kannada: [kannada],
  malayalam: [malayalam],
  sinhala: [sinhala],
  thai: [thai],
  lao: [lao],
  khmer: [khmer],
  myanmar: [burmeseScript],
  han: [kanji, taiwanese, japaneseKanji, cantoneseCharacters],
  kana: [kana],
  hangul: [korean],
  ethiopic: [ethiopic],
  arabic: [
    arabicScript,
    egyptianArabic,
    maghrebiArabic,
    persianScript,
    dariScript,
    urduScript,
    kurdishScript,
  ],
  hebrew: [hebrew],
  georgian: [georgian],
  armenian: [armenian],
  greek: [greek],
} as const satisfies Record<string, readonly Language[]>;

const all: readonly Language[] = Object.values(byScript).flat();

// These are functions so that the build can put off all tables until one of them is called (build/lazy-modules.mjs).

/** Returns the languages of a script. Without evidence for another one, the first is taken, unless it is Latin. */
export function languagesIn(script: Script): readonly Language[] {
  return byScript[script];
}

/** Returns all languages with rules of their own. */
export function allLanguages(): readonly Language[] {
  return all;
}
