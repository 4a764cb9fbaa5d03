import { describe, expect, it } from 'vitest';
import { candidates } from '../../../src/lookup/candidates.ts';
import { readName } from '../../../src/lookup/names/person-name.ts';

/** Local parts of the candidates for a name in one field, likeliest first. */
function localParts(fullName: string, domain = 'example.com'): readonly string[] {
  const name = readName({ first_name: fullName, last_name: '', domain })!;
  return candidates(name, undefined, { limit: 60 }).map(({ localPart }) => localPart);
}

describe('a name in one field', () => {
  it.each([
    ['Bosch, van den, Pieter', 'pieter.vandenbosch', ['pbosch', 'pieter.bosch', 'pieter']],
    ['Bosch, van den, dr. Pieter', 'pieter.vandenbosch', ['pieter.bosch']],
    ['Hans-Peter Schröder', 'hans-peter.schroeder', ['hschroeder', 'hp.schroeder', 'hpschroeder']],
    ['Tigist W/Mariam', 'tigist.woldemariam', ['twoldemariam', 'tigist.wmariam', 'tigist.weldemariam']],
    ["Dato' Hassan Rahman", 'hassan.rahman', ['hrahman']],
    ["Dell' Acqua, Paolo", 'paolo.dellacqua', ['pdellacqua']],
    ['Ержан Оспанов', 'yerzhan.ospanov', ['erzhan.ospanov']],
    ['Kavitha A/P Subramaniam', 'kavitha.subramaniam', ['ksubramaniam']],
    ['አበበ ገብረሥላሴ', 'abebe.gebreselassie', ['agebreselassie', 'abebe.gebreslassie']],
    ['ሳሙኤል ተስፋማርያም', 'samuel.tesfamariam', ['stesfamariam', 'samuel.tesfamaryam']],
    ['Syed Ali Hassan Naqvi', 'ali.naqvi', ['anaqvi', 'syed.naqvi']],
    ['Francisco Javier Muñoz López', 'javier.munoz', ['jmunoz', 'francisco.munoz', 'fmunoz']],
    ['Dr. Tzipora Ben-David', 'tzipora.bendavid', ['tbendavid', 'tzipi.bendavid']],
    ['María del Carmen Ortega Ruiz', 'carmen.ortega', ['maria.ortega', 'mariadelcarmen.ortega', 'mortega']],
    ['João de Deus Ferreira', 'joao.ferreira', ['deus.ferreira', 'joaodedeus.ferreira']],
    ['Joseph Kurian M.', 'joseph.kurian', ['jkurian']],
    ['Ковальчук Ганна', 'hanna.kovalchuk', ['hkovalchuk']],
    ['Дондогийн Тэмүүжин', 'temuujin.dondog', ['tdondog', 'temuujin']],
    ['Сорокин Андрей Валерьевич', 'andrey.sorokin', ['asorokin']],
    ['Carlos del Valle García', 'carlos.delvalle', ['cdelvalle']],
    ['María del Valle García', 'valle.garcia', ['maria.garcia', 'maria.delvalle']],
    ['Nurul Izzah binti Anwar', 'nurul.anwar', ['nurul.izzah', 'nanwar']],
    ['Hafiz bin Osman', 'hafiz.osman', ['hosman']],
    ['Peter LAU Siu-wai', 'peter.lau', ['siuwai.lau', 'plau']],
    ['CHAN Tai-man David', 'david.chan', ['taiman.chan', 'dchan']],
    ['Thomas "Tommy" O\'Grady', 'thomas.ogrady', ['tommy.ogrady', 'togrady']],
    ["Femke in 't Veld", 'femke.intveld', ['femke.veld', 'fintveld']],
    ['Jose V. Santos', 'jose.santos', ['jsantos']],
    ['Freiherr Alexander von Stein', 'alexander.vonstein', ['avonstein', 'alexander.stein']],
    ['Mª del Mar Peña', 'mar.pena', ['maria.pena', 'mpena']],
    ['박찬호', 'chanho.park', ['cpark', 'chpark']],
    ['နှင်းဝေအောင်', 'hninwai.aung', ['hninwaiaung']],
    ['سيف الدين الشمري', 'saifeddine.alshammari', ['salshammari']],
    ['Роман Абрамович', 'roman.abramovich', ['rabramovich']],
    ['Роман Аркадьевич Абрамович', 'roman.abramovich', ['rabramovich']],
    ['Абрамович Роман Аркадьевич', 'roman.abramovich', ['rabramovich']],
    ['Roman Abramovich', 'roman.abramovich', ['rabramovich']],
    ['Батын Болд', 'bold.bat', ['bbat', 'bold']],
    ['Hüseynov Elçin Rafiq oğlu', 'elchin.huseynov', ['ehuseynov']],
    ['Karimov Jasur Anvar o‘g‘li', 'jasur.karimov', ['jkarimov']],
    ['Каримов Жасур Анвар ўғли', 'jasur.karimov', ['jkarimov']],
    ['Lehtola Veli-Pekka', 'veli-pekka.lehtola', ['vlehtola', 'veli-pekka', 'vplehtola']],
    ['Frauke Krätz', 'frauke.kraetz', ['fkraetz', 'fkratz']],
    ['Zoran Mirčevski', 'zoran.mircevski', ['zmircevski', 'zoran.mirchevski', 'zmirchevski']],
    ['María do Carme Lema Rial', 'carme.lema', ['mlema', 'maria.lema', 'mariadocarme.lema']],
    ['Nerea Díaz de Otazu', 'nerea.diaz', ['ndiaz', 'ndiazdeotazu', 'nerea.diazdeotazu']],
    ['Carlos Ponce de León', 'carlos.ponce', ['carlos.poncedeleon', 'cponcedeleon']],
    ['De Santis Niccolò', 'niccolo.desantis', ['ndesantis', 'niccolo']],
    ['van der Berg Jan', 'jan.vanderberg', ['jvanderberg']],
    ['De la Cruz Juan Carlos', 'juan.delacruz', ['jdelacruz', 'juancarlos.delacruz']],
    ['De la Cruz Pérez Juan', 'juan.delacruz', ['jdelacruz', 'juan.perez']],
    ['La Keisha Brown', 'lakeisha.brown', ['lbrown']],
    ['Albrecht zu Castell', 'albrecht.zucastell', ['azucastell', 'acastell']],
    ['Mª José Goikoetxea Agirre', 'mariajose.goikoetxea', ['mgoikoetxea', 'mjgoikoetxea']],
    ['Albrecht Fürst zu Castell', 'albrecht.zucastell', ['azucastell', 'acastell']],
    ['Di Pietro Anna', 'anna.dipietro', ['adipietro']],
    ['DI Thomas Huber', 'thomas.huber', ['thuber']],
    ['Clara Freifrau von Stetten', 'clara.vonstetten', ['cvonstetten', 'clara.stetten']],
    ['Jüri Tamm', 'juri.tamm', ['jtamm', 'jyri.tamm']],
    ['Cheung Wai Yan Vivian', 'vivian.cheung', ['waiyan.cheung', 'vcheung']],
    ['Tan Wei Ming Jason', 'jason.tan', ['weiming.tan', 'jtan']],
    ['Жаклина Ќосева', 'zhaklina.kjoseva', ['zkjoseva', 'zhaklina.koseva']],
    ['Орлова Снежана', 'snezhana.orlova', ['sorlova']],
    ['Ганбаатарын Оюунчимэг', 'oyunchimeg.ganbaatar', ['oganbaatar', 'oyuunchimeg.ganbaatar']],
    ['ዳዊት ገብረ እግዚአብሔር', 'dawit.gebreegziabher', ['dgebreegziabher', 'dawit.gebregziabher']],
    ['ዮሃንስ ተኽለ', 'yohannes.tekle', ['ytekle']],
    ['నందమూరి బాలకృష్ణ', 'balakrishna.nandamuri', ['bnandamuri']],
    ['సునీత రెడ్డి', 'sunitha.reddy', ['sreddy', 'sunita.reddy']],
    ['చింతల శ్రీనివాసులు', 'srinivasulu.chintala', ['schintala']],
    ['髙橋 大輔', 'daisuke.takahashi', ['dtakahashi']],
    ['翟天临', 'tianlin.zhai', ['tzhai']],
    ['ហ៊ុន សែន', 'sen.hun', ['shun']],
    ['Оюуны Ганзориг', 'ganzorig.oyuun', ['goyuun']],
    ['Тэмүүжиний Номин', 'nomin.temuujin', ['ntemuujin']],
    [
      'Elena Markova-Dimitrova',
      'elena.markova',
      ['elena.markova-dimitrova', 'emarkova', 'emarkova-dimitrova'],
    ],
  ])('%s: %s, and %j among the others', (fullName, expected, others) => {
    const all = localParts(fullName);
    const firstLast = all.find((localPart) => /^[a-z-]{3,}\.[a-z-]{3,}$/.test(localPart));
    expect(firstLast).toBe(expected);
    expect(others.filter((localPart) => !all.includes(localPart))).toEqual([]);
  });
});

