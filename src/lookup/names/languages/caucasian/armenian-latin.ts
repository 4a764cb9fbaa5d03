import type { Language } from '../../language.ts';

export const armenianLatin: Language = {
  id: 'armenian-latin',
  countries: 'am',
  marks: '',
  signs: /(?:yan|ian|yants)$/u,
  familyEndings: /(?:yan|ian|yants)$/u,
  given:
    'lusine gayane mariam astghik hasmik sona artur arman aram levon vahan garik suren armen anahit tigran hayk gor ani lilit narek ashot gevorg karen davit hovhannes arpine nune vardan ruben',
  family:
    'petrosyan hovhannisyan harutyunyan sargsyan grigoryan khachatryan hakobyan vardanyan karapetyan ter-hovhannisyan',
};
