import type { Language } from '../language.ts';

export const pacific: readonly Language[] = [
  {
    id: 'maori-and-samoan',
    countries: 'nz ws fj to',
    marks: 'āēīōū',
    signs: /^(?:wh|ng|te$|hine|fa|tui|ma'a)|[āēīōū]/u,
    given:
      'hone kahu moana tui losa fetu hinemoa sione lupe aroha tane rangi wiremu hemi mere ngaire tamati lagi sina tavita ioane malia manaia',
    family:
      'rangi faasavalu tuilagi parata ngata tamatea henare waititi pomare leavasa tuimalealiifano faleolo',
    particles: { te: 0.96 },
    sharesNames: true,
  },
];