it('the initials K.C. are a family name, and a degree only behind a whole name', () => {
  expect(localParts('Hari K.C.').slice(0, 3)).toEqual(['hari.kc', 'hkc', 'hari']);
  expect(localParts('John Smith KC')).toEqual(localParts('John Smith'));
});

it('initials of the father are written behind the name, before it, or not at all', () => {
  expect(localParts('Manjunatha G S', 'example.in').slice(0, 5).toSorted()).toEqual([
    'gs.manjunatha',
    'gsmanjunatha',
    'manjunatha',
    'manjunatha.gs',
    'manjunathags',
  ]);
});

describe('a given name of two syllables', () => {
  it.each([
    ['Liu Jianguo', 'cn', ['jliu', 'jgliu', 'jianguo.liu']],
    ['Choi Hyun-woo', 'kr', ['hyunwoo.choi', 'hwchoi', 'hyun-woo.choi']],
    ['김민준', 'kr', ['minjun.kim', 'mkim']],
    ['黃淑芬', 'tw', ['shufen.huang', 'shuang', 'sfhuang', 'shu-fen.huang']],
    ['陳志強', 'tw', ['chihchiang.chen', 'zhiqiang.chen']],
  ])(
    '%s is written as one word or with the initials of both, under .%s: %j',
    (fullName, suffix, expected) => {
      const all = localParts(fullName, `example.${suffix}`);
      expect(expected.filter((localPart) => !all.includes(localPart))).toEqual([]);
      expect(expected).toContain(all[0]);
    },
  );
});

