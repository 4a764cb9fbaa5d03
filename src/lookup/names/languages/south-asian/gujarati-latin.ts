import type { Language } from '../../language.ts';

export const gujaratiLatin: Language = {
  id: 'gujarati-latin',
  countries: 'in',
  familyPerMille: 'patel 120, shah 70, mehta 20, desai 20, joshi 20',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:bhai|ben)$/u,
  given:
    'hitesh hiteshbhai kinjal dhruvi jignesh bhavesh nilesh ketan paresh chirag hardik jayesh mehul parth hetal nisha komal bhavna urvi krupa dhaval',
  family:
    'patel shah mehta desai joshi trivedi pandya dave bhatt parikh modi parmar solanki chauhan thakkar vyas gandhi amin',
  spellings:
    'hiteshbhai hitesh hiteshbhai, rameshbhai ramesh rameshbhai, nileshbhai nilesh nileshbhai, bhaveshbhai bhavesh bhaveshbhai, kiritbhai kirit kiritbhai, maheshbhai mahesh maheshbhai, hetalben hetal hetalben, bhavnaben bhavna bhavnaben, jyotiben jyoti jyotiben, manjulaben manjula manjulaben, rajeshbhai rajesh rajeshbhai, sureshbhai suresh sureshbhai, dineshbhai dinesh dineshbhai, ashokbhai ashok ashokbhai, ilaben ila ilaben, nitaben nita nitaben',
};
