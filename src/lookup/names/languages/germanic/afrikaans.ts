import type { Language } from '../../language.ts';

/** Names of Dutch and French origin; particles are mostly kept. */
export const afrikaans: Language = {
  id: 'afrikaans',
  countries: 'za na',
  marks: 'êëïôéèöüû',
  given:
    'marietjie mariëtte mariette ansie hettie tienie wynand schalk dirk willem jan hennie gert andre charl ruan werner christiaan danelle chantelle adri ina johan pieter hendrik francois jaco kobus gerhard annelise elmarie riaan deon danie hannes christo anton stefan liezel marlize karin',
  family: `labuschagne vuuren heerden zyl rooyen staden jaarsveld schoeman strydom oosthuizen pienaar engelbrecht swanepoel snyman bezuidenhout potgieter janse westhuizen cronje kotze botha merwe pretorius coetzee plessis nel venter steyn fourie kruger vermaak jansen marais swart smit wyk
    villiers toit joubert erasmus theron viljoen burger lombard naude malan merwe niekerk rensburg`,
  particles: { van: 0.92, der: 0.92, du: 0.95, de: 0.95, janse: 0.9 },
  shortForms:
    'jacobus kobus jaco, johannes johan hannes, hendrik hennie, pieter piet, petrus piet, daniel danie, susanna sanet, francois frans, gerhardus gert, elizabeth elize',
};