describe('short forms that men and women share', () => {
  it.each([
    ['Женя Кузнецова', ['evgenia.kuznetsova'], 'evgeny.kuznetsova'],
    ['Женя Кузнецов', ['evgeny.kuznetsov'], 'evgenia.kuznetsov'],
    ['Sasha Petrova', ['aleksandra.petrova', 'alexandra.petrova'], 'aleksandr.petrova'],
  ])('stand for the full name that fits the family name: %s, %j, not %s', (fullName, expected, other) => {
    const all = localParts(fullName, 'example.ru');
    expect(expected.filter((localPart) => !all.includes(localPart))).toEqual([]);
    expect(all).not.toContain(other);
  });
});

it('a short form that most people use comes before the rarer patterns', () => {
  expect(localParts('Christopher Baker').indexOf('chris.baker')).toBeLessThan(4);
  expect(localParts('Vincent Baker').indexOf('vince.baker')).toBeGreaterThan(3);
});

describe('the letters, the hyphens and the endings of a name tell its language', () => {
  it.each([
    ['Amila Hadžiosmanović', 'bosnian'],
    ['Ọláńrewájú Fálànà', 'yoruba'],
    ['Błażej Żmuda', 'polish'],
    ['Marie-Claude Picard', 'french'],
    ['Anna-Liisa Mäkelä-Koskinen', 'finnish'],
    ['Dimitris Papanikolaou', 'greek-latin'],
    ['Lee Jae-yong', 'korean-latin'],
    ['Leung Ka-fai', 'cantonese'],
    ['Hsu Chih-Wei', 'chinese'],
    ['Ada Young', 'english'],
    ['Elmarie Botha', 'afrikaans'],
    ['Пенко Ѓорчев', 'macedonian'],
    ['Гүлнұр Сәтбаева', 'kazakh'],
    ['山本 健太郎', 'japanese-kanji'],
    ['欧阳娜娜', 'kanji'],
  ])('%s is %s', (fullName, expected) => {
    const name = readName({ first_name: fullName, last_name: '', domain: 'example.com' })!;
    expect(name.languages.map(({ id }) => id)).toEqual([expected]);
  });
});

