import type { Language } from '../../language.ts';

/** đ as d or dj: both in use. */
export const croatian: Language = {
  id: 'croatian',
  countries: 'hr',
  familyPerMille: 'horvat 5, kovacevic 4, babic 3, maric 3',
  marks: 'čćđšžéó',
  signs: /đ|(?:ić|ović|ević)$/u,
  familyEndings: /(?:ić|ic)$/u,
  given: `domagoj zvonimir vedran dino matija juraj ivona antonija dubravka ivan josip marko tomislav ante luka mario ivica željko zeljko stjepan zoran goran davor dario hrvoje đuro duro petar nikola mate krešimir branko ana marija ivana mirjana
    katarina nada petra maja martina marina ljubica jelena vesna sanja snježana lucija`,
  family:
    'horvat kovačević kovacevic babić babic marić maric jurić juric novak kovačić knežević knezevic vuković vukovic marković markovic petrović matić tomić pavlović kovač božić blažević grgić pavić radić perić filipović šarić lovrić šimić simic đurđević đaković vidović',
  letterChoices: [
    {
      group: 'stroke',
      options: [
        { option: 'd', share: 0.64, letters: { đ: 'd' } },
        { option: 'dj', share: 0.36, letters: { đ: 'dj' } },
      ],
    },
  ],
  shortForms:
    'tomislav tomo tom, josip joso, ivan ivo, stjepan stipe stipo, ante toni, krešimir kreso, hrvoje hrco, katarina kata, marija maja, nikola niko, domagoj domo, željko zeljo, aleksandar sasa aco',
};
