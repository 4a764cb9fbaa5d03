import type { Language } from '../../language.ts';

/** Letters without marks, the English way (ş as sh, c as j), and by way of Russian. */
export const azerbaijani: Language = {
  id: 'azerbaijani',
  countries: 'az',
  marks: 'çəğıiöşü\u0307',
  signs: /ə|[çğışöü].*(?:[oe]va?)$|(?:zadə|zade|oğlu|qızı|yev|yeva)$/u,
  familyEndings: /(?:[oe]va?|zad[əe]|l[ıiu])$/u,
  given:
    'nicat ceyhun xəyal vüqar qurban çingiz şəhriyar gülnarə rövşən fuad emin samir murad aytən lalə könül nərgiz zaur elvin günel fidan əli ali günay gunay cavid javid rəşad elçin elchin leyla nigar aygün aysel vüsal vusal kamran ilham tural fərid elnur sevda ülviyyə ramin anar rauf orxan',
  family:
    'məmmədov mammadov əliyev aliyev hüseynov huseynov hüseynova həsənov hasanov quliyev guliyev qasımov gasimov ibrahimov rəhimov cəfərov ismayılov süleymanov abbasov',
  letters: { ə: 'a' },
  spellings:
    'məhəmməd mahammad muhammad mohammad mammad, ismayılov ismayilov ismailov, ismayıl ismayil ismail, ibrahim ibrahim, leyla leyla leila',
  letterChoices: [
    {
      group: 'azerbaijani-c',
      options: [
        { option: 'j', share: 0.62, letters: { c: 'j' } },
        { option: 'c', share: 0.38, letters: {} },
      ],
    },
    {
      group: 'azerbaijani-q',
      options: [
        { option: 'g', share: 0.64, letters: { q: 'g' } },
        { option: 'q', share: 0.36, letters: {} },
      ],
    },
    {
      group: 'azerbaijani-sh',
      options: [
        { option: 'sh', share: 0.82, letters: { ş: 'sh', ç: 'ch' } },
        { option: 's', share: 0.18, letters: { ş: 's', ç: 'c' } },
      ],
    },
    {
      group: 'azerbaijani-x',
      options: [
        { option: 'kh', share: 0.78, letters: { x: 'kh' } },
        { option: 'x', share: 0.22, letters: {} },
      ],
    },
    {
      group: 'azerbaijani-gh',
      options: [
        { option: 'gh', share: 0.55, letters: { ğ: 'gh' } },
        { option: 'g', share: 0.45, letters: { ğ: 'g' } },
      ],
    },
    {
      group: 'azerbaijani-a',
      options: [
        { option: 'a', share: 0.82, letters: { ə: 'a' } },
        { option: 'final-e', share: 0.08, letters: { ə: 'a', ə$: 'e' } },
        { option: 'e', share: 0.1, letters: { ə: 'e' } },
      ],
    },
  ],
};