describe('names that are read word by word', () => {
  it.each([
    ['山本 健太郎', 'jp', 'kentaro.yamamoto'],
    ['中村 美香子', 'jp', 'mikako.nakamura'],
    ['欧阳娜娜', 'com', 'nana.ouyang'],
    ['Cabdullaahi Yuusuf', 'so', 'abdullahi.yusuf'],
    ['Hoàng Ngọc Minh Châu', 'vn', 'chau.hoang'],
    ['Cheung Man Yuk, Maggie', 'hk', 'maggie.cheung'],
    ['Kovácsné Tóth Éva', 'hu', 'eva.kovacsne'],
    ['Lim Guan Eng', 'my', 'guaneng.lim'],
    ['Abdul Rahman Al Suwaidi', 'ae', 'abdulrahman.alsuwaidi'],
    ['H.D. Deve Gowda', 'in', 'deve.gowda'],
    ['ብርሃኑ ነጋ', 'et', 'birhanu.nega'],
    ['משה בן-דוד', 'il', 'moshe.bendavid'],
  ])('%s, under .%s: %s', (fullName, suffix, expected) => {
    const likeliest = localParts(fullName, `example.${suffix}`).find((localPart) => localPart.includes('.'));
    expect(likeliest).toBe(expected);
  });
});

describe('a word in brackets behind the whole name', () => {
  it('is a name in use if it is a frequent given name', () => {
    expect(localParts('Tsai Ya-Ting (Tina)')).toEqual(expect.arrayContaining(['tina', 'tina.tsai', 'ttsai']));
  });

  it.each(['Ann Lee (Sales)', 'Ann Lee (she/her)', 'Ann Lee (extern)'])(
    'says something else otherwise: %s',
    (text) => {
      expect(localParts(text)).toEqual(localParts('Ann Lee'));
    },
  );
});

describe('short forms of other languages', () => {
  it.each([
    ['Julia Baker', 'yulia.baker'],
    ['Andrew Larsen', 'andrii.larsen'],
  ])('do not come before the common patterns: %s, %s', (fullName, other) => {
    expect(localParts(fullName).slice(0, 8)).not.toContain(other);
  });
});

/** Local parts of the candidates for a name in two fields. */
function localPartsOf(first_name: string, last_name: string, domain = 'example.com'): readonly string[] {
  return candidates(readName({ first_name, last_name, domain })!, undefined, { limit: 60 }).map(
    ({ localPart }) => localPart,
  );
}

describe('a name in two fields', () => {
  it.each([
    ['Ý', 'Nguyễn', ['y.nguyen', 'ynguyen'], 'example.com'],
    ['Như Ý', 'Nguyễn', ['y.nguyen', 'nhuy.nguyen', 'ynguyen'], 'example.com'],
    ['K.C.', 'Sharma', ['kc.sharma', 'ksharma'], 'example.com'],
    ['Hari', 'K.C.', ['hari.kc'], 'example.com'],
    ['Батын', 'Болд', ['bold.bat', 'bbat'], 'example.com'],
    ['Батбаярын', 'Ганзориг', ['ganzorig.batbayar'], 'example.com'],
    ['André', 'Yamamoto', ['andre.yamamoto'], 'example.jp'],
    ['志明', '歐陽', ['chihming.ouyang', 'zhiming.ouyang', 'chih-ming.ouyang'], 'example.com.tw'],
    ['美玲', '司徒', ['meiling.szutu', 'meiling.situ'], 'example.tw'],
    ['文', '張簡', ['wen.changchien'], 'example.tw'],
    ['淑芬', '黃', ['shufen.huang', 'shu-fen.huang'], 'example.tw'],
  ])('%s %s: %j', (first, last, expected, domain) => {
    const all = localPartsOf(first, last, domain);
    expect(expected.filter((localPart) => !all.includes(localPart))).toEqual([]);
    expect(all.slice(0, 3)).toContain(expected[0]);
  });
});

