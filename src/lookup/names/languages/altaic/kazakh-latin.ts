import type { Language } from '../../language.ts';

/** Kazakh names that were romanised already. */
export const kazakhLatin: Language = {
  id: 'kazakh-latin',
  countries: 'kz',
  signs: /(?:bayev|bayeva|baeva|baev|gali|gul|uly|kyzy|bekov|bekova|khanov|ganov)$/u,
  given:
    'yerzhan nursultan aigul aigerim yerlan nurlan askar serik baurzhan dinara gulnara aliya madina timur assel asel zhanar daulet aizhan arman alibek daniyar marat kairat bolat saule zhanna dana yerbol temirlan dauren',
  family:
    'akhmetov ospanov suleimenov nurmagambetov nurmagambetova zhumabayev zhumabayeva kassymov kasymov iskakov omarov ibrayev tokayev nazarbayev abdrakhmanov sadykov',
  familyEndings: /(?:[oe]va?)$/u,
  spellings:
    'yerzhan yerzhan erzhan, yerlan yerlan erlan, yerbol yerbol erbol, aigul aigul aygul, aigerim aigerim aygerim, assel assel asel, kassymov kassymov kasymov',
};
