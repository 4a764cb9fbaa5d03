import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const kannada: Language = {
  id: 'kannada',
  countries: 'in',
  spellings:
    'ರವಿ ravi, ಹೆಗಡೆ hegde hegade, ಗೌಡ gowda gouda, ಶೆಟ್ಟಿ shetty, ಭಟ್ bhat bhatt, ರಾವ್ rao, ಕುಮಾರ್ kumar, ಮಂಜುನಾಥ್ manjunath manjunatha, ಗಿರೀಶ್ girish, ಪವಿತ್ರಾ pavithra, ಕಾವ್ಯಾ kavya, ಕಾವ್ಯ kavya, ಶ್ರುತಿ shruthi shruti, ವಿನಯ್ vinay, ಲಕ್ಷ್ಮಿ lakshmi laxmi, ಪಾಟೀಲ್ patil, ಕುಲಕರ್ಣಿ kulkarni, ನಾಯಕ್ nayak naik, ಸುಮಾ suma, ಆಶಾ asha, ಮೂರ್ತಿ murthy, ಪ್ರಸಾದ್ prasad, ರಮೇಶ್ ramesh, ಸುರೇಶ್ suresh, ರಾಜೇಶ್ rajesh, ಬಸವರಾಜ್ basavaraj, ನಾಗರಾಜ್ nagaraj, ಲೋಕೇಶ್ lokesh, ಶಿವಕುಮಾರ್ shivakumar, ಅನಿತಾ anitha anita, ಸಂತೋಷ್ santosh santhosh, ಮಹೇಶ್ mahesh, ದೀಪಾ deepa, ಪೂಜಾ pooja, ಸ್ವಾಮಿ swamy swami, ಬಿ b, ಸಿ c, ಡಿ d, ಎಫ್ f, ಜಿ g, ಹೆಚ್ h, ಎಚ್ h, ಜೆ j, ಕೆ k, ಎಲ್ l, ಎಂ m, ಎಮ್ m, ಎನ್ n, ಪಿ p, ಆರ್ r, ಎಸ್ s, ಟಿ t, ವಿ v, ವೈ y, ಸಿದ್ದರಾಮಯ್ಯ siddaramaiah, ವೆಂಕಟೇಶ್ venkatesh, ರಾಘವೇಂದ್ರ raghavendra, ಚಂದ್ರಶೇಖರ್ chandrashekar chandrashekhar, ಕೃಷ್ಣಮೂರ್ತಿ krishnamurthy, ಪೈ pai, ಶೆಣೈ shenoy, ಕಾಮತ್ kamath, ಆಚಾರ್ಯ acharya',
  romanize: romanizeIndic,
  fatherInitials: true,
};
