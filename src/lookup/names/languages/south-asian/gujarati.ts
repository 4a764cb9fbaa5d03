import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { gujaratiLatin } from './gujarati-latin.ts';

export const gujarati: Language = {
  id: 'gujarati',
  countries: 'in',
  familyPerMille: gujaratiLatin.familyPerMille ?? '',
  spellings:
    'ઝાલા zala, રાઠવા rathva rathwa, રાઠોડ rathod, પ્રજ્ઞા pragna pragya, જિજ્ઞેશ jignesh, જિજ્ઞા jigna, ઠક્કર thakkar, ઠાકોર thakor, પરમાર parmar, ગઢવી gadhvi, જાડેજા jadeja, ગોહિલ gohil, ચાવડા chavda, મકવાણા makwana, વ્યાસ vyas, રાવલ raval rawal, જાની jani, પારેખ parekh, ઝવેરી zaveri jhaveri, કાપડિયા kapadia, સંઘવી sanghvi, ગાંધી gandhi, અમીન amin, ભાવેશ bhavesh, ધવલ dhaval, નીરવ nirav, કેતન ketan, હેતલ hetal, કોમલ komal, પાયલ payal, જલ્પા jalpa, દીપિકા dipika deepika, નિકુંજ nikunj, મૌલિક maulik, પરેશ paresh, મુકેશ mukesh, જીગર jigar, કિંજલ kinjal, મહેતા mehta, પટેલ patel, શાહ shah, દેસાઈ desai, જોશી joshi, ત્રિવેદી trivedi, પંડ્યા pandya, દવે dave, ભટ્ટ bhatt, હિતેશ hitesh, જીજ્ઞેશ jignesh, ભાવેશ bhavesh, નિલેશ nilesh, કેતન ketan, ચિરાગ chirag, હાર્દિક hardik, કોમલ komal, હેતલ hetal, ભાવના bhavna, ધવલ dhaval, પારેખ parekh parikh, પરીખ parikh, મોદી modi, સોલંકી solanki, ઠક્કર thakkar, વ્યાસ vyas, ગાંધી gandhi, નિશા nisha, પ્રિયા priya, રાજેશ rajesh, મહેશ mahesh, દિનેશ dinesh, સંજય sanjay, અમીન amin, પરમાર parmar, ચૌહાણ chauhan',
  romanize: romanizeIndic,
};
