import type { Language } from '../../language.ts';

export const portuguese: Language = {
  id: 'portuguese',
  countries: 'pt br ao mz cv',
  familyPerMille:
    'silva 80, santos 55, ferreira 45, pereira 45, oliveira 40, costa 35, rodrigues 33, souza 30, sousa 30, martins 25, lima 20',
  marks: 'áàâãçéêíóôõúü',
  signs: /^(?:dos|das)$|[ãõ]|(?:ões|ães|eira|eiro|inho|inha)$/u,
  given: `paula simone vera lúcia lucia regina sônia sonia rosa raquel carla filipa vanda telma débora debora natália natalia renata roberta flávia flavia fábio fabio márcio marcio cláudio claudio cláudia claudia rogério rogerio leandro anderson wellington wagner everton jefferson luiz joaquim augusto álvaro alvaro artur henrique vinícius vinicius caio igor yara iara tatiana priscila josé jose joão joao antónio antonio antônio manuel francisco carlos paulo pedro luís luis rui miguel jorge fernando ricardo bruno tiago thiago
    gonçalo goncalo andré andre diogo nuno hugo sérgio sergio rafael gabriel lucas matheus mateus felipe filipe gustavo rodrigo marcelo marcos eduardo
    leonardo roberto daniel vítor vitor maria ana inês ines catarina conceição conceicao sofia joana mariana beatriz rita sara marta cristina fernanda juliana
    camila amanda bruna gabriela letícia leticia larissa patrícia patricia adriana márcia marcia luciana vanessa isabel teresa carolina helena lurdes lourdes fátima fatima
    raimundo severino antônia francisca aparecida`,
  family: `reis menezes meneses nogueira sampaio paiva amaral castro campos borges pinheiro xavier brito matos faria esteves domingues abreu bastos coimbra leite maia miranda pacheco peixoto queiroz resende sá salgado torres valente viana silva santos ferreira pereira oliveira costa rodrigues martins sousa souza gonçalves goncalves fernandes gomes lopes marques almeida
    alves ribeiro pinto carvalho teixeira moreira correia mendes nunes soares vieira monteiro cardoso rocha neves coelho cunha pires ramalho
    barbosa araujo araújo lima barros freitas machado nascimento tavares simões simoes antunes henriques moura azevedo magalhães dias melo
    batista leal vaz albuquerque moraes morais brandão figueiredo fonseca guimarães`,
  familyNames: { first: 0.23, last: 0.61, joined: 0.12, separated: 0.01, hyphenated: 0.03 },
  givenNames: { first: 0.62, last: 0.12, joined: 0.22, separated: 0.01, hyphenated: 0.03 },
  familyNameCount: 2,
  particles: { de: 0.18, da: 0.14, do: 0.14, dos: 0.16, das: 0.14, e: 0.3 },
  shortForms: `alexandre alex, alexandra xana, antónio tó, antonio toni, beatriz bia, bernardo be, carolina carol, catarina cata, daniel dani, eduardo edu dudu, fernanda nanda fe,
    fernando nando, filipe lipe, francisco chico xico, gabriel gabi, gabriela gabi, gonçalo goncas, guilherme gui, isabel bel, joão joca, joana ju, josé ze, jose ze, juliana ju, leonardo leo,
    letícia le, luciana lu, luís lu, manuel manel, marcelo celo, mariana mari, matheus theo, patrícia paty, patricia paty, rafael rafa, ricardo rick, roberto beto, rodrigo digo, sebastião tião,
    teresa teca, thiago thi, tiago ti, vítor vi`,
};
