import type { Language } from '../../language.ts';

/** Belarusian names as in passports, and the same names by way of Russian. */
export const belarusianLatin: Language = {
  id: 'belarusian-latin',
  countries: 'by',
  marks: '',
  signs: /^dzm|dzi|tsi[^aou]|(?:[aelnr]iou|evich|[aei]nka)$|^(?:uladz|siarh|aliaks|mikal|katsi|yauh|viach)/u,
  familyEndings: /(?:[oea]vich|ou|[eo]va|ski|skaya|[ae]nka|chyk|chuk)$/u,
  given:
    'volha siarhei aliaksandr dzmitry uladzimir mikalai andrei tatsiana natallia sviatlana iryna hanna maryia katsiaryna yuliya ihar aleh alena pavel',
  family: 'dzmitryieva kavaliou ivanou marozau kazlou novik zhuk lukashevich kavalenka',
  spellings: `volha volha olga, siarhei siarhei sergey sergei, aliaksandr aliaksandr alexander aleksandr, dzmitry dzmitry dmitry, uladzimir uladzimir vladimir, mikalai mikalai nikolai, tatsiana tatsiana tatiana, natallia natallia natalia, sviatlana sviatlana svetlana, iryna iryna irina,
    hanna hanna anna, maryia maryia maria, katsiaryna katsiaryna ekaterina katerina, ihar ihar igor, aleh aleh oleg, alena alena elena, dzmitryieva dzmitryieva dmitrieva, kavaliou kavaliou kovalev, ivanou ivanou ivanov, yauheni yauheni evgeny`,
  genders: { feminine: /(?:[aeo]va|ina|skaya)$/u, masculine: /(?:[oe]u|in|ski)$/u },
};
