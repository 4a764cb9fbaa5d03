import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** As in passports, and by way of Russian. */
export const kazakh: Language = {
  id: 'kazakh',
  countries: 'kz',
  signs: /[әғқңөұүһ]/u,
  familyEndings: /(?:[ое]ва?)$/u,
  given:
    'ержан нұрсұлтан айгүл айгерім ерлан нұрлан асқар серік бауыржан динара гүлнара алия мадина тимур ержан әсел әлия жанар дәулет',
  family:
    'әбдірахманов жұмабаева нұрғалиев сейітқалиев омаров ахметов оспанов сулейменов жұмабаев қасымов әлиев ибраев',
  listedFamilyFirst: true,
  letters: {
    ...cyrillicLetters,
    ә: 'a',
    ғ: 'g',
    қ: 'k',
    ң: 'n',
    ө: 'o',
    ұ: 'u',
    ү: 'u',
    һ: 'h',
    і: 'i',
    ай: 'ai',
    ей: 'ei',
    баева: 'bayeva',
    баев: 'bayev',
  },
  letterChoices: [
    {
      group: 'kazakh-bayev',
      options: [
        { option: 'y', share: 0.6, letters: { аев: 'ayev' } },
        { option: 'e', share: 0.4, letters: { аев: 'aev' } },
      ],
    },
    {
      group: 'kazakh-ai',
      options: [
        { option: 'i', share: 0.82, letters: { ай: 'ai', ей: 'ei' } },
        { option: 'y', share: 0.18, letters: { ай: 'ay', ей: 'ey' } },
      ],
    },
    {
      group: 'kazakh-zh',
      options: [
        { option: 'zh', share: 0.84, letters: {} },
        { option: 'j', share: 0.16, letters: { ж: 'j' } },
      ],
    },
    {
      group: 'kazakh-q',
      options: [
        { option: 'k', share: 0.9, letters: {} },
        { option: 'q', share: 0.1, letters: { қ: 'q' } },
      ],
    },
    {
      group: 'kazakh-s',
      options: [
        { option: 's', share: 0.72, letters: {} },
        {
          option: 'ss',
          share: 0.28,
          letters: { асы: 'assy', осы: 'ossy', есе: 'esse', аса: 'assa', ысо: 'ysso', ісо: 'isso' },
        },
      ],
    },
    {
      group: 'kazakh-i',
      options: [
        { option: 'kept', share: 0.7, letters: {} },
        { option: 'russian', share: 0.3, letters: { діра: 'dra', ұ: 'u', қ: 'k' } },
      ],
    },
  ],
  spellings:
    'әбдірахманов abdrakhmanov abdirakhmanov, әсел assel asel, қасымов kassymov kasymov qasymov, қасымова kassymova kasymova qasymova, есенов yessenov yesenov, асылбек assylbek asylbek, әсем assem asem,  ержан yerzhan erzhan, ерлан yerlan erlan, ербол yerbol erbol, әлия aliya alia, алия aliya alia, мадина madina, айгерім aigerim aygerim, динара dinara, нұрсұлтан nursultan, серік serik',
};
