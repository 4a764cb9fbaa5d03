import type { Language } from '../../language.ts';

export const cantonese: Language = {
  id: 'cantonese',
  countries: 'hk mo sg my',
  familyPerMille:
    'chan 100, wong 80, lee 70, cheung 50, leung 45, lau 45, lam 40, ng 35, ho 30, chow 20, yeung 20, tan 60, lim 50, ong 20, goh 20, tang 15, cheng 15',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs:
    /^(?:chi|wai|ming|kwok|keung|siu|yee|man|ka|ho|wing|sze|lai|mei|yuk|kit|tak|fai|hung|kin|shing|yan|kei|lok|tsz|chun|hin|yin|tung|hei|yat|pui|suk|oi|kam|sau|shun|yiu|cheuk|nga|kwan|lap|chung|hang|kai)-(?:chi|wai|ming|kwok|keung|siu|yee|man|ka|ho|wing|sze|lai|mei|yuk|kit|tak|fai|hung|kin|shing|yan|kei|lok|chun|hin|yin|tung|hei|yat|pui|oi|kam|shun|yiu|tin|cheuk|long|kwan|lap|pak|chung|hang|yu|kai|ying|ling|fong|kuen|leung|wah|yin|po|lam)$/u,
  given:
    'guan eng hock seng kok boon choo siew hui min jie ah swee geok beng huat chuan kiat maggie michael jason vivian chi wai ming kwok keung siu yee man ka ho wing sze lai mei yuk kit tak fai hung kin shing yan carmen jacky eric kelvin ivy winnie',
  family:
    'ong goh teo koh low yeo chua tay sim heng ang toh quek foo khoo loh yap lim tan chan wong lee cheung lau leung ng ho chow tang yeung kwok lam cheng tsang yip mak fung tsui tse kwan chiu law lui siu hui tam kwong poon',
  familyFirst: true,
  givenNames: { first: 0.1, last: 0.01, joined: 0.7, separated: 0.02, hyphenated: 0.17 },
  givenHyphens: { kept: 0.15, joined: 0.73, first: 0.06, last: 0, initials: 0.06 },
  initials: { first: 0.5, all: 0.5 },
};
