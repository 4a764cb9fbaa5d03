/** One way to write an alphabet in Latin letters. */
export interface Romanization {
  readonly id: string;
  /** Its share of the addresses, among the romanizations of its alphabet. */
  readonly weight: number;
  readonly letters: Readonly<Record<string, string>>;
  /** Groups of letters that are not written letter by letter. Applied first, in this order. */
  readonly groups: readonly (readonly [RegExp, string])[];
}

/** The Cyrillic alphabet of one language. */
export interface CyrillicAlphabet {
  /** Letters that no other alphabet here has, or names of its language. */
  readonly letters: RegExp;
  /** Top-level domains of countries that write it. */
  readonly countries: readonly string[];
  readonly romanizations: readonly Romanization[];
}

const shared = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch' },
  ...{ ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', ё: 'e' },
};

/** Names that people write in this way, although a table of letters gives another spelling. */
const wellKnown = [
  [/^александр(?=а?$)/u, 'alexander'],
  [/^пётр$|^петр$/u, 'petr'],
  [/^софья$/u, 'sofia'],
  [/^наталья$/u, 'natalia'],
] as const;

/** Also used if the text has no letter that shows its alphabet. */
const russian: CyrillicAlphabet = {
  letters: /[ыэё]/u,
  countries: ['ru', 'su', 'xn--p1ai'],
  romanizations: [
    {
      id: 'common',
      weight: 0.6,
      letters: shared,
      groups: [
        ...wellKnown,
        [/(?:ий|ый)$/u, 'y'],
        [/(?<=^але|^ма)кс/gu, 'x'],
        [/ие/gu, 'ie'],
        [/ия$/u, 'ia'],
      ],
    },
    {
      // Passports: ICAO Doc 9303 part 3
      id: 'passport',
      weight: 0.25,
      letters: { ...shared, й: 'i', ю: 'iu', я: 'ia', ъ: 'ie' },
      groups: [],
    },
    {
      id: 'loose',
      weight: 0.15,
      letters: { ...shared, х: 'h', ц: 'c', щ: 'sch', ё: 'yo' },
      groups: [[/(?:ий|ый)$/u, 'iy']],
    },
  ],
};

const ukrainianLetters = {
  ...shared,
  ...{ г: 'h', ґ: 'g', е: 'e', є: 'ie', и: 'y', і: 'i', ї: 'i', й: 'i', ю: 'iu', я: 'ia' },
};

const ukrainian: CyrillicAlphabet = {
  letters: /[ґєї]|(?:^|\s)(?:олекс\p{L}*|микола|володимир|дмитро|петро|павло|михайло|ганна|олена)(?=$|\s)/u,
  countries: ['ua', 'xn--j1amh'],
  romanizations: [
    {
      // Resolution 55 of the Cabinet of Ministers of Ukraine, 2010
      id: 'passport',
      weight: 0.65,
      letters: ukrainianLetters,
      groups: [
        [/зг/gu, 'zgh'],
        [/^є/u, 'ye'],
        [/^ї/u, 'yi'],
        [/^й/u, 'y'],
        [/^ю/u, 'yu'],
        [/^я/u, 'ya'],
      ],
    },
    {
      id: 'common',
      weight: 0.35,
      letters: { ...ukrainianLetters, є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' },
      groups: [
        [/ий$/u, 'y'],
        [/ія$/u, 'ia'],
      ],
    },
  ],
};

const bulgarian: CyrillicAlphabet = {
  letters: /ъ[бвгджзклмнпрстфхцчш]/u,
  countries: ['bg', 'xn--90ae'],
  romanizations: [
    {
      // Transliteration Act of Bulgaria, 2009
      id: 'official',
      weight: 1,
      letters: { ...shared, х: 'h', щ: 'sht', ъ: 'a', ь: 'y' },
      groups: [[/ия$/u, 'ia']],
    },
  ],
};

const serbianLetters = {
  ...shared,
  ...{ ђ: 'dj', ж: 'z', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', х: 'h', ц: 'c', ч: 'c', џ: 'dz', ш: 's' },
};

const serbian: CyrillicAlphabet = {
  letters: /[ђјљњћџ]/u,
  countries: ['rs', 'me', 'ba', 'xn--90a3ac'],
  romanizations: [
    { id: 'common', weight: 0.8, letters: serbianLetters, groups: [] },
    { id: 'bare', weight: 0.2, letters: { ...serbianLetters, ђ: 'd' }, groups: [] },
  ],
};

const macedonian: CyrillicAlphabet = {
  letters: /[ѓќѕ]/u,
  countries: ['mk', 'xn--d1alf'],
  romanizations: [
    {
      id: 'official',
      weight: 1,
      letters: { ...serbianLetters, ѓ: 'gj', ќ: 'kj', ѕ: 'dz', ж: 'zh', ч: 'ch', џ: 'dj', ш: 'sh' },
      groups: [],
    },
  ],
};

const belarusian: CyrillicAlphabet = {
  letters: /ў/u,
  countries: [],
  romanizations: [
    {
      id: 'passport',
      weight: 1,
      letters: { ...shared, г: 'h', і: 'i', ў: 'u', ю: 'iu', я: 'ia', й: 'i' },
      groups: [
        [/^ю/u, 'yu'],
        [/^я/u, 'ya'],
      ],
    },
  ],
};

/** The first whose letters occur is taken; failing that, the one of the domain's country; failing that, Russian. */
export const cyrillicAlphabets = {
  macedonian,
  serbian,
  belarusian,
  ukrainian,
  russian,
  bulgarian,
} as const satisfies Record<string, CyrillicAlphabet>;

/** Russian has no і; a text that shows it and nothing more telling is most likely Ukrainian. */
export const ukrainianBesidesRussian = /і/u;
