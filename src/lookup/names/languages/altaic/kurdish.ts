import type { Language } from '../../language.ts';

/** Letters without marks, and the Arabic or English forms of the same names. */
export const kurdish: Language = {
  id: 'kurdish',
  countries: 'krd iq',
  marks: 'çêîşû',
  signs: /[êîû]/u,
  given:
    'soran kawa dlovan rojîn rojin shwan rebin hemin ari diyar aram sirwan nergiz helin rêzan rezan dilşad dilshad azad hêvî hevi rojda berîvan berivan serdar baran zîlan zilan şîlan karwan hiwa shilan sherzad',
  family:
    'karim hawrami barwari zebari kurdi şêxo sheikhani jaf ehmed mistefa xalid hesen huseyin elî barzani talabani omer mahmud resul salih',
  familyNames: { first: 0.62, last: 0.3, joined: 0.05, separated: 0.01, hyphenated: 0.02 },
  letterChoices: [
    {
      group: 'kurdish-letters',
      options: [
        { option: 'english', share: 0.65, letters: { ş: 'sh', ç: 'ch', x: 'kh' } },
        { option: 'plain', share: 0.35, letters: { ş: 's', ç: 'c' } },
      ],
    },
  ],
  spellings:
    'ehmed ahmed ehmed ahmad, mistefa mustafa mistefa, hesen hassan hesen, huseyin hussein huseyin, mihemed mohammed mihemed, xalid khalid xalid, elî ali eli, omer omar omer, resul rasul resul, dilşad dilshad dilsad',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  sharesNames: true,
};
