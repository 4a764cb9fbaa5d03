import type { Language } from '../../language.ts';

export const khmer: Language = {
  id: 'khmer',
  countries: 'kh',
  given: 'បូរី សុភាព វិជ្ជា សុខា ដារា បុប្ផា',
  family: 'ហេង ជា កែវ សុខ ចាន់ គីម លី អ៊ុក',
  familyFirst: true,
  spellings:
    'ហេង heng, បូរី bory borey, ជា chea, កែវ keo, សុខ sok, ចាន់ chan, គីម kim, លី ly, អ៊ុក ouk, សុភាព sopheap, វិជ្ជា vichea, សុខា sokha, ដារា dara, បុប្ផា bopha, សុវណ្ណ sovann, រតនា ratana rattana, ចន្ទ chan, ម៉ៅ mao, សេង seng, សុផល sophal, វណ្ណា vanna, ពិសី pisey, សម្បត្តិ sambath, ណារី nary, ស៊ីម sim, ម៉ារី mary, រិទ្ធី rithy, ទេព tep, ប៉ែន pen, ផាន់ phan, សំ sam, នួន nuon, សុភា sophea, ចន្ថា chantha, ភិរុណ phirun, សោភ័ណ sophorn sophon, មករា makara',
};
