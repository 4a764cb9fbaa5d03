import type { Language } from '../../language.ts';

export const bengaliLatin: Language = {
  id: 'bengali-latin',
  countries: 'bd in',
  familyPerMille: 'das 40, roy 30, islam 50, rahman 50, hossain 50, ahmed 30, khan 25, begum 30',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:uddin|ullah|ul|padhyay|opadhyay|jee)$/u,
  given:
    'kamrul mahmud mizanur saiful ariful nazmul moushumi mousumi sumaiya tanjila sabina sharmin debashish ananya ritwik sujata sanjoy md tanvir hasan shahidul rahim karim rafiq kamal nasrin farhana sharmila subrata anirban sourav debashis soumya partha sudip arnab mithun fatema abdul mohammad jahangir anwar shirin tahmina',
  family:
    'mahmud kabir alam bhuiyan talukder majumdar majumder chakraborty basu ganguly roychowdhury rahman hossain islam ahmed khan chowdhury uddin haque hoque sarkar das roy mukherjee chatterjee banerjee bhattacharya ghosh bose sen dutta mondal miah akter begum khatun biswas saha paul',
  spellings:
    'haque haque hoque, chowdhury chowdhury choudhury, mukherjee mukherjee mukhopadhyay, chatterjee chatterjee chattopadhyay, hossain hossain hussain, sarkar sarkar sarker',
  sharesNames: true,
};
