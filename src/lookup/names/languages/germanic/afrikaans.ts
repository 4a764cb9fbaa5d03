import type { Language } from '../../language.ts';

/** Names of Dutch and French origin; particles are mostly kept. */
export const afrikaans: Language = {
  id: 'afrikaans',
  countries: 'za na',
  given:
    'johan pieter hendrik francois jaco kobus gerhard annelise elmarie riaan deon danie hannes christo anton stefan liezel marlize karin',
  family: `botha merwe pretorius coetzee plessis nel venter steyn fourie kruger vermaak jansen marais swart smit wyk
    villiers toit joubert erasmus theron viljoen burger lombard naude malan merwe niekerk rensburg`,
  particles: { van: 0.92, der: 0.92, du: 0.95, de: 0.95, janse: 0.9 },
  shortForms:
    'jacobus kobus jaco, johannes johan hannes, hendrik hennie, pieter piet, petrus piet, daniel danie, susanna sanet, francois frans, gerhardus gert, elizabeth elize',
};
