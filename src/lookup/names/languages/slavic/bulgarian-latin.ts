import type { Language } from '../../language.ts';

/** Bulgarian names that were romanised already. */
export const bulgarianLatin: Language = {
  id: 'bulgarian-latin',
  countries: 'bg xn--90ae',
  familyPerMille:
    'ivanov 25, ivanova 25, georgiev 20, georgieva 20, dimitrov 20, dimitrova 20, petrov 15, petrova 15',
  marks: '',
  given:
    'milena bilyana borislav silviya silvia viktoria snezhana anelia galina krasimira zdravko zhivko nevena boryana daniela magdalena emil lyuben kalina asen stanimir miroslav vladimir stanislav bozhidar yana yoana ivelina maya diana vanya georgi ivan dimitar petar nikolay hristo stoyan todor vasil angel yordan aleksandar lyubomir krasimir plamen ivaylo boyko rumen ognyan simeon veselin valentin kiril stefan tsvetan yordanka stoyanka ivanka penka radka tsvetelina desislava gergana ralitsa teodora rositsa nevena mariya elena violeta kaloyan svetoslav',
  family:
    'ivanov dimitrov georgiev petrov nikolov todorov angelov stoyanov hristov iliev vasilev atanasov yordanov kolev marinov ivanova dimitrova georgieva petrova nikolova todorova stoyanova hristova vasileva markova',
  familyEndings: /(?:[oe]va?|ski|ska)$/u,
  patronymics: /.{2}[oe]va?$/u,
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  spellings:
    'dimitar dimitar dimiter, petar petar peter, aleksandar aleksandar alexander, yordan yordan jordan, hristo hristo christo, nikolay nikolay nikolai, viktoria viktoria victoria viktoriya, krasimir krasimir krassimir, krasimira krasimira krassimira, assen assen asen, asen asen assen, vasil vasil vassil, lyubomir lyubomir lubomir, ivaylo ivaylo ivailo, mariya mariya maria',
};
