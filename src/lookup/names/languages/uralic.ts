import type { Language } from '../language.ts';

export const uralic: readonly Language[] = [
  {
    id: 'estonian',
    countries: 'ee',
    marks: 'äöõüšžé',
    signs: /õ|üü|(?:saar|mägi|puu|soo|mets|salu|vere)$/u,
    given:
      'jaan kaarel raivo aivar ants märt kärt kart õnne onne maie malle sirje ene kaja jüri juri külli kulli ülle tiit toomas mart kalle andres urmas rein peeter margus indrek priit tõnu tonu tanel kristjan mari liis kadri anu tiina piret kersti triin helen eve reet',
    family:
      'tõnisson kõiv koiv raudsepp lõhmus kuusk laur rätsep vaino teder sild tamm saar sepp mägi magi kask kukk rebane ilves põder poder põld pold õunapuu koppel karu luik lepik oja raud kallas vaher tamme',
    letterChoices: {
      'estonian-ü': {
        u: { share: 0.8, letters: { ü: 'u' } },
        y: { share: 0.2, letters: { ü: 'y' } },
      },
    },
  },
  {
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
  },
  {
    id: 'hungarian',
    countries: 'hu',
    familyPerMille: 'nagy 24, kovacs 22, toth 21, szabo 21, horvath 20, varga 14, kiss 13',
    marks: 'áéíóöőúüűäë',
    signs: /[őű]|(?:né|ffy|ghy|szky|thy|ösi)$|^sz|cs$|gy/u,
    given: `anna-mária bence máté dávid levente dominik márk kristóf zsuzsa zsófi noémi boglárka nóra petra kinga beáta tünde györgyi lászló laszlo istván istvan józsef jozsef jános janos zoltán zoltan sándor sandor gábor gabor ferenc attila péter peter tamás tamas zsolt tibor andrás andras csaba imre lajos györgy gyorgy balázs balazs gyula mihály károly róbert
    béla bela dániel daniel ádám krisztián győző ödön laci mária maria erzsébet erzsebet katalin éva eva ilona anna zsuzsanna margit judit ágnes agnes julianna andrea ildikó ildiko erika krisztina irén
    eszter gabriella anikó edit viktória zsófia zsofia réka dóra jánosné`,
    family: `kerekes kovácsné nagyné szabóné barta bognár hegedűs vörös somogyi sándor antal bodnár váradi nagy kovács kovacs tóth toth szabó szabo horváth horvath varga kiss molnár molnar németh nemeth farkas balogh papp takács takacs juhász juhasz lakatos mészáros meszaros oláh simon rácz rac fekete szilágyi
    török fehér balázs gál kis szűcs kocsis pintér fodor orsós szalai sipos magyar lukács gulyás biró király szőke fülöp kőműves`,
    familyFirst: true,
    shortForms: `lászló laci, istván pista isti, józsef jozsi, jános jani, zoltán zoli, sándor sanyi, gábor gabi, ferenc feri, attila ati, péter peti, tamás tomi, tibor tibi, andrás andris, györgy gyuri, mihály misi, károly karcsi,
    béla beci, dániel dani, katalin kati, erzsébet zsoka erzsi, zsuzsanna zsuzsa, julianna juli, mária marika mari, ilona ica, zsófia zsofi, krisztina kriszti, viktória viki, eszter eszti, gabriella gabi, margit manci, lajos lali,
    laszlo laci, istvan pista, jozsef jozsi, janos jani, zoltan zoli, sandor sanyi, tamas tomi, erzsebet zsoka erzsi, zsofia zsofi`,
    familyNameCount: 2,
  },
];
