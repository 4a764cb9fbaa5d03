import type { Language } from '../../language.ts';

export const georgianLatin: Language = {
  id: 'georgian-latin',
  countries: 'ge',
  marks: '',
  signs: /(?:shvili|dze|khia|elia|uani|adze)$/u,
  familyEndings: /(?:shvili|dze)$/u,
  given:
    'giorgi davit nino ketevan tamar mariam levan irakli zurab lasha nika salome ana natia ekaterine luka nikoloz',
  family:
    'beridze kapanadze maisuradze tsereteli gelashvili giorgadze lomidze kvaratskhelia mamedov tsiklauri',
  shortForms:
    'giorgi gio, ketevan keti keto, nikoloz nika, davit dato, tamar tamuna, ekaterine eka, mariam mari',
};
