import type { Language } from '../../language.ts';
import { khmerParts } from '../../scripts/khmer-parts.ts';
import { romanizeParts } from '../../scripts/known-parts.ts';

/** Khmer names, put together of parts that are written as their bearers do. */
export const khmer: Language = {
  id: 'khmer',
  countries: 'kh',
  given:
    'បូរី ដារ៉ា សុវណ្ណ សុវណ្ណារី សុភ័ក្ត្រ ស្រីមុំ ស្រីនាង ស្រីពៅ សុភា ចាន់ធី ពិសិដ្ឋ វិចិត្រ រដ្ឋា រតនា វណ្ណា សុជាតា សុវណ្ណារ៉ា ចន្ថា វិសាល វាសនា សំណាង សម្បត្តិ ម៉ារីណា ចាន់ថុល សុភាព វិជ្ជា សុខា ដារា បុប្ផា',
  family:
    'ហ៊ុន សម កឹម ឈឹម នួន ម៉ៅ ទេព ប៊ុន គង់ យិន ប៉ែន ឃឹម ស៊ុន អ៊ុំ ឡុង ប៉ុល សេង មាស នួន ងួន ជួន ឈុន តាន់ ហម លឹម អ៊ឹម ហេង ជា កែវ សុខ ចាន់ គីម លី អ៊ុក',
  familyFirst: true,
  wholeOrderOdds: 24,
  romanize: (word) => romanizeParts(word, khmerParts()),
};
