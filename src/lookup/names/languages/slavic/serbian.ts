import type { Language } from '../../language.ts';

/** đ as dj, in most addresses. */
export const serbian: Language = {
  id: 'serbian',
  countries: 'rs me',
  marks: 'čćđšž',
  signs: /đ|(?:ović|ević|jić)$/u,
  familyEndings: /(?:ić|ic)$/u,
  given: `bogdan dejan slavko radovan miodrag nebojša veljko uroš lazar dušica danica tijana dragan milan nikola zoran aleksandar miloš milos marko jovan stefan đorđe djordje dorde dušan dusan nenad vladimir bojan goran slobodan branislav ivan petar vuk
    marija jelena milica dragana ana ljiljana snežana ivana gordana mirjana jovana katarina sanja nataša biljana vesna`,
  family:
    'jovanović jovanovic petrović petrovic nikolić nikolic marković markovic đorđević djordjevic stojanović stojanovic ilić ilic stanković stankovic pavlović pavlovic milošević đoković djokovic živković zivkovic popović todorović kostić mitrović lazarević ristić savić',
  letterChoices: [
    {
      group: 'stroke',
      options: [
        { option: 'dj', share: 0.85, letters: { đ: 'dj' } },
        { option: 'd', share: 0.15, letters: { đ: 'd' } },
      ],
    },
  ],
  shortForms:
    'aleksandar aca sasa, aleksandra sandra, dragan gagi, nemanja neca, nikola nidzo, vladimir vlada, slobodan boban, jovan joca, milan mile, jelena jeca, milica mica, dušan duda, miloš misa, stefan stef, ljiljana ljilja',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
