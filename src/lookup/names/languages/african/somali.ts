import type { Language } from '../../language.ts';

/** Somali letters (c, x) or their English counterparts. */
export const somali: Language = {
  id: 'somali',
  countries: 'so dj',
  familyPerMille: 'mohamed 80, ali 70, ahmed 60, hassan 50, abdi 50',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:cab|max|xas|cal|cum|xal)|aa|axa/u,
  given:
    'abdirahman abdullahi mohamed ahmed hassan fadumo amina halima ismail abdi cabdi maxamed faadumo xasan axmed cali yuusuf ismaaciil caasha hodan sahra cumar ayaan khadar',
  family:
    'farah jama nur yusuf omar cali xasan maxamed axmed warsame jaamac nuur faarax cumar abdi hassan mohamed ali',
  familyNames: { first: 0.55, last: 0.42, joined: 0.01, separated: 0.01, hyphenated: 0.01 },
  familyNameCount: 2,
  letterChoices: [
    {
      group: 'somali-letters',
      options: [
        {
          option: 'english',
          share: 0.75,
          letters: { c: '', x: 'h', aa: 'a', ee: 'e', ii: 'i', oo: 'o', uu: 'u' },
        },
        { option: 'plain', share: 0.25, letters: {} },
      ],
    },
  ],
  spellings:
    'cabdi abdi cabdi, maxamed mohamed maxamed, xasan hassan xasan, cali ali cali, axmed ahmed axmed, faadumo fadumo faadumo fatuma, faduumo fadumo faduumo, caasha asha aisha caasha, cumar omar umar cumar, xuseen hussein xuseen, ismaaciil ismail ismaaciil, yuusuf yusuf yuusuf, faarax farah faarax, jaamac jama jaamac, nuur nur noor nuur, cabdullahi abdullahi cabdullahi, xaliimo halima xaliimo, cabdiraxmaan abdirahman cabdiraxmaan, sahra sahra, maxamuud mohamud maxamuud, cismaan osman cismaan, ibraahim ibrahim ibraahim, aadan adan aden aadan, cabdulaahi abdullahi, nuuradiin nuradin, xirsi hirsi xirsi, ciise isse ciise, cawad awad, daahir dahir daahir',
  sharesNames: true,
};
