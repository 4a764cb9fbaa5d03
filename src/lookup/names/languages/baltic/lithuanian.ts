import type { Language } from '../../language.ts';

export const lithuanian: Language = {
  id: 'lithuanian',
  countries: 'lt',
  signs: /[ėųūįš]|(?:as|is|us|ienė|iene|aitė|ytė|utė|auskas|evičius|avičius)$/u,
  given:
    'jonas antanas vytautas juozas kazys petras algirdas tomas mindaugas darius rasa jūratė jurate rūta ruta daiva vida kristina laima birutė ona giedrė giedre rimantas gintaras žydrūnas saulius arūnas egidijus ramūnas eglė agnė',
  family:
    'kazlauskas petrauskas jankauskas stankevičius paulauskas balčiūnas žukauskas butkus petrauskienė petrauskiene vasiliauskas kazlauskienė šimkus jonaitė čepaitė žukauskienė urbonas navickas',
};
