import type { Language } from '../../language.ts';

export const turkish: Language = {
  id: 'turkish',
  countries: 'tr',
  familyPerMille: 'yilmaz 14, kaya 11, demir 10, celik 8, sahin 7',
  marks: 'çğıiöşüâîû\u0307',
  signs: /[ğş]|(?:oğlu|oglu|türk|demir|kaya|han)$|^(?:öz|gök|gül|gün)/u,
  familyEndings: /(?:oğlu|oglu)$/u,
  given: `gülşen gulsen tuğba tugba yasemin sibel selma sevgi pınar pinar nuray nurcan berk mert eren furkan yiğit kerem cihan selçuk orhan erdem nihat tarık erkan ercan mehmet mustafa ahmet ali hüseyin huseyin hasan ibrahim ismail osman yusuf murat ömer omer ramazan halil süleyman suleyman abdullah mahmut recep emre burak can cem
    gökhan gokhan serkan hakan kemal ümit umit uğur şükrü fatma ayşe ayse emine hatice zeynep elif meryem şerife zehra sultan hanife merve esra gülşah gül nur çağla selin
    büşra derya ebru özlem özgür onur tolga volkan barış deniz ece ışık kaan`,
  family: `yılmaz yilmaz kaya demir şahin sahin çelik celik yıldız yildiz yıldırım yildirim öztürk ozturk aydın aydin özdemir ozdemir arslan doğan dogan kılıç kilic aslan çetin cetin kara koç koc kurt özkan şimşek polat
    korkmaz çağlayan erdoğan erdogan güneş aksoy bulut tekin ünal yavuz acar kaplan gündüz küçük bozkurt`,
  shortForms:
    'mehmet memo, mustafa musti, süleyman sulo, hüseyin huso, ibrahim ibo, ismail iso, fatma fatos, zeynep zeyno, abdullah apo, ramazan ramo, muhammet mamo',
};
