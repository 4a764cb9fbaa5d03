import type { Language } from '../../language.ts';

export const armenianLatin: Language = {
  id: 'armenian-latin',
  countries: 'am',
  signs: /(?:yan|ian|yants)$/u,
  familyEndings: /(?:yan|ian|yants)$/u,
  given:
    'armen anahit tigran hayk gor ani lilit narek ashot gevorg karen davit hovhannes arpine nune vardan ruben',
  family:
    'petrosyan hovhannisyan harutyunyan sargsyan grigoryan khachatryan hakobyan vardanyan karapetyan ter-hovhannisyan',
};
