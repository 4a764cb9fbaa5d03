/**
 * Signs of the language of a name. Languages differ in how they write umlauts, in double family names, and in which of
 * several given names is in use. The expressions are tested on the whole name in lower case, in NFC.
 */

/** Letters and endings of languages that drop the dots of ä, ö and ü: Nordic, Baltic, Turkic, Hungarian, Spanish. */
export const plainUmlautNames =
  /[åőűşğəøæðþáàâíìîóòôúùûéèêëïñãõçăłčďěňřšťůýž]|ää|öö|yy|üü|(?:sson|dottir|ström|sjö|fjäll|gård|qvist|quist|nen|oğlu|öz|gül|türk|oglu)(?=$|[\s-])|(?:^|\s)(?:öz|gök|gül|gün|ümit|ömer|özl)|(?:^|\s)(?:mehmet|mustafa|ahmet|emre|murat|fatma|björn|göran|sören|märta|östen|örjan|pär|jyrki|matti|gábor)(?=$|\s)/u;

/** Top-level domains of countries that drop the dots. */
export const plainUmlautCountries: ReadonlySet<string> = new Set(
  'se fi ee hu tr az is es sk cz pl lt lv fr nl no dk br pt'.split(' '),
);
/** Top-level domains of countries that write ae, oe and ue. */
export const digraphUmlautCountries: ReadonlySet<string> = new Set(['de', 'at', 'ch', 'li', 'lu']);

/** Of two Portuguese family names the last one is in use; of two Spanish ones the first. */
export const portugueseNames =
  /[ãõ]|(?:^|\s)(?:da|do|dos|das)\s|(?:^|\s)(?:silva|santos|ferreira|pereira|oliveira|costa|rodrigues|martins|sousa|souza|gonçalves|goncalves|fernandes|gomes|lopes|marques|almeida|alves|ribeiro|pinto|carvalho|teixeira|moreira|correia|mendes|nunes|soares|vieira|monteiro|cardoso|rocha|neves|coelho|cunha|pires|ramalho|barbosa|araujo|araújo|lima|barros|freitas|machado|nascimento|tavares|simões|antunes|henriques|moura|azevedo|magalhães|dias|melo|batista)(?=$|\s)/u;
export const portugueseCountries: ReadonlySet<string> = new Set(['pt', 'br', 'ao', 'mz']);

export const spanishCountries: ReadonlySet<string> = new Set(
  'es mx ar co cl pe ve ec uy py bo cr gt do pa hn sv ni cu'.split(' '),
);

/** Vietnamese family names: the last of several given names is then the one in use. */
export const vietnameseFamilyNames: ReadonlySet<string> = new Set(
  'nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly truong dinh trinh mai luong'.split(
    ' ',
  ),
);
