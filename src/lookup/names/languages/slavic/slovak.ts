import type { Language } from '../../language.ts';

export const slovak: Language = {
  id: 'slovak',
  countries: 'sk',
  marks: 'áäčďéíĺľňóôŕřšťúýžöüě',
  signs: /[ľĺŕôď]|[mpbv]ä(?!u)|(?:ová|ček|ák)$/u,
  familyEndings: /(?:ová|ský|ská)$/u,
  given: `matúš matus erik lukáš jakub samuel adam filip richard rastislav branislav dušan vladimíra lenka veronika barbora dominika ján jan jozef peter štefan michal martin milan miroslav ľubomír lubomir juraj ľuboš lubos marek tomáš ladislav vladimír igor pavol zuzana mária maria anna jana
    katarína katarina eva monika andrea ivana lucia marta silvia viera zdenka ľudmila`,
  family:
    'horváth horvath kováč kovac varga tóth toth nagy baláž balaz szabó molnár molnar balog lukáč novák kováčová hruška hruska ďurišová hôrka balážová hudák bartoš zeman kollár gašpar mikuš',
  shortForms:
    'jozef jozo, ján jano, jan jano, štefan stevo, michal miso, peter peto, pavol palo, juraj juro, ľubomír lubo, lubomir lubo, vladimír vlado, zuzana zuzka, katarína katka, mária majka, tomáš tomi, miroslav miro, ladislav laco, martin maros, alžbeta betka',
};
