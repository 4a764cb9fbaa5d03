import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { gujaratiLatin } from './gujarati-latin.ts';

export const gujarati: Language = {
  id: 'gujarati',
  countries: 'in',
  familyPerMille: gujaratiLatin.familyPerMille ?? '',
  spellings:
    'કિંજલ kinjal, મહેતા mehta, પટેલ patel, શાહ shah, દેસાઈ desai, જોશી joshi, ત્રિવેદી trivedi, પંડ્યા pandya, દવે dave, ભટ્ટ bhatt, હિતેશ hitesh, જીજ્ઞેશ jignesh, ભાવેશ bhavesh, નિલેશ nilesh, કેતન ketan, ચિરાગ chirag, હાર્દિક hardik, કોમલ komal, હેતલ hetal, ભાવના bhavna, ધવલ dhaval, પારેખ parekh parikh, પરીખ parikh, મોદી modi, સોલંકી solanki, ઠક્કર thakkar, વ્યાસ vyas, ગાંધી gandhi, નિશા nisha, પ્રિયા priya, રાજેશ rajesh, મહેશ mahesh, દિનેશ dinesh, સંજય sanjay, અમીન amin, પરમાર parmar, ચૌહાણ chauhan',
  romanize: romanizeIndic,
};
