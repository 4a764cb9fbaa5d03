import type { Language } from '../../language.ts';

/** Many people have a single name, or no family name. */
export const indonesian: Language = {
  id: 'indonesian',
  countries: 'id',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:su|setia|wi|yu)\w+(?:o|i|an|ti|to|no|di)$/u,
  given:
    'rizki rizky aditya fajar galih yusuf ilham reza anisa dewa gede ida taufik arif hadi irwan nia lina mega budi agus bambang joko sri dewi siti putri ayu rina ratna wahyu eko dwi tri hendra dedi andi rudi yudi sukarno suharto suparman yulianti lestari indah nur muhammad ahmad made wayan ketut putu nyoman komang luh kadek fitri dian eka yanto slamet iwan',
  family:
    'ramadhan firmansyah maulana permana syahputra hakim manurung sinaga panjaitan hutapea santoso wijaya susanto setiawan kurniawan hidayat saputra widodo wirawan nugroho pratama gunawan suryadi hartono utomo lestari rahayu wibowo purnomo siregar simanjuntak nasution situmorang lubis harahap tanjung sihombing',
  familyNames: { first: 0.2, last: 0.66, joined: 0.1, separated: 0.02, hyphenated: 0.02 },
  givenNames: { first: 0.62, last: 0.2, joined: 0.15, separated: 0.02, hyphenated: 0.01 },
  shortForms:
    'yulianti yuli, suharto harto, bambang bams, setiawan iwan, kurniawan wawan, wahyudi yudi, hendrawan hendra, agustinus agus, yohanes yoyo, supriyadi yadi, sulistyowati sulis, fitriani fitri, wulandari wulan, kristina tina',
  sharesNames: true,
};
