import type { Language } from '../../language.ts';

export const finnish: Language = {
  id: 'finnish',
  countries: 'fi',
  marks: 'äöåšžé',
  signs: /ää|öö|yy|(?:nen|lainen|läinen|kkonen|mäki|maki|järvi|salo|kangas)$|äi/u,
  familyEndings: /(?:.{2}nen|.{4}l[aä]|.{2}(?:mäki|maki|järvi|jarvi|niemi|saari|ranta|koski|virta))$/u,
  given: `anna-liisa veli seija arto tapio marja-leena ulla-maija jussi tuomas juho aleksi joonas eero esa seppo kaija leena raija tarja outi satu katja susanna juhani johannes olavi antero tapani kalevi mikko matti juha jari timo pekka jukka antti markku kari hannu heikki ville janne sami petri ari väinö jyrki yrjö lauri teemu
    maria helena anneli johanna kaarina marjatta hannele kristiina liisa tuula päivi paivi anna sari marja pirjo riitta eeva minna tiina sanna aino heidi laura`,
  family: `korhonen virtanen mäkinen makinen nieminen mäkelä makela hämäläinen hamalainen laine heikkinen koskinen järvinen jarvinen lehtonen lehtinen saarinen salminen heinonen niemi heikkilä salonen kinnunen turunen
    salo laitinen tuominen rantanen karjalainen jokinen mattila savolainen lahtinen ahonen määttä väisälä kauppila yli-kauppila lahti`,
  familyHyphens: { kept: 0.68, joined: 0.24, first: 0.05, last: 0.03 },
  shortForms:
    'johannes jussi, juhani jussi, mikael mika, kristiina tiina, johanna hanna, aleksi ale, alexander alex, matti masa, pekka peksi, antti ana, heikki hessu, elisabet liisa, kaarina kaisa, margareeta reetta',
};
