import type { Language } from '../../language.ts';

/** ṣ as s or sh. Short forms are the last part of a name. */
export const yoruba: Language = {
  id: 'yoruba',
  countries: 'ng',
  marks: 'ẹọṣáàéèíìóòúùńǹḿ\u0300\u0301\u0304',
  signs: /[ẹọṣ]|^(?:olu[wfsmty]|ade[bkwsy]|ayo[dmb]|baba[tj]|ola[wny]|ogun|temit|folas|abio|ibik)\w+/u,
  given:
    'adewale oluwakemi olusegun adeola bolanle kunle dayo gbenga yemi olanrewaju lanre sola folake ronke oluwaseun temitope folasade adebayo babatunde ayodele oluwatobi tunde segun kehinde taiwo bukola yetunde funmilayo olumide damilola ayomide titilayo abiodun femi',
  family:
    'ogunbanjo fálànà falana ogunlesi adekunle adesina oladipo oyelowo soyinka akinola adebayo akintola ayo-bello bello ogunleye adeyemi okafor adewale oyelaran balogun olawale afolabi adeleke ojo akande ogundipe bakare',
  letterChoices: [
    {
      group: 'yoruba-s',
      options: [
        { option: 's', share: 0.72, letters: { ṣ: 's' } },
        { option: 'sh', share: 0.28, letters: { ṣ: 'sh' } },
      ],
    },
  ],
  shortForms:
    'oluwaseun seun, temitope temi tope, folasade sade fola, babatunde tunde, ayodele ayo dele, oluwatobi tobi, olumide mide olu, damilola dami, ayomide ayo mide, funmilayo funmi, oluwatosin tosin, olusegun segun, oluwafemi femi, yetunde yety, titilayo titi, abiodun abi, adebayo bayo ade, oluwakemi kemi, adewale wale, olufemi femi, omolara lara, olayinka yinka, bukola bukky, adeola ade ola, olawale wale, kolawole kola, olanrewaju lanre, oluwadamilola dami damilola, modupe dupe, omotola tola, adetokunbo toks',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  sharesNames: true,
  usualShortForms:
    'babatunde tunde, oluwaseun seun, oluwafemi femi, oluwatobi tobi, oluwakemi kemi, olusegun segun, adebayo bayo, adewale wale',
};
