import type { Language } from '../../language.ts';

/** As in passports: several spellings of frequent family names are in use. */
export const koreanLatin: Language = {
  id: 'korean-latin',
  countries: 'kr',
  familyPerMille:
    'kim 214, lee 147, yi 147, park 84, pak 84, choi 47, jung 43, jeong 43, chung 43, kang 24, cho 21, jo 21, yoon 20, yun 20, jang 20, chang 20, lim 17, im 17, han 15, oh 15, seo 15, shin 15, kwon 14, hwang 14, ahn 14, song 14, yoo 13, ryu 13, hong 11',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  // "Young" alone is a frequent English family name.
  signs:
    /^(?:ae|ah|bin|bo|bok|bum|byung|chae|chan|chang|chul|dae|do|dong|eun|ga|gi|gyu|ha|hae|han|hee|ho|hong|hoon|hwa|hwan|hye|hyo|hyuk|hyun|il|in|jae|jeong|ji|jin|jong|joo|joon|ju|jun|jung|kang|ki|kook|kwang|kyu|kyung|min|moon|myung|na|nam|ok|ran|rim|sang|seo|seok|seon|seong|seung|shin|si|sik|so|sol|soo|sook|su|suk|sun|sung|tae|uk|won|woo|ye|yeon|yeong|yong|yoo|yoon|young|yu|yun|a|ah|mi|wook|gon|geun|hyeon)-(?:ae|ah|bin|bo|bok|bum|byung|chae|chan|chang|chul|dae|do|dong|eun|ga|gi|gyu|ha|hae|han|hee|ho|hong|hoon|hwa|hwan|hye|hyo|hyuk|hyun|il|in|jae|jeong|ji|jin|jong|joo|joon|ju|jun|jung|kang|ki|kook|kwang|kyu|kyung|min|moon|myung|na|nam|ok|ran|rim|sang|seo|seok|seon|seong|seung|shin|si|sik|so|sol|soo|sook|su|suk|sun|sung|tae|uk|won|woo|ye|yeon|yeong|yong|yoo|yoon|young|yu|yun|a|ah|mi|wook|gon|geun|hyeon)$|(?:hyun|yeon|(?!^young$)young|seok|hyuk|kyung|jeong|seung|joon$|soo$|eun$|hee$)/u,
  given:
    'minjun seoyeon jihoon jiwoo seunghyun sunhee youngsoo kyungho jaehyun daehyun yuna hana jisoo minji eunji soojin hyejin sungmin donghyun taeyang min jun seo yeon ji hoon woo seung hyun sun hee young soo kyung ho jae dae eun hye jin sung dong ah yoon hyuk joon',
  family:
    'kim lee park choi jung jeong kang cho jo yoon jang lim im han oh seo shin kwon hwang ahn an song yoo hong jeon ko moon yang son bae baek heo nam noh ha joo woo min ryu',
  familyFirst: true,
  givenNames: { first: 0.05, last: 0.01, joined: 0.83, separated: 0.02, hyphenated: 0.09 },
  givenHyphens: { kept: 0.09, joined: 0.84, first: 0.02, last: 0, initials: 0.05 },
  initials: { first: 0.55, all: 0.45 },
  shortForms: '',
};
