import type { Language } from '../language.ts';
import { romanizeEthiopic } from '../scripts/ethiopic.ts';

export const african: readonly Language[] = [
  /** The second name is the father's, a third one the grandfather's. */
  {
    id: 'amharic-latin',
    countries: 'et er',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:awit|iyot|essie|eyesus|mariam|selassie|gebre)/u,
    given:
      'abebech woldeselassie tsegereda tsehay zewditu aster kidist bethlehem henok biruk eyob daniel getachew girma alemayehu dawit hiwot abebe kebede selam tesfay almaz mulugeta tigist solomon yonas meseret bekele haile selamawit genet abel samuel mekonnen birhane tsegaye',
    family:
      'gobena woldu ghebremeskel tesfamichael negash shiferaw wondimu haile ayele desta tesfay tesfaye bekele kebede abebe alemu tadesse gebre girma wolde mengistu berhane hailu assefa mekonnen gebreyesus gebremedhin',
    familyNames: { first: 0.8, last: 0.18, joined: 0.01, separated: 0, hyphenated: 0.01 },
    familyNameCount: 2,
    spellings:
      'wmariam woldemariam wmariam weldemariam, wgiorgis woldegiorgis wgiorgis, wmichael woldemichael wmichael, wselassie woldeselassie wselassie, gmariam gebremariam gmariam, gmichael gebremichael gmichael, gmedhin gebremedhin gmedhin, gselassie gebreselassie gselassie, gegziabher gebreegziabher gegziabher, gkidan gebrekidan gkidan, gkristos gebrekristos gkristos, gmeskel gebremeskel gmeskel, gtsadik gebretsadik gtsadik, gyohannes gebreyohannes gyohannes, hmariam hailemariam hmariam, hmichael hailemichael hmichael, hgiorgis hailegiorgis hgiorgis, hselassie haileselassie hselassie, thaimanot teklehaimanot thaimanot, tmariam teklemariam tesfamariam tmariam, tmichael teklemichael tesfamichael tmichael, kmariam kidanemariam kmariam, zmariam zemariam zmariam',
    sharesNames: true,
  },
  /** Amharic and Tigrinya, letter by letter; frequent names as their bearers write them. */
  {
    id: 'ethiopic',
    countries: 'et er',
    familyNames: { first: 0.8, last: 0.18, joined: 0.01, separated: 0, hyphenated: 0.01 },
    familyNameCount: 2,
    spellings: `ዳዊት dawit david, ርግበ rigbe regbe, ሃይለ haile hayle, ሀይለ haile, ኃይለ haile, ሓይለ haile, ብርሃነ berhane birhane, ብርሀነ berhane birhane, ተኽለ tekle, ዮሃንስ yohannes yohanes, ዮሐንስ yohannes yohanes, ዮሓንስ yohannes yohanes, አህመድ ahmed, አሕመድ ahmed, መሐመድ mohammed muhammed, ሙሐመድ mohammed muhammed, ሙሀመድ mohammed muhammed, ሁሴን hussein hussen, ሀሰን hassan, ዓሊ ali, አሊ ali, ከድር kedir, ኑር nur, ኢብራሂም ibrahim, ፋጡማ fatuma, ዘይነብ zeyneb zeinab, አይሻ aisha, ለማ lemma lema, ካሳሁን kassahun kasahun, ካሳ kassa kasa, ጥሩነሽ tirunesh, ኢሳያስ isayas isaias, አፈወርቂ afewerki afwerki, ሚሊዮን million, አብርሃ abraha abreha, አብርሀ abraha abreha, ንግስቲ nigisti negisti, እስክንድር eskinder, ሰለሞን solomon, ቅድስት kidist kidest, ታምሩ tamiru tamru, ኤፍሬም ephrem efrem, ፍፁም fitsum fitsume, ፍጹም fitsum, ሐዱሽ hadush, ሃዱሽ hadush, ሀዱሽ hadush, ወልደገብርኤል weldegebriel woldegebriel weldegabriel, ገብርኤል gebriel gabriel, ሃና hana hanna, ሃብቶም habtom, ሀብቶም habtom, ሓጎስ hagos, ሃጎስ hagos, ክፍለ kifle, ክፍሌ kifle, ክብሮም kibrom, ፍሬ fre, ፍረ fre, ፍቅርተ fikirte, ፍቅርቴ fikirte, መለስ meles, መሓሪ mehari, መሃሪ mehari, ጸሃይ tsehay tsehai, ፀሐይ tsehay tsehai, ፀሀይ tsehay tsehai, ጸሓይ tsehay tsehai, ጸጋይ tsegay tsegai, ፀጋይ tsegay tsegai, ጸጋዬ tsegaye, ተስፋ tesfa, ተስፋሁን tesfahun, ብሩክ biruk bruk, ብርቱካን birtukan, ብርክቲ birikti brikti, ርእየ riye, ሮቤል robel, ሳምሶን samson, ሳሙኤል samuel, ኤርሚያስ ermias, ኤልያስ elias, ዘካርያስ zekarias, ዳንኤል daniel, ዳኒኤል daniel, ናትናኤል natnael, ናሆም nahom, ኖህ noah, ኢዮብ eyob, ዮሴፍ yosef joseph yoseph, ዮሴፍ yosef, ያሬድ yared, ጴጥሮስ petros, ጳውሎስ paulos pawlos, ፊሊጶስ philipos filipos, ቶማስ thomas tomas, ማቴዎስ mathewos matewos, ማርቆስ markos, ሉቃስ lukas, ቴዎድሮስ tewodros tedros, ቴድሮስ tedros, ቢንያም biniam binyam, ብንያም biniam binyam, ኪሮስ kiros, ኪዳን kidan, ኪዳኔ kidane, ጌትነት getnet, ጌቱ getu, ደረጀ dereje, ደሳለኝ desalegn, ድንቅነሽ dinknesh, ዘሪሁን zerihun, ዘውዱ zewdu, ዘውዲቱ zewditu, ያለምወርቅ yalemwork, የሺ yeshi, ይርጋ yirga, ይልማ yilma, ይሁን yihun, ገነት genet, ገብሬ gebre, ጎይቶም goitom, ሳባ saba, ሰምሃር semhar, ሰብለ seble, ሳህለ sahle, ስንታየሁ sintayehu, ሽመልስ shimelis, ሽፈራው shiferaw, ሽታዬ shitaye, በላይ belay, በላይነህ belayneh, በረከት bereket, በየነ beyene, ታሪኩ tariku, ተመስገን temesgen, ተፈራ tefera, ተሾመ teshome, ነጋሽ negash, ነብያት nebiat, ንጉሴ nigussie niguse, ንጉሤ nigussie niguse, አማረ amare, አስናቀ asnake, አስመላሽ asmelash, አስቴር aster, አርአያ araya, አሸናፊ ashenafi, አበራ abera, አባይ abay, አክሊሉ aklilu, አየነው ayenew, አዲስ addis, አያሌው ayalew, እንዳለ endale, እሸቱ eshetu, እመቤት emebet, ከፍያለው kefyalew, ወንድሙ wondimu, ወንድወሰን wondwossen wondwosen, ወሰን wossen, ወይንሸት woinshet, ወልዴ wolde, ወልዱ woldu weldu, ውብሸት wubshet, ዓለም alem, አለም alem, ዓለማየሁ alemayehu, አለማየሁ alemayehu, ዕቁባይ ukbay equbay, ርሻን rishan, ለተኪዳን letekidan, ለምለም lemlem, ሙሴ mussie muse, መሐሪ mehari, መንግስቱ mengistu, መንግሥቱ mengistu, መኮነን mekonen mekonnen, ምሕረት mihret mehret, ምህረት mihret mehret, ምንያህል minyahil, ማሞ mamo, ሰናይ senay, ሃይሌ haile, ሃይሉ hailu, ኣማኑኤል amanuel, ኣስመሮም asmerom, ኣለም alem, ኣበባ abeba, ኣርኣያ araya, ኣፈወርቂ afewerki, ኃይሌ haile, ሀይሌ haile, ሕይወት hiwot, አየለ ayele, ደስታ desta, ሰላም selam, ተስፋይ tesfay, ተስፋዬ tesfaye, አበበ abebe, ከበደ kebede, በቀለ bekele, ታደሰ tadesse tadese, አለሙ alemu, ዓለሙ alemu, ገብረ gebre, ግርማ girma, ወልደ wolde welde, መኮንን mekonnen, ሰሎሞን solomon, ዮናስ yonas, መሰረት meseret, ትዕግስት tigist tigest, አልማዝ almaz, ሙሉጌታ mulugeta, ብርሃኔ berhane birhane, ብርሃን birhan berhan, ዮሐንስ yohannes yohanes, ማርያም mariam maryam, ሃና hana hanna, ሀና hana hanna, ሐና hana hanna, ሳራ sara, ሄለን helen, ቤተልሔም betelhem bethlehem, ሚካኤል mikael michael, ገብርኤል gabriel gebriel, ተክለ tekle, ሀብታሙ habtamu, ኃይሉ hailu, ሀይሉ hailu, አሰፋ assefa asefa, ጌታቸው getachew, ጌታሁን getahun, ዘነበ zenebe, ፍቅር fikir, ፍቅሩ fikru, ሙሉ mulu, ራሄል rahel, ሩት ruth rut, ሊያ lia liya, ማህሌት mahlet, እየሩሳሌም eyerusalem, ሰናይት senait, ፍረወይኒ freweini, ኣብርሃም abraham abreham, አብርሃም abraham abreham, ኪዳነ kidane, መብራህቱ mebrahtu, ለተብርሃን letebrhan`,
    romanize: romanizeEthiopic,
    sharesNames: true,
  },
  {
    id: 'hausa',
    countries: 'ng ne',
    marks: 'ɓɗƙƴʼ',
    signs: /[ɓɗƙƴ]/u,
    given:
      'musa sani abdullahi ibrahim aisha hauwa fatima aminu bello usman garba yakubu zainab halima danjuma nasiru umar maryam ladi',
    family:
      'ibrahim abdullahi musa bello garba yusuf mohammed usman danjuma sule kofar-mata lawal abubakar shehu aliyu tanko',
    familyNames: { first: 0.62, last: 0.25, joined: 0.08, separated: 0.02, hyphenated: 0.03 },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
    spellings: 'hauwau hauwa hauwau, rabiu rabiu, shehu shehu, saadatu saadatu sadatu, aishatu aisha aishatu',
    sharesNames: true,
    familyNameCount: 2,
  },
  {
    id: 'igbo',
    countries: 'ng',
    marks: 'ịọụṅñáàéèíìóòúù\u0300\u0301\u0304',
    signs: /[ịụṅ]|^(?:chukwu|chi|ngoz|ife|nne|nwa|uche|obi|oke)\w+/u,
    given:
      'chukwudi ogechi nkem chibuike ebuka ifeoma obioma chukwuemeka ngozi chidinma ifeanyi chinedu chioma uchenna nnamdi obinna adaeze amaka emeka kelechi ikenna chinwe nneka ugochukwu somtochukwu',
    family:
      'okonkwo nwachukwu eze nwachukwu-eze uzor obi okafor okeke nwosu eze onyekachi okoro nnadi anyanwu chukwu ibe nwankwo',
    shortForms:
      'chukwuemeka emeka, chidinma chidi dinma, ifeanyi ify, chinedu nedu, chioma chi, uchenna uche, nnamdi nna, obinna obi, adaeze ada, nkechinyere nkechi, ugochukwu ugo, somtochukwu somto, onyekachi kachi, chukwudi chudi, ikechukwu ike, chinonso nonso, oluchi olu, kelechi kc, ogechukwu oge, chibuzor chibu, ebubechukwu ebube, nwakaego ego, amarachi amara, chinyere chy',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
    sharesNames: true,
  },
  /** Somali letters (c, x) or their English counterparts. */
  {
    id: 'somali',
    countries: 'so dj',
    familyPerMille: 'mohamed 80, ali 70, ahmed 60, hassan 50, abdi 50',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:cab|max|xas|cal|cum|xal)|aa|axa/u,
    given:
      'abdirahman abdullahi mohamed ahmed hassan fadumo amina halima ismail abdi cabdi maxamed faadumo xasan axmed cali yuusuf ismaaciil caasha hodan sahra cumar ayaan khadar',
    family:
      'farah jama nur yusuf omar cali xasan maxamed axmed warsame jaamac nuur faarax cumar abdi hassan mohamed ali',
    familyNames: { first: 0.55, last: 0.42, joined: 0.01, separated: 0.01, hyphenated: 0.01 },
    familyNameCount: 2,
    letterChoices: {
      'somali-letters': {
        english: { share: 0.75, letters: { c: '', x: 'h', aa: 'a', ee: 'e', ii: 'i', oo: 'o', uu: 'u' } },
        plain: { share: 0.25, letters: {} },
      },
    },
    spellings:
      'cabdi abdi cabdi, maxamed mohamed maxamed, xasan hassan xasan, cali ali cali, axmed ahmed axmed, faadumo fadumo faadumo fatuma, faduumo fadumo faduumo, caasha asha aisha caasha, cumar omar umar cumar, xuseen hussein xuseen, ismaaciil ismail ismaaciil, yuusuf yusuf yuusuf, faarax farah faarax, jaamac jama jaamac, nuur nur noor nuur, cabdullahi abdullahi cabdullahi, xaliimo halima xaliimo, cabdiraxmaan abdirahman cabdiraxmaan, sahra sahra, maxamuud mohamud maxamuud, cismaan osman cismaan, ibraahim ibrahim ibraahim, aadan adan aden aadan, cabdulaahi abdullahi, nuuradiin nuradin, xirsi hirsi xirsi, ciise isse ciise, cawad awad, daahir dahir daahir',
    sharesNames: true,
  },
  {
    id: 'swahili',
    countries: 'ke tz ug rw',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:mw[aeiou]|nj[aeiou]|wanj|wamb|wanga|nyamb|kip[a-z]{3}|kib[a-z]{3}|chep|och|oti|odh|omo[nl])/u,
    given:
      'wanjiru kariuki kimani ally abdallah mwajuma rashidi mohamed charles james samuel mary elizabeth agnes juma hamisi wanjiku neema mwanaisha kamau otieno achieng njoroge wambui mwangi asha zawadi baraka rehema salim bakari halima peter john grace esther faith joseph',
    family:
      'kamau mwangi otieno massawe mwinyi salim odhiambo wanjiru kariuki njoroge ochieng kimani mushi lyimo mrema hamisi juma mohamed omondi',
    familyNames: { first: 0.2, last: 0.74, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
    sharesNames: true,
  },
  /** ṣ as s or sh. Short forms are the last part of a name. */
  {
    id: 'yoruba',
    countries: 'ng',
    marks: 'ẹọṣáàéèíìóòúùńǹḿ\u0300\u0301\u0304',
    signs: /[ẹọṣ]|^(?:olu[wfsmty]|ade[bkwsy]|ayo[dmb]|baba[tj]|ola[wny]|ogun|temit|folas|abio|ibik)\w+/u,
    given:
      'adewale oluwakemi olusegun adeola bolanle kunle dayo gbenga yemi olanrewaju lanre sola folake ronke oluwaseun temitope folasade adebayo babatunde ayodele oluwatobi tunde segun kehinde taiwo bukola yetunde funmilayo olumide damilola ayomide titilayo abiodun femi',
    family:
      'ogunbanjo fálànà falana ogunlesi adekunle adesina oladipo oyelowo soyinka akinola adebayo akintola ayo-bello bello ogunleye adeyemi okafor adewale oyelaran balogun olawale afolabi adeleke ojo akande ogundipe bakare',
    letterChoices: {
      'yoruba-s': {
        s: { share: 0.72, letters: { ṣ: 's' } },
        sh: { share: 0.28, letters: { ṣ: 'sh' } },
      },
    },
    shortForms:
      'oluwaseun seun, temitope temi tope, folasade sade fola, babatunde tunde, ayodele ayo dele, oluwatobi tobi, olumide mide olu, damilola dami, ayomide ayo mide, funmilayo funmi, oluwatosin tosin, olusegun segun, oluwafemi femi, yetunde yety, titilayo titi, abiodun abi, adebayo bayo ade, oluwakemi kemi, adewale wale, olufemi femi, omolara lara, olayinka yinka, bukola bukky, adeola ade ola, olawale wale, kolawole kola, olanrewaju lanre, oluwadamilola dami damilola, modupe dupe, omotola tola, adetokunbo toks',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
    sharesNames: true,
    usualShortForms:
      'babatunde tunde, oluwaseun seun, oluwafemi femi, oluwatobi tobi, oluwakemi kemi, olusegun segun, adebayo bayo, adewale wale',
  },
  {
    id: 'zulu',
    countries: 'za sz',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:^[mn][dkgt]|khumalo|dlamini|lwana|zwe|lani|gani)/u,
    given:
      'bongani nomvula precious sipho thandi thabo nkosinathi zanele sibusiso lindiwe mandla nomsa themba nokuthula siyabonga ayanda',
    family:
      'khumalo zulu dlamini nkosi ndlovu sithole mkhize ngcobo mthembu zuma buthelezi cele gumede mthethwa shabalala',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
];
