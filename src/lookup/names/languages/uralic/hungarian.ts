import type { Language } from '../../language.ts';

export const hungarian: Language = {
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
};
