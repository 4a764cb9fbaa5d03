import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { punjabiLatin } from './punjabi-latin.ts';

export const gurmukhi: Language = {
  id: 'gurmukhi',
  countries: 'in',
  familyPerMille: punjabiLatin.familyPerMille ?? '',
  spellings:
    'ਅਮਰਿੰਦਰ amarinder amrinder, ਬਲਵੰਤ balwant, ਜਸਵੰਤ jaswant, ਕੁਲਵੰਤ kulwant, ਸਤਵੰਤ satwant, ਭਗਵੰਤ bhagwant, ਮਾਨ mann maan, ਹਰਮਨ harman, ਹਰਮਨਪ੍ਰੀਤ harmanpreet, ਭੁੱਲਰ bhullar, ਵਿਰਕ virk, ਧਾਲੀਵਾਲ dhaliwal, ਗਰੇਵਾਲ grewal, ਬਰਾੜ brar, ਬਾਜਵਾ bajwa, ਔਲਖ aulakh, ਢੀਂਡਸਾ dhindsa, ਰੰਧਾਵਾ randhawa, ਸੇਖੋਂ sekhon, ਸੋਢੀ sodhi, ਕੰਗ kang, ਚਾਹਲ chahal, ਜੌਹਲ johal, ਬੈਂਸ bains, ਬੱਲ bal, ਮੱਲ੍ਹੀ malhi, ਪੰਨੂ pannu, ਅਟਵਾਲ atwal, ਸੈਣੀ saini, ਅਰੋੜਾ arora, ਬੇਦੀ bedi, ਅਹੂਜਾ ahuja, ਚੋਪੜਾ chopra, ਕਪੂਰ kapoor, ਮਲਹੋਤਰਾ malhotra, ਖੰਨਾ khanna, ਜਗਮੀਤ jagmeet, ਗੁਰਮੀਤ gurmeet, ਗੁਰਜੀਤ gurjeet gurjit, ਅਮਨਦੀਪ amandeep, ਰਮਨਦੀਪ ramandeep, ਨਵਦੀਪ navdeep, ਸੁਖਦੀਪ sukhdeep, ਪਰਮਿੰਦਰ parminder, ਰਵਿੰਦਰ ravinder, ਰਾਜਿੰਦਰ rajinder, ਸੁਰਿੰਦਰ surinder, ਮਹਿੰਦਰ mohinder mahinder, ਨਰਿੰਦਰ narinder, ਤੇਜਿੰਦਰ tejinder, ਭੁਪਿੰਦਰ bhupinder, ਸਿਮਰਨ simran, ਸਿਮਰਨਜੀਤ simranjeet simranjit, ਕਿਰਨ kiran, ਜਸਲੀਨ jasleen, ਹਰਲੀਨ harleen, ਨਵਨੀਤ navneet, ਪੁਨੀਤ puneet, ਵਿਨੀਤ vineet, ਅਵਤਾਰ avtar, ਹਰਭਜਨ harbhajan, ਗੁਰਬਚਨ gurbachan, ਹਰਪ੍ਰੀਤ harpreet, ਗੁਰਪ੍ਰੀਤ gurpreet, ਜਸਪ੍ਰੀਤ jaspreet, ਮਨਪ੍ਰੀਤ manpreet, ਸਿੰਘ singh, ਕੌਰ kaur, ਗਿੱਲ gill, ਸੰਧੂ sandhu, ਸਿੱਧੂ sidhu, ਢਿੱਲੋਂ dhillon, ਗਰੇਵਾਲ grewal, ਕੁਲਦੀਪ kuldeep kuldip, ਗੁਰਦੀਪ gurdeep, ਬਲਬੀਰ balbir, ਸਿਮਰਨ simran, ਮਨਜੀਤ manjit manjeet, ਅਮਰਜੀਤ amarjit amarjeet, ਸੁਖਵਿੰਦਰ sukhwinder, ਰਾਜਵਿੰਦਰ rajwinder, ਬਰਾੜ brar, ਧਾਲੀਵਾਲ dhaliwal, ਨਵਜੋਤ navjot, ਕਿਰਨਦੀਪ kirandeep, ਜਸਵਿੰਦਰ jaswinder, ਹਰਜੀਤ harjit harjeet, ਬਾਜਵਾ bajwa',
  romanize: romanizeIndic,
};
