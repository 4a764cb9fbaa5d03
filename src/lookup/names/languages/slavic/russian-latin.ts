import type { Language } from '../../language.ts';

/** Russian names that were romanised already. */
export const russianLatin: Language = {
  id: 'russian-latin',
  countries: 'ru su xn--p1ai',
  marks: '',
  signs: /shch|.{3}(?:skiy|skii|ovich|evich|ovna|evna|ova|eva|yev|iev)$/u,
  familyEndings: /(?:[oe]va?|skiy|skaya|skii|skaia|sky|tsky|enko)$/u,
  given:
    'ivan anton artem artyom roman denis stanislav viktor pavel konstantin valery vasiliy stepan timur ruslan elena maria marina polina daria darya viktoria veronika larisa lyubov nadezhda vera tatyana yana kristina alina alexandra aleksandr alexandr alexey alexei aleksey aleksei sergey sergei andrey andrei dmitry dmitriy dmitri mikhail nikolay nikolai evgeny evgeniy vladimir igor oleg yuri yury olga tatiana natalia ekaterina svetlana irina anastasia yulia ksenia galina lyudmila maxim ilya kirill boris vasily',
  family:
    'ivanov petrov sidorov smirnov kuznetsov popov sokolov morozov sorokin volkov kozlov novikov fedorov orlov zaytsev pavlov ivanova petrova smirnova kuznetsova morozova',
  patronymics: /.{2}(?:ovich|evich|ovna|evna|ichna|inichna)$/u,
  genders: { feminine: /(?:[oe]va|[iy]na|aya|aia)$/u, masculine: /(?:[oe]v|[iy]n|iy|ii|ky)$/u },
};
