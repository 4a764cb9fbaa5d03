import type { Language } from '../../language.ts';

/** Letters without marks, the English way (ş as sh, c as j), and by way of Russian. */
export const azerbaijani: Language = {
  id: 'azerbaijani',
  countries: 'az',
  marks: 'çəğıiöşü\u0307',
  signs: /ə|(?:zadə|zade|oğlu|qızı|yev|yeva)$/u,
  familyEndings: /(?:[oe]va?|zad[əe]|l[ıiu])$/u,
  given:
    'əli ali günay gunay cavid javid rəşad elçin elchin leyla nigar aygün aysel vüsal vusal kamran ilham tural fərid elnur sevda ülviyyə ramin anar rauf orxan',
  family:
    'məmmədov mammadov əliyev aliyev hüseynov huseynov hüseynova həsənov hasanov quliyev guliyev qasımov gasimov ibrahimov rəhimov cəfərov ismayılov süleymanov abbasov',
  letters: { ə: 'a' },
  letterChoices: [
    {
      group: 'azerbaijani-letters',
      options: [
        {
          option: 'english',
          share: 0.6,
          letters: { ə: 'a', ş: 'sh', ç: 'ch', c: 'j', x: 'kh', q: 'g', ğ: 'gh', ı: 'i', ö: 'o', ü: 'u' },
        },
        { option: 'plain', share: 0.22, letters: { ə: 'e', ş: 's', ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ü: 'u' } },
        {
          option: 'mixed',
          share: 0.18,
          letters: { ə: 'a', ş: 'sh', ç: 'ch', c: 'j', x: 'kh', ğ: 'g', ı: 'i', ö: 'o', ü: 'u' },
        },
      ],
    },
  ],
};
