import { describe, expect, it } from 'vitest';
import { CodePageCheck, chooseEncoding } from '../../adapters/lists/encoding-detection.ts';
import { ListProblem } from '../../adapters/lists/list-problem.ts';

function detected(names: string, codePage: string): string {
  const decoder = new TextDecoder(codePage);
  const byteOf = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte -= 1) byteOf.set(decoder.decode(Uint8Array.of(byte)), byte);
  const bytes = [...`name;email\r\n${names};ann@example.com\r\n`].map((letter) => {
    const byte = byteOf.get(letter);
    if (byte === undefined) throw new Error(`${codePage} has no ${letter}`);
    return byte;
  });
  return chooseEncoding(Uint8Array.from(bytes), undefined);
}

describe('a list in a code page of Windows', () => {
  it.each([
    'Jürgen Müller, Strauß, Größe, MÜLLER',
    'Bénévole Ève, François, Hélène Rivière, Zoë Lumière, Bruyère, Brûlé, Jérôme, Noël, Prêtre, Éloïse, FRANÇOIS',
    'Núñez, Muñoz, Peña, Íñigo, Argüelles, José María, MUÑOZ',
    'João Guimarães, Simões, Conceição, Inês, Gonçalves, Magalhães, São Paulo',
    'Nicolò, Forlì, Cefalù, Niccolò Pirrò',
    'Søren Kjærgaard, Bjørn, Høiby, Øystein, Åse Sæther, Tromsø, Jørgen Ødegård, Bøe, Ærø',
    'Sjöström, Åkesson, Hämäläinen, Väinö',
    'Antònia, Lluç, Valèria Solà, Joan Miró',
    'Renée, Daniël, Zoë, Coördinatie',
  ])('is read as Latin-1 if its names are western: %s', (names) => {
    expect(detected(names, 'windows-1252')).toBe('latin1');
  });

  it.each([
    ['Czech', 'Jiří Novák', 'windows-1250'],
    ['Czech', 'Dvořáková', 'windows-1250'],
    ['Czech', 'Karel Čapek', 'windows-1250'],
    ['Czech', 'Zdeněk', 'windows-1250'],
    ['Czech', 'Růžena Kůrová', 'windows-1250'],
    ['Czech', 'Plzeň', 'windows-1250'],
    ['Slovak', 'Kováčik', 'windows-1250'],
    ['Polish', 'Kamiński', 'windows-1250'],
    ['Polish', 'Jędrzej Węgrzyn', 'windows-1250'],
    ['Croatian', 'Petrović', 'windows-1250'],
    ['Croatian', 'Ćosić', 'windows-1250'],
    ['Slovenian', 'Zupančič', 'windows-1250'],
    ['Hungarian', 'Erdős Pál', 'windows-1250'],
    ['Romanian', 'Băsescu, Mădălina', 'windows-1250'],
    ['Turkish', 'Ayşe Yıldız', 'windows-1254'],
    ['Turkish', 'Erdoğan', 'windows-1254'],
    ['Lithuanian', 'Šimkus, Žukauskas', 'windows-1257'],
    ['Latvian', 'Kārlis Bērziņš', 'windows-1257'],
    ['Latvian', 'Ērmanis', 'windows-1257'],
    ['Vietnamese', 'Trâ\u0300n Hoa\u0300', 'windows-1258'],
    ['Russian', 'А. Я.', 'windows-1251'],
  ])('is not, if it is %s: %s', (_, names, codePage) => {
    expect(detected(names, codePage)).toBe('utf-8');
  });
});

it('a list in Latin-1 is read wherever its words are divided', () => {
  const bytes = Buffer.from('João Simões, Strauß, Núñez <ann@example.com>\r\n', 'latin1');
  for (let end = 4; end <= bytes.length; end += 1) {
    expect(chooseEncoding(bytes.subarray(0, end), undefined)).toBe('latin1');
    const check = new CodePageCheck('latin1', true);
    check.add(bytes.subarray(0, end));
    check.add(bytes.subarray(end));
    check.end();
  }
});

it('a list that was taken for Latin-1 is refused for a word of another language, also where it is divided', () => {
  const bytes = Buffer.from('Müller, Kamiñski', 'latin1');
  for (let end = 1; end < bytes.length; end += 1) {
    const check = new CodePageCheck('latin1', true);
    expect(() => {
      check.add(bytes.subarray(0, end));
      check.add(bytes.subarray(end));
      check.end();
    }).toThrow(ListProblem);
  }
});