describe('a character that cannot be read', () => {
  it.each([
    ['志龘', '王', 'example.cn', ['zwang', 'wang']],
    ['志龘', '陳', 'example.tw', ['cchen', 'zchen', 'chen']],
    ['太龘', '田中', 'example.jp', ['ttanaka', 'tanaka']],
    ['민ퟂ', '김', 'example.kr', ['mkim', 'kim']],
    ['ሀꬁ', 'ለማ', 'example.et', ['hlema', 'lema']],
  ])('behind the beginning of a given name leaves its initial: %s %s', (first, last, domain, expected) => {
    const all = localPartsOf(first, last, domain);
    expect(all).toEqual(expect.arrayContaining(expected));
    expect(all.join('')).toMatch(/^[a-z.]+$/);
  });

  it.each([
    ['龘明', '王', 'wang'],
    ['志明', '龘', 'zhiming'],
    ['Ꭰ', 'Smith', 'smith'],
    ['Ann', 'Ꭰ', 'ann'],
    ['ǂKhomani', 'Smith', 'smith'],
  ])('leaves the other name: %s %s', (first, last, expected) => {
    expect(localPartsOf(first, last)).toEqual([expected]);
  });

  it('makes candidates less likely than those of a name that can be read', () => {
    const chanceOf = (first_name: string) =>
      candidates(readName({ first_name, last_name: '王', domain: 'example.cn' })!, undefined, { limit: 60 })
        .map(({ probability }) => probability)
        .reduce((sum, probability) => sum + probability, 0);
    expect(chanceOf('龘明')).toBeLessThan(chanceOf('志龘') / 10);
    expect(chanceOf('志龘')).toBeLessThan(chanceOf('志明') / 2);
  });
});

describe('a word in letters of several scripts', () => {
  it.each([
    ['Ивaн', 'Петров', 'example.ru', 'ivan.petrov'],
    ['Hиколай', 'Петpов', 'example.ru', 'nikolay.petrov'],
    ['Аnn', 'Smіth', 'example.com', 'ann.smith'],
    ['Αnn', 'Lee', 'example.com', 'ann.lee'],
    ['Nίκος', 'Παππάς', 'example.gr', 'nikos.pappas'],
    ['まり子', '佐藤', 'example.jp', 'mariko.sato'],
    ['奈々子', '佐々木', 'example.com', 'nanako.sasaki'],
  ])('is read in one of them: %s %s', (first, last, domain, expected) => {
    expect(localPartsOf(first, last, domain).slice(0, 2)).toContain(expected);
  });
});

describe('a name in characters, without a space', () => {
  it.each([
    ['歐陽志明', 'example.tw', ['chihming.ouyang', 'zhiming.ouyang']],
    ['田中太郎', 'example.com', ['taro.tanaka', 'tarou.tanaka', 'zhongtailang.tian']],
    ['林健太', 'example.com', ['jiantai.lin', 'kenta.hayashi']],
    ['林健太', 'example.jp', ['kenta.hayashi']],
    ['田中华', 'example.com', ['zhonghua.tian']],
    ['王小明', 'example.com', ['xiaoming.wang']],
  ])('%s at %s: %j', (fullName, domain, inOrder) => {
    const all = localParts(fullName, domain).filter((localPart) => /^[a-z]{3,}\.[a-z]{3,}$/.test(localPart));
    expect(all.filter((localPart) => inOrder.includes(localPart))).toEqual(inOrder);
    expect(all[0]).toBe(inOrder[0]);
  });

  it('is of one language where the country tells', () => {
    expect(localParts('田中太郎', 'example.jp')).not.toContain('zhongtailang.tian');
    expect(localParts('林健太', 'example.cn')).not.toContain('kenta.hayashi');
  });
});

describe('a single unknown name with an initial', () => {
  it.each([
    ['Anbarasi R', ['anbarasi', 'anbarasir', 'anbarasi.r', 'r.anbarasi']],
    ['T. Ezhilmathi', ['tezhilmathi', 'ezhilmathi', 'ezhilmathit', 'ezhilmathi.t', 't.ezhilmathi']],
  ])('%s may have it behind the name or before: %j', (fullName, expected) => {
    expect(localParts(fullName)).toEqual(expect.arrayContaining(expected));
  });

  it('is a family name behind the initial of the given name where it is frequent as one', () => {
    expect(localParts('R. Sharma')[0]).toBe('rsharma');
    expect(localParts('R. Sharma')).not.toContain('sharma.r');
  });
});

describe('an initial before an unknown name with a hyphen or a particle', () => {
  it.each([
    ['K. Osei-Tutu', 'kosei-tutu'],
    ['P. di Xyzano', 'pdixyzano'],
  ])('%s is that of the given name', (fullName, expected) => {
    const [first = '', ...others] = localParts(fullName);
    expect(first).toBe(expected);
    expect(others).not.toContain(`${expected.slice(1)}.${expected.slice(0, 1)}`);
  });
});

describe('a particle that comes first', () => {
  it('may begin a given name as well', () => {
    expect(localParts('La Toya Jackson').slice(0, 2)).toEqual(['latoya.jackson', 'ljackson']);
    expect(localParts('Albrecht zu Castell')).not.toContain('zalbrecht');
  });
});
