import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';
import { bulgarianLatin } from './bulgarian-latin.ts';

/** Transliteration Act of Bulgaria, 2009, and older habits. */
export const bulgarian: Language = {
  id: 'bulgarian',
  countries: 'bg xn--90ae',
  familyPerMille: bulgarianLatin.familyPerMille ?? '',
  foreignLetters: /[ыэёіїєґўѓќѕђћљњџјәғқңөұүһҷӣӯҳ]/u,
  signs: /ъ[бвгджзклмнпрстфхцчш]|(?:[ое]ва?|ска|ски|чев|джиев|джиева)$/u,
  familyEndings: /(?:[ое]ва?|ски|ска)$/u,
  given:
    'юлия мария виктория биляна силвия ваня ася асен борислав надежда снежана анелия милена галина красимира здравко явор живко румяна невена ивелина боряна даниела светла антоанета магдалена теменужка тодорка станимир мирослав владимир венцислав емил методи любен делян калоян стефка ана таня соня диана ивайло стоянка йорданка цветан борислав станислав бойко румен огнян симеон веселин валентин десислава гергана ралица теодора росица георги иван димитър петър николай христо стоян тодор васил ангел йордан александър любомир красимир пламен мария иванка елена виолета пенка радка маргарита надежда даниела ива цветелина жельо кирил стефан борис',
  family:
    'иванов димитров георгиев петров николов тодоров ангелов стоянов христов илиев василев атанасов йорданов колев стефанов първанова маринов',
  patronymics: /.{2}[ое]ва?$/u,
  letters: { ...cyrillicLetters, х: 'h', щ: 'sht', ъ: 'a', ь: 'y', ия$: 'ia' },
  letterChoices: [
    {
      group: 'bulgarian-zh',
      options: [
        { option: 'zh', share: 0.77, letters: { ж: 'zh' } },
        { option: 'j', share: 0.23, letters: { ж: 'j' } },
      ],
    },
    {
      group: 'bulgarian-h',
      options: [
        { option: 'h', share: 0.9, letters: { х: 'h' } },
        { option: 'ch', share: 0.1, letters: { х: 'ch' } },
      ],
    },
    {
      group: 'bulgarian-a',
      options: [
        { option: 'a', share: 0.85, letters: { ъ: 'a' } },
        { option: 'u', share: 0.15, letters: { ъ: 'u' } },
      ],
    },
    {
      group: 'bulgarian-y',
      options: [
        { option: 'y', share: 0.72, letters: {} },
        { option: 'i', share: 0.28, letters: { ай: 'ai', ей: 'ei', ой: 'oi', уй: 'ui', ий: 'ii' } },
      ],
    },
    {
      group: 'bulgarian-ts',
      options: [
        { option: 'ts', share: 0.88, letters: { ц: 'ts' } },
        { option: 'c', share: 0.12, letters: { ц: 'c' } },
      ],
    },
  ],
  spellings:
    'александър alexander aleksandar alexandar, димитър dimitar dimiter, петър petar peter, мария maria mariya, юлия yulia julia yuliya, виктория viktoria victoria viktoriya, силвия silvia silviya sylvia, ася asya assya asia, асен asen assen, теодора teodora theodora, асенов asenov assenov, николай nikolay nikolai, красимир krasimir krassimir, красимира krasimira krassimira, стефан stefan stephan, васил vasil vassil, биляна bilyana biliana, ваня vanya vania, таня tanya tania, соня sonya sonia, катя katya katia, емилия emilia emiliya, людмила lyudmila ludmila, любов lyubov lubov, йордан yordan jordan, любомир lyubomir lubomir, людмил lyudmil, цветелина tsvetelina cvetelina, христо hristo christo',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
