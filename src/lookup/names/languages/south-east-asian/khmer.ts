import type { Language } from '../../language.ts';
import { khmerParts } from '../../scripts/khmer-parts.ts';
import { romanizeParts } from '../../scripts/known-parts.ts';

/** Khmer names, put together of parts that are written as their bearers do. */
export const khmer: Language = {
  id: 'khmer',
  countries: 'kh',
  given: 'បូរី សុភាព វិជ្ជា សុខា ដារា បុប្ផា',
  family: 'ហេង ជា កែវ សុខ ចាន់ គីម លី អ៊ុក',
  familyFirst: true,
  romanize: (word) => romanizeParts(word, khmerParts()),
};
