import type { Language } from '../../language.ts';

export const polish: Language = {
  id: 'polish',
  countries: 'pl',
  marks: 'ąćęłńóśźż',
  signs: /[ąćęłńśźż]|(?:ski|ska|cki|cka|wicz|czyk|arz)$/u,
  familyEndings: /(?:sk[ia]|ck[ia]|wicz|czyk|czak|dzk[ia])$/u,
  given: `błażej blazej marek bartosz bartłomiej szymon mikołaj franciszek antoni wiktor oskar hubert dominik konrad leszek waldemar bogdan kinga natalia weronika paulina sylwia renata urszula wanda patrycja kamila ewelina izabela andrzej piotr krzysztof stanisław stanislaw tomasz paweł pawel jan michał michal marcin grzegorz jerzy tadeusz adam łukasz lukasz zbigniew ryszard dariusz
    henryk mariusz kazimierz wojciech robert mateusz marian rafał rafal jacek janusz mirosław jakub maciej sławomir jarosław kamil wiesław roman
    artur sebastian damian przemysław anna maria katarzyna małgorzata malgorzata agnieszka krystyna barbara ewa elżbieta elzbieta zofia teresa magdalena joanna
    monika danuta jadwiga aleksandra halina irena beata marta dorota helena grażyna bożena karolina justyna iwona alicja`,
  family: `żmuda zmuda zawadzki sadowski bąk duda szewczyk tomaszewski pietrzak marciniak wróblewski zalewski jakubowski baran szczepański górski rutkowska kowalska nowicki adamczyk gajewski urbański makowski chmielewski borkowski sobczak nowak kowalski wiśniewski wisniewski wójcik wojcik kowalczyk kamiński kaminski lewandowski zieliński zielinski szymański woźniak wozniak dąbrowski dabrowski kozłowski kozlowski mazur
    jankowski kwiatkowski krawczyk kaczmarek piotrowski grabowski pawłowski michalski król zając wieczorek jabłoński wróbel nowakowski majewski stępień
    olszewski jaworski malinowski dudek pawlak witkowski walczak sikora rutkowski szczęsny żółć kozieł lis`,
  shortForms: `aleksander olek alek, aleksandra ola, andrzej jedrek, agnieszka aga, anna ania, antoni antek, barbara basia, bartłomiej bartek, bartlomiej bartek, bartosz bartek, dorota dorka,
    elżbieta ela, elzbieta ela, ewa ewka, franciszek franek, grzegorz grzesiek grzes, henryk heniek, jacek jacus, jakub kuba, jan janek, janusz janek, jerzy jurek, joanna asia, józef jozek, justyna justa,
    katarzyna kasia, kazimierz kazik, krystyna krysia, krzysztof krzysiek, łukasz luki, maciej maciek, magdalena magda, małgorzata gosia, malgorzata gosia, marcin martin, maria marysia, marta martusia,
    mateusz mati, michał michu, michal michal, mirosław mirek, monika monia, paweł pawelek, piotr piotrek, przemysław przemek, rafał rafi, ryszard rysiek, sławomir slawek, slawomir slawek,
    stanisław staszek, stanislaw staszek, tadeusz tadek, tomasz tomek, wojciech wojtek, zbigniew zbyszek, zofia zosia, karolina karola, urszula ula, jarosław jarek, jaroslaw jarek, dariusz darek, mariusz marek`,
};
