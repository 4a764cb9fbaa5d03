import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const tamil: Language = {
  id: 'tamil',
  countries: 'in lk',
  spellings: `கார்த்திக் karthik karthick kartik, சுப்பிரமணியன் subramanian subramaniam subramaniyan, ராஜேஷ் rajesh, குமார் kumar, முருகன் murugan, லட்சுமி lakshmi laxmi, பிரியா priya, செந்தில் senthil, அருண் arun, சரவணன் saravanan, வெங்கடேஷ் venkatesh, சுரேஷ் suresh, கணேஷ் ganesh, பாலாஜி balaji, ஆனந்த் anand, மீனாட்சி meenakshi, கவிதா kavitha kavita, தீபா deepa, விஜய் vijay, பிரகாஷ் prakash, செல்வம் selvam, சாந்தி shanthi santhi, ரேவதி revathi, உமா uma, கிருஷ்ணன் krishnan, ராமன் raman, ராமகிருஷ்ணன் ramakrishnan, நடராஜன் natarajan, சுந்தரம் sundaram, ராஜன் rajan, நாராயணன் narayanan, ரவி ravi, மணி mani, சிவா siva shiva, பாலன் balan, வேலு velu, அன்பு anbu, தமிழ் tamil, செல்வி selvi, மாலதி malathi, ஐயர் iyer, பிள்ளை pillai, சிவகுமார் sivakumar, வெங்கடராமன் venkataraman, பாலசுப்பிரமணியன் balasubramanian balasubramaniam, விஸ்வநாதன் viswanathan, கார்த்திகேயன் karthikeyan, மோகன் mohan, திவ்யா divya`,
  romanize: romanizeIndic,
  fatherInitials: true,
  sharesNames: true,
};
