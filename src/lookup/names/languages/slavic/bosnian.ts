import type { Language } from '../../language.ts';

/** đ as dj or d. */
export const bosnian: Language = {
  id: 'bosnian',
  countries: 'ba',
  marks: 'čćđšž',
  signs: /đ|(?:hodžić|begović|agić|ić)$/u,
  familyEndings: /(?:ić|ic)$/u,
  given:
    'amila zlatan zlatko dino faruk mersiha enes jasmina fikret alija amra lejla emina senad edin adnan mirza haris amir almir nermin jasmin armin emir kenan fatima amina selma azra merima aida dženan dzenan elma mujo huso suad',
  family:
    'hadžiosmanović hadziosmanovic mustafić smajlović bajramović avdić karić kovač hodžić hodzic begić begic begović delić halilović hadžić softić mehmedović đulbegović omerović salihović muratović ibrahimović kovačević suljić husić mujić alić bašić',
  letterChoices: [
    {
      group: 'stroke',
      options: [
        { option: 'dj', share: 0.62, letters: { đ: 'dj' } },
        { option: 'd', share: 0.38, letters: { đ: 'd' } },
      ],
    },
  ],
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
