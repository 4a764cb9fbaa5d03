import type { Language } from '../../language.ts';

/** Initials stand for the father's name: "V. Viswanathan", "Rajesh M.". */
export const tamilLatin: Language = {
  id: 'tamil-latin',
  countries: 'in lk',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs:
    /(?:nathan|krishnan|swamy|swami|samy|raj|murugan|velan|chelvan|arasu|alagan|subramaniam|subramanian|narayanan|rajan|mani|sundaram)$/u,
  given:
    'ramakrishnan subramanian subramaniam narayanan arunachalam krishnan rajan venkataraman natarajan sundaram raman balasubramanian chidambaram anitha sangeetha vignesh vijayalakshmi jayalakshmi krishnamurthy prabhakaran srinivasan manikandan sathish ravichandran ramachandran balasubramaniam sundaram gopal thiyagarajan ramesh mohan muthu selvi malathi vasanthi kumaran dinesh prabhu jeeva viswanathan rajesh karthik ramakrishnan lakshmi priya murugan senthil kumar arun saravanan venkatesh suresh ganesh balaji anand meenakshi kavitha deepa vijay prakash selvam shanthi revathi uma',
  family:
    'viswanathan ramakrishnan subramanian subramaniam narayanan arunachalam krishnan rajan iyer iyengar pillai murugan venkataraman natarajan sundaram raman balasubramanian chidambaram',
  fatherInitials: true,
  givenNames: { first: 0.56, last: 0.03, joined: 0.38, separated: 0.01, hyphenated: 0.02 },
  sharesNames: true,
};
