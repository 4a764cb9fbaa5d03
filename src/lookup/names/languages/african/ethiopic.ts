import type { Language } from '../../language.ts';
import { romanizeEthiopic } from '../../scripts/ethiopic.ts';

/** Amharic and Tigrinya, letter by letter; frequent names as their bearers write them. */
export const ethiopic: Language = {
  id: 'ethiopic',
  countries: 'et er',
  familyNames: { first: 0.8, last: 0.18, joined: 0.01, separated: 0, hyphenated: 0.01 },
  familyNameCount: 2,
  spellings:
    'ዳዊት dawit david, ኃይሌ haile, ሀይሌ haile, ሕይወት hiwot, አየለ ayele, ደስታ desta, ሰላም selam, ተስፋይ tesfay, ተስፋዬ tesfaye, አበበ abebe, ከበደ kebede, በቀለ bekele, ታደሰ tadesse tadese, አለሙ alemu, ዓለሙ alemu, ገብረ gebre, ግርማ girma, ወልደ wolde welde, መኮንን mekonnen, ሰሎሞን solomon, ዮናስ yonas, መሰረት meseret, ትዕግስት tigist tigest, አልማዝ almaz, ሙሉጌታ mulugeta, ብርሃኔ berhane birhane, ብርሃን birhan berhan, ዮሐንስ yohannes yohanes, ማርያም mariam maryam, ሃና hana hanna, ሀና hana hanna, ሐና hana hanna, ሳራ sara, ሄለን helen, ቤተልሔም betelhem bethlehem, ሚካኤል mikael michael, ገብርኤል gabriel gebriel, ተክለ tekle, ሀብታሙ habtamu, ኃይሉ hailu, ሀይሉ hailu, አሰፋ assefa asefa, ጌታቸው getachew, ጌታሁን getahun, ዘነበ zenebe, ፍቅር fikir, ፍቅሩ fikru, ሙሉ mulu, ራሄል rahel, ሩት ruth rut, ሊያ lia liya, ማህሌት mahlet, እየሩሳሌም eyerusalem, ሰናይት senait, ፍረወይኒ freweini, ኣብርሃም abraham abreham, አብርሃም abraham abreham, ኪዳነ kidane, መብራህቱ mebrahtu, ለተብርሃን letebrhan',
  romanize: romanizeEthiopic,
  sharesNames: true,
};
