import type { Language } from '../../language.ts';

/** Ukrainian names that were romanised already. */
export const ukrainianLatin: Language = {
  id: 'ukrainian-latin',
  countries: 'ua xn--j1amh',
  marks: '',
  signs: /(?:enko|chuk|iuk|yshyn|skyi)$|^(?:oleks|volod|mykh|mykol|serh)/u,
  familyEndings: /(?:enko|chuk|shchuk|iuk|yuk|skyi|skyy|sky|ska|ets|[oe]va?)$/u,
  given:
    'oleksiy nataliya yulia zoia zoya lesia lesya solomiia yaroslav vladyslav artem denys maksym roman ostap nazar yaryna khrystyna liudmyla olha nadiia halyna vira liubov andrii andriy oleksandr oleksandra oleksii kateryna yuliia mariia nataliia volodymyr dmytro yevhen viktoriia vitalii mykola mykhailo iryna tetiana olena serhii yurii anastasiia sofiia bohdan taras oleh ihor pavlo petro vasyl svitlana hanna',
  family:
    'honcharuk horbach tymoshenko polishchuk romanenko havryliuk vasylenko ponomarenko oliynyk klymenko tkach bilyi panchenko yurchenko shevchenko kovalenko bondarenko tkachenko kravchenko oliinyk shevchuk koval melnyk marchenko lysenko rudenko savchenko petrenko hrytsenko zhuravel bondar moroz',
  spellings: `andrii andrii andriy andrey, andriy andriy andrii, oleksii oleksii oleksiy, serhii serhii serhiy sergiy, yuliia yuliia julia yulia, mariia mariia maria, nataliia nataliia natalia, yurii yurii yuriy, vitalii vitalii vitaliy, kateryna kateryna katerina`,
  genders: { feminine: /(?:[oe]va|ina|ska)$/u, masculine: /(?:[oe]v|in|yi|ky)$/u },
};
