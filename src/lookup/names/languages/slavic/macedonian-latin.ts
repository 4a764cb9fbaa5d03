import type { Language } from '../../language.ts';

/** Macedonian names that were romanised already, with or without marks. */
export const macedonianLatin: Language = {
  id: 'macedonian-latin',
  countries: 'mk xn--d1alf',
  marks: 'čžšćđǵḱ',
  signs: /[ǵḱ]|(?:ovski|evski|ovska|evska|oski|eski|oska|eska)$/u,
  familyEndings: /(?:[oe]v(?:sk[ia])?|[oe]va|[oe]sk[ia])$/u,
  given: `zoran goran dragan branko ljupcho ljupco trajche trajce blagoj kiril stojan risto toni aco vancho vanco petar nikola
    aleksandar filip stefan bojan dejan igor vlatko zharko zarko kire mitko gjorgji gorgi slavcho slavco dimitar elena biljana
    snezhana snezana vesna suzana violeta gordana katerina natasha natasa sonja ljubica lidija simona tamara angela`,
  family: `stojanovski petrovski nikolovski trajkovski ristovski jovanovski dimovski angelovski kostovski mitrevski stojchevski
    stojcevski georgievski gjorgjievski gjorgievski trajkovska petrovska stojanovska nikolovska ristovska jovanovska dimovska
    bogdanovska velkovski velkovska popovski popovska ilievski ilievska naumovski naumovska spasovski spasovska`,
  letterChoices: [
    {
      group: 'macedonian-sh',
      options: [
        { option: 's', share: 0.6, letters: { š: 's', č: 'c', ž: 'z' } },
        { option: 'sh', share: 0.4, letters: { š: 'sh', č: 'ch', ž: 'zh' } },
      ],
    },
    {
      group: 'macedonian-gj',
      options: [
        { option: 'gj', share: 0.6, letters: { ǵ: 'gj', ḱ: 'kj', đ: 'gj', ć: 'kj' } },
        { option: 'g', share: 0.4, letters: { ǵ: 'g', ḱ: 'k', đ: 'dj', ć: 'c' } },
      ],
    },
  ],
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
