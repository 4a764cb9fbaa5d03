import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { punjabiLatin } from './punjabi-latin.ts';

export const gurmukhi: Language = {
  id: 'gurmukhi',
  countries: 'in',
  familyPerMille: punjabiLatin.familyPerMille ?? '',
  spellings:
    'ਹਰਪ੍ਰੀਤ harpreet, ਗੁਰਪ੍ਰੀਤ gurpreet, ਜਸਪ੍ਰੀਤ jaspreet, ਮਨਪ੍ਰੀਤ manpreet, ਸਿੰਘ singh, ਕੌਰ kaur, ਗਿੱਲ gill, ਸੰਧੂ sandhu, ਸਿੱਧੂ sidhu, ਢਿੱਲੋਂ dhillon, ਗਰੇਵਾਲ grewal, ਕੁਲਦੀਪ kuldeep kuldip, ਗੁਰਦੀਪ gurdeep, ਬਲਬੀਰ balbir, ਸਿਮਰਨ simran, ਮਨਜੀਤ manjit manjeet, ਅਮਰਜੀਤ amarjit amarjeet, ਸੁਖਵਿੰਦਰ sukhwinder, ਰਾਜਵਿੰਦਰ rajwinder, ਬਰਾੜ brar, ਧਾਲੀਵਾਲ dhaliwal, ਨਵਜੋਤ navjot, ਕਿਰਨਦੀਪ kirandeep, ਜਸਵਿੰਦਰ jaswinder, ਹਰਜੀਤ harjit harjeet, ਬਾਜਵਾ bajwa',
  romanize: romanizeIndic,
};
