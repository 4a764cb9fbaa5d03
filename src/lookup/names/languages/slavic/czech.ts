import type { Language } from '../../language.ts';

export const czech: Language = {
  id: 'czech',
  countries: 'cz',
  marks: 'áčďéěíňóřšťúůýžöü',
  signs: /[ěřů]|(?:ová|ý|ák|ček)$/u,
  familyEndings: /(?:ová|ský|ská)$/u,
  given: `jan jiří jiri petr josef pavel martin jaroslav tomáš tomas miroslav zdeněk zdenek františek frantisek václav vaclav michal karel milan vladimír vladimir lukáš lukas david ladislav jakub
    stanislav roman ondřej ondrej antonín radek marek daniel vojtěch filip jana marie eva hana anna lenka kateřina katerina lucie věra alena petra jaroslava
    veronika martina jitka tereza ludmila helena michaela zdeňka ivana jarmila monika zuzana markéta marketa barbora šárka sarka`,
  family: `novák novak svoboda novotný novotny dvořák dvorak černý cerny procházka prochazka kučera kucera veselý horák horak němec nemec marek pokorný pospíšil hájek král jelínek růžička ruzicka
    beneš fiala sedláček doležal zeman kolář navrátil čermák vaněk urban blažek kříž kratochvíl kopecký bartoš vlček musil čapek šimek říha šťastný
    nováková novakova svobodová dvořáková černá procházková`,
  shortForms: `jan honza jenda, josef pepa, františek franta, václav vasek, vaclav vasek, jiří jirka, jiri jirka, jaroslav jarda, miroslav mirek, stanislav standa, ladislav lada, zdeněk zdena, tomáš tom, tomas tom,
    jakub kuba, ondřej ondra, ondrej ondra, vojtěch vojta, vojtech vojta, michal misa, pavel pavlik, karel karlik, antonín tonda, kateřina katka, katerina katka, lucie lucka, lenka leni, jana janca, hana hanka, marie majka,
    tereza terka, veronika verca, barbora bara, zuzana zuzka, martina marta, markéta market, petra peta, vladimír vlada, david dave, matěj mates, filip fila, alžběta bety, eliška eli`,
  usualShortForms: 'josef pepa',
};
