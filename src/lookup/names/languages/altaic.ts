import type { Language } from '../language.ts';
import { cyrillicLetters } from '../letters.ts';
import { romanizeSorani } from '../scripts/sorani.ts';
import { readLetters } from '../word-lists.ts';

export const altaic: readonly Language[] = [
  /** Letters without marks, the English way (ş as sh, c as j), and by way of Russian. */
  {
    id: 'azerbaijani',
    countries: 'az',
    marks: 'çəğıiöşü\u0307',
    signs: /ə|[çğışöü].*(?:[oe]va?)$|(?:zadə|zade|oğlu|qızı|yev|yeva)$/u,
    familyEndings: /(?:[oe]va?|zad[əe]|l[ıiu])$/u,
    given:
      'nicat ceyhun xəyal vüqar qurban çingiz şəhriyar gülnarə rövşən fuad emin samir murad aytən lalə könül nərgiz zaur elvin günel fidan əli ali günay gunay cavid javid rəşad elçin elchin leyla nigar aygün aysel vüsal vusal kamran ilham tural fərid elnur sevda ülviyyə ramin anar rauf orxan',
    family:
      'məmmədov mammadov əliyev aliyev hüseynov huseynov hüseynova həsənov hasanov quliyev guliyev qasımov gasimov ibrahimov rəhimov cəfərov ismayılov süleymanov abbasov',
    letters: { ə: 'a' },
    spellings:
      'məhəmməd mahammad muhammad mohammad mammad, ismayılov ismayilov ismailov, ismayıl ismayil ismail, ibrahim ibrahim, leyla leyla leila',
    letterChoices: {
      'azerbaijani-c': {
        j: { share: 0.62, letters: { c: 'j' } },
        c: { share: 0.38, letters: {} },
      },
      'azerbaijani-q': {
        g: { share: 0.64, letters: { q: 'g' } },
        q: { share: 0.36, letters: {} },
      },
      'azerbaijani-sh': {
        sh: { share: 0.82, letters: { ş: 'sh', ç: 'ch' } },
        s: { share: 0.18, letters: { ş: 's', ç: 'c' } },
      },
      'azerbaijani-x': {
        kh: { share: 0.78, letters: { x: 'kh' } },
        x: { share: 0.22, letters: {} },
      },
      'azerbaijani-gh': {
        gh: { share: 0.55, letters: { ğ: 'gh' } },
        g: { share: 0.45, letters: { ğ: 'g' } },
      },
      'azerbaijani-a': {
        a: { share: 0.82, letters: { ə: 'a' } },
        'final-e': { share: 0.08, letters: { ə: 'a', ə$: 'e' } },
        e: { share: 0.1, letters: { ə: 'e' } },
      },
    },
  },
  /** Kazakh names that were romanised already. */
  {
    id: 'kazakh-latin',
    countries: 'kz',
    signs: /(?:bayev|bayeva|baeva|baev|gali|gul|uly|kyzy|bekov|bekova|khanov|ganov)$/u,
    given:
      'yerzhan nursultan aigul aigerim yerlan nurlan askar serik baurzhan dinara gulnara aliya madina timur assel asel zhanar daulet aizhan arman alibek daniyar marat kairat bolat saule zhanna dana yerbol temirlan dauren',
    family:
      'akhmetov ospanov suleimenov nurmagambetov nurmagambetova zhumabayev zhumabayeva kassymov kasymov iskakov omarov ibrayev tokayev nazarbayev abdrakhmanov sadykov',
    familyEndings: /(?:[oe]va?)$/u,
    spellings:
      'yerzhan yerzhan erzhan, yerlan yerlan erlan, yerbol yerbol erbol, aigul aigul aygul, aigerim aigerim aygerim, assel assel asel, kassymov kassymov kasymov',
  },
  /** As in passports, and by way of Russian. */
  {
    id: 'kazakh',
    countries: 'kz',
    signs: /[әғқңөұүһ]/u,
    familyEndings: /(?:[ое]ва?)$/u,
    given:
      'ержан нұрсұлтан айгүл айгерім ерлан нұрлан асқар серік бауыржан динара гүлнара алия мадина тимур ержан әсел әлия жанар дәулет',
    family:
      'әбдірахманов жұмабаева нұрғалиев сейітқалиев омаров ахметов оспанов сулейменов жұмабаев қасымов әлиев ибраев',
    listedFamilyFirst: true,
    letters: {
      ...cyrillicLetters,
      ...readLetters('ә a, ғ g, қ k, ң n, ө o, ұ u, ү u, һ h, і i, ай ai, ей ei, баева bayeva, баев bayev'),
    },
    letterChoices: {
      'kazakh-bayev': {
        y: { share: 0.6, letters: { аев: 'ayev' } },
        e: { share: 0.4, letters: { аев: 'aev' } },
      },
      'kazakh-ai': {
        i: { share: 0.82, letters: { ай: 'ai', ей: 'ei' } },
        y: { share: 0.18, letters: { ай: 'ay', ей: 'ey' } },
      },
      'kazakh-zh': {
        zh: { share: 0.84, letters: {} },
        j: { share: 0.16, letters: { ж: 'j' } },
      },
      'kazakh-q': {
        k: { share: 0.9, letters: {} },
        q: { share: 0.1, letters: { қ: 'q' } },
      },
      'kazakh-s': {
        s: { share: 0.72, letters: {} },
        ss: {
          share: 0.28,
          letters: { асы: 'assy', осы: 'ossy', есе: 'esse', аса: 'assa', ысо: 'ysso', ісо: 'isso' },
        },
      },
      'kazakh-i': {
        kept: { share: 0.7, letters: {} },
        russian: { share: 0.3, letters: { діра: 'dra', ұ: 'u', қ: 'k' } },
      },
    },
    spellings:
      'әбдірахманов abdrakhmanov abdirakhmanov, әсел assel asel, қасымов kassymov kasymov qasymov, қасымова kassymova kasymova qasymova, есенов yessenov yesenov, асылбек assylbek asylbek, әсем assem asem,  ержан yerzhan erzhan, ерлан yerlan erlan, ербол yerbol erbol, әлия aliya alia, алия aliya alia, мадина madina, айгерім aigerim aygerim, динара dinara, нұрсұлтан nursultan, серік serik',
  },
  /** Sorani Kurdish: names as their bearers write them; other words by letters, which are vowels as well. */
  {
    id: 'kurdish-script',
    countries: 'krd',
    signs: /[ەێۆڵڕ]|ه\u200c|^ئ/u,
    given:
      'چنار نیگار هاوژین شوان ژیان ژین ژیار ژوان دلشاد چیا کاروان هیوا زانیار شیلان چرا نەسرین پەیمان هێمن شیرین ئارام ئازاد',
    givenNames: { first: 0.6, last: 0.1, joined: 0.26, separated: 0.02, hyphenated: 0.02 },
    familyNames: { first: 0.5, last: 0.42, joined: 0.05, separated: 0.01, hyphenated: 0.02 },
    spellings: `محەمەد mohammed muhammad mohammad, محمد mohammed muhammad, محەممەد mohammed muhammad, ئەحمەد ahmed ahmad, عەلی ali, حەسەن hassan hasan, حوسێن hussein hussain, حسێن hussein hussain, حوسەین hussein hussain, عومەر omar omer umar, عوسمان othman osman, مستەفا mustafa mustefa, ئیبراهیم ibrahim ebrahim, برایم braim ibrahim, ئیسماعیل ismail ismael, سمایل smail ismail, عەبدوڵڵا abdulla abdullah, عەبدوڵا abdulla abdullah, عەبدوللا abdulla abdullah, عەبدولڕەحمان abdulrahman abdurrahman, عەبدولکەریم abdulkarim abdulkareem, عەبدولقادر abdulqadir abdulqader, عەبدولعەزیز abdulaziz, عەبدول abdul, کەریم karim kareem, ڕەحیم rahim raheem, ڕەحمان rahman, عەزیز aziz azeez, ساڵح salih saleh, یوسف yousif yusuf yousef, یووسف yousif yusuf, یونس younis yunis, خالید khalid khaled, خالد khalid khaled, سەعید saeed said, مەحمود mahmood mahmoud, مەحموود mahmood mahmoud, ڕەسوڵ rasul rasool, قادر qadir qader, ئەمین amin ameen, ئەمیر amir ameer, جەمال jamal, جەلال jalal, حەمید hamid hameed, حامید hamid, ڕەشید rashid rasheed, سەلیم salim saleem, فەرەج faraj, نوری noori nuri, نووری noori nuri, مەجید majeed majid, تاهیر tahir taher, تەها taha, عارف arif aref, لەتیف latif lateef, شەریف sharif sherif, فەتاح fatah fattah, ڕەئوف raouf rauf, ڕەزا raza reza, حاجی haji, مەلا mala mela, شێخ sheikh shekh, سەید sayed, یەحیا yahya, زەکی zaki, سامی sami, سەباح sabah, سەلام salam, سەردار sardar, سەروەر sarwar, سەرکەوت sarkawt, سەڵاحەددین salahaddin, نەجات najat, نەجم najm, نەجمەدین najmadin najmaddin, نەوزاد nawzad, نەوشیروان nawshirwan, فوئاد fuad fouad, فەرهاد farhad, فازڵ fazil fadhil, فایەق fayaq faiq, کامەران kamaran, کەمال kamal, قاسم qasim, ناسر nasir, نادر nadir, مەنسور mansour mansoor, مەسعود masoud masood, مەسرور masrour, نێچیرڤان nechirvan, مەعسوم masum, موسا musa mousa, عیسا isa essa, هاشم hashim, جەبار jabbar jabar, جەعفەر jafar, جاسم jasim jassim, ڕەمەزان ramadan ramazan, ڕەفیق rafiq, تۆفیق tofiq tawfiq, تەوفیق tawfiq tofiq, ژیان zhyan jiyan zhian jyan, ژین zhin jin, ژیار zhyar jyar, ژیلا zhila jila, ژاڵە zhala jala, ژوان zhwan jwan, هەڵۆ halo hallo, هێمن hemin hemn, هیوا hiwa hewa, ڕۆژ rozh roj, ڕۆژان rozhan rojan, ڕۆژین rozhin rojin, ڕۆژگار rozhgar rojgar, ڕێبوار rebwar, ڕێبین rebin, ڕێکار rekar, ڕێزان rezan, ئارام aram, ئازاد azad, ئاسۆ aso, ئاکۆ ako, ئاوات awat, ئاراس aras, ئارێز arez, ئەڤین avin aveen, ئاڤان avan, کاوە kawa, کاروان karwan, شوان shwan, شاخەوان shakhawan, شێرکۆ sherko shirko, شێرزاد sherzad, شنە shna, شەهلا shahla, بەختیار bakhtiar bakhtyar, بەرهەم barham, بێستون bestoon bestun, بەناز banaz, بێکەس bekas, پەیمان payman paiman, پێشەوا peshawa, پەروین parwin parween, چیا chya chia, چنار chnar chinar, چرا chra, دلێر dler diler, دلشاد dilshad, دیاکۆ diako dyako, دیار diyar dyar, دەریا darya, خەندە khanda, گەلاوێژ galawezh, گۆران goran, تریفە trifa, لانە lana, لەیلا layla laila, مژدە mzhda mizhda, نازەنین nazanin, نەسرین nasrin nasreen, نەرمین narmin narmeen, نیگار nigar, نیشتیمان nishtiman, هەورامی hawrami, هاوکار hawkar, هاوژین hawzhin hawjin, هاوڕێ hawre hawree, هانا hana, وریا wrya wria, زانا zana, زانیار zanyar, زریان zryan zrian, سۆزان sozan, سامان saman, سیروان sirwan, سوارە swara, ساکار sakar, سازان sazan, شیلان shilan, شیرین shirin shereen, شەونم shawnm shawnim, تارا tara, توانا twana, بەرزنجی barzinji barzanji, تاڵەبانی talabani, بارزانی barzani, زێباری zebari, دزەیی dizayee dizayi, سۆرانی sorani, خۆشناو khoshnaw, سورچی surchi, باجەلان bajalan, بابان baban, جاف jaf, شارەزوری sharazuri, سلێمانی slemani sulaimani, هەولێری hawleri hewleri, کۆیی koyi, بەرواری barwari, عەزەت izzat ezat, عزەت izzat ezat, ئاغا agha, قەرەداغی qaradaghi, جوتیار jutyar jotyar, لوقمان luqman loqman, ڕەوا rawa, ڕاز raz, ڕابەر rabar, ڕامیار ramyar, بڕوا brwa, ڤیان vian vyan, ڤینۆس venus, بەهار bahar, خونچە khuncha, سوعاد suad, فاتیمە fatima, مەریەم maryam mariam, زەینەب zainab zaynab, ئامینە amina, ئامێنە amina, عائیشە aisha, نەبەز nabaz, کۆسار kosar, کوردۆ kurdo, کوردستان kurdistan`,
    romanize: romanizeSorani,
    sharesNames: true,
  },
  /** Letters without marks, and the Arabic or English forms of the same names. */
  {
    id: 'kurdish',
    countries: 'krd iq',
    marks: 'çêîşû',
    signs: /[êîû]/u,
    given:
      'soran kawa dlovan rojîn rojin shwan rebin hemin ari diyar aram sirwan nergiz helin rêzan rezan dilşad dilshad azad hêvî hevi rojda berîvan berivan serdar baran zîlan zilan şîlan karwan hiwa shilan sherzad',
    family:
      'karim hawrami barwari zebari kurdi şêxo sheikhani jaf ehmed mistefa xalid hesen huseyin elî barzani talabani omer mahmud resul salih',
    familyNames: { first: 0.62, last: 0.3, joined: 0.05, separated: 0.01, hyphenated: 0.02 },
    letterChoices: {
      'kurdish-letters': {
        english: { share: 0.65, letters: { ş: 'sh', ç: 'ch', x: 'kh' } },
        plain: { share: 0.35, letters: { ş: 's', ç: 'c' } },
      },
    },
    spellings:
      'ehmed ahmed ehmed ahmad, mistefa mustafa mistefa, hesen hassan hesen, huseyin hussein huseyin, mihemed mohammed mihemed, xalid khalid xalid, elî ali eli, omer omar omer, resul rasul resul, dilşad dilshad dilsad',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
    sharesNames: true,
  },
  {
    id: 'kyrgyz',
    countries: 'kg',
    signs: /[өүң]|(?:бек|бекова|бекович|улуу|кызы|[ое]ва?)$/u,
    familyEndings: /(?:[ое]ва?)$/u,
    given: 'бекзат айбек нурбек азамат эркин айнура жылдыз чынара гүлзат таалай улан',
    family: 'токтогулов осмонов асанов жумабеков абдылдаев исаков мамытов',
    listedFamilyFirst: true,
    letters: { ...cyrillicLetters, ж: 'j', ң: 'n', ө: 'o', ү: 'u' },
    letterChoices: {
      'kyrgyz-ai': {
        i: { share: 0.56, letters: { ай: 'ai', ей: 'ei', ой: 'oi', уй: 'ui' } },
        y: { share: 0.44, letters: {} },
      },
      'kyrgyz-kh': {
        kh: { share: 0.8, letters: {} },
        h: { share: 0.2, letters: { х: 'h' } },
      },
      'kyrgyz-j': {
        j: { share: 0.6, letters: { ж: 'j' } },
        zh: { share: 0.4, letters: { ж: 'zh' } },
      },
    },
  },
  {
    id: 'mongolian-latin',
    countries: 'mn',
    marks: '',
    signs: /(?:tsetseg|bileg|erdene|baatar|jargal|tuya|munkh|ganbat|dorj|bayar|bold$)/u,
    given:
      'tserendorj ganbold batbold enkhbold otgonbayar sukhbaatar tsogt nomin oyun saikhan erdenebat bold munkhbat oyunbileg sarangerel batbayar ganbat enkhtuya narantuya bayarmaa altantsetseg temuujin ganzorig bat dorj',
    family: 'dorj munkhbat bat bold ganbat tseren',
    familyFirst: true,
    fatherInitials: true,
    sharesNames: true,
  },
  /** MNS 5217:2012, and common use. The father's name, often an initial, stands before the given name. */
  {
    id: 'mongolian',
    countries: 'mn',
    signs:
      /(?:гэрэл|баатар|цэцэг|чимэг|дорж|жаргал|эрдэнэ|мөнх|юу|(?:аа|ээ|оо)(?!.*(?:ов|ев|ова|ева)$)|бат$|ийн$|ын$|уны$|иний$)|[өү]/u,
    familyEndings: /(?:ын|ийн|[аиоуөүя]н(?:ы|ий))$/u,
    given:
      'сарангэрэл болд ганбат батбаяр энхтуяа нарантуяа оюунбилэг мөнхбат дорж алтанцэцэг баярмаа бат ганзориг тэмүүжин тэмүүлэн оюун оюунаа энхжин ганбаяр батаа цэцэг сарнай нямдорж тулга төгөлдөр мөнхзул номин ууганбаяр баатар ганболд энхболд цэцэгмаа долгормаа нямаа оюунмаа алтанмаа сувдмаа дэлгэрмаа ариунаа ариунзаяа энхмаа мөнхцэцэг болормаа болорчимэг уянга солонго сүхбаатар отгонбаяр отгонтуяа өлзийбаяр өлзий энхбаяр батбаатар гантулга төмөр түвшин дөлгөөн ундрах ундрал',
    family: 'бат дорж болд мөнхбат ганбат цэрэн',
    // The father's name, in the genitive, is said first.
    familyFirst: true,
    fatherInitials: true,
    letters: {
      ...cyrillicLetters,
      ...readLetters(`
        е ye, ж j, й i, ө u, ү u, ь i, ийн$, иагийн$ ia, аагийн$ aa, ээгийн$ ee, оогийн$ oo, яагийн$ yaa,
        ын$, ний$ n, ны$ n`),
    },
    letterChoices: {
      'mongolian-oyun': {
        yu: {
          share: 0.75,
          letters: readLetters(`
            оюунч oyunch, оюунб oyunb, оюунэ oyune, оюунг oyung, оюунд oyund, оюунт oyunt, оюунс oyuns,
            оюунж oyunj, оюунз oyunz, оюунм oyunm`),
        },
        yuu: {
          share: 0.25,
          letters: readLetters(`
            оюунч oyuunch, оюунб oyuunb, оюунэ oyuune, оюунг oyuung, оюунд oyuund, оюунт oyuunt,
            оюунс oyuuns, оюунж oyuunj, оюунз oyuunz, оюунм oyuunm`),
        },
      },
      'mongolian-oe': {
        u: { share: 0.72, letters: { ө: 'u' } },
        o: { share: 0.28, letters: { ө: 'o' } },
      },
      'mongolian-ya': {
        ya: { share: 0.65, letters: { яа$: 'ya' } },
        yaa: { share: 0.35, letters: { яа$: 'yaa' } },
      },
      'mongolian-kh': {
        kh: { share: 0.75, letters: { х: 'kh' } },
        h: { share: 0.25, letters: { х: 'h' } },
      },
    },
    shortForms: 'sarangerel saraa, bayarmaa bayra, ganbat ganaa, enkhtuya enkhee',
    sharesNames: true,
  },
  {
    id: 'tajik',
    countries: 'tj',
    signs: /[ӣӯҷ]|(?:[ое]ва?|зода)$/u,
    familyEndings: /(?:[ое]ва?|зода)$/u,
    given: 'рустам фирдавс ҷамшед шаҳло мадина фарҳод исмоил баҳром',
    family: 'раҳмонов назаров шарифов саидов каримов холов',
    listedFamilyFirst: true,
    letters: { ...cyrillicLetters, ғ: 'gh', ӣ: 'i', қ: 'q', ӯ: 'u', ҳ: 'h', ҷ: 'j' },
    letterChoices: {
      'tajik-q': {
        q: { share: 0.6, letters: { қ: 'q' } },
        k: { share: 0.4, letters: { қ: 'k' } },
      },
      'tajik-h': {
        h: { share: 0.6, letters: { ҳ: 'h' } },
        kh: { share: 0.4, letters: { ҳ: 'kh' } },
      },
    },
  },
  {
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
  },
  {
    id: 'uzbek-cyrillic',
    countries: 'uz',
    signs: /[ўқғҳ]/u,
    familyEndings: /(?:[ое]ва?)$/u,
    given: 'ғайрат шавкат ўткир бахтиёр алишер дилшод нодира гулнора жасур улуғбек санжар фарҳод азиз',
    family: 'юсупов каримов рахимов тошматов исмоилов хўжаев ғуломов қодиров усмонов набиев',
    listedFamilyFirst: true,
    letters: { ...cyrillicLetters, ғ: 'g', ж: 'j', қ: 'q', ў: 'o', ҳ: 'h', ы: 'i' },
    letterChoices: {
      'uzbek-q': {
        q: { share: 0.55, letters: { қ: 'q', х: 'kh' } },
        k: { share: 0.45, letters: { қ: 'k', х: 'kh' } },
      },
      'uzbek-h': {
        h: { share: 0.72, letters: { ҳ: 'h' } },
        kh: { share: 0.28, letters: { ҳ: 'kh' } },
      },
      'uzbek-o': {
        o: { share: 0.6, letters: { ў: 'o' } },
        u: { share: 0.4, letters: { ў: 'u' } },
      },
      'uzbek-ay': {
        ay: { share: 0.78, letters: { ай: 'ay' } },
        ai: { share: 0.22, letters: { ай: 'ai' } },
      },
    },
  },
  {
    id: 'uzbek',
    countries: 'uz',
    marks: '’ʻ',
    signs: /ʻ|(?:jon|bek|boy|jayev|ulomov|ovna)$/u,
    familyEndings: /(?:[oe]va?)$/u,
    given:
      'baxtiyor bakhtiyor jahongir sherzod bekzod azizbek oybek doniyor sevara malika nilufar feruza gulchehra umida laylo otabek otkir dilnoza alisher dilshod nodira gulnora jasur ulugbek sanjar farhod aziz bobur shahnoza zulfiya rustam sardor shavkat',
    family:
      'xolmatov tursunov saidov mirzayev ergashev umarov sobirov yoldoshev hamidov xojayev gulomova gulomov karimov rahimov toshmatov ismoilov yusupov qodirov usmonov nabiyev abdullayev',
    letterChoices: {
      'uzbek-x': {
        x: { share: 0.6, letters: { x: 'x' } },
        kh: { share: 0.4, letters: { x: 'kh' } },
      },
      'uzbek-q': {
        q: { share: 0.78, letters: {} },
        k: { share: 0.22, letters: { q: 'k' } },
      },
      'uzbek-yev': {
        y: { share: 0.76, letters: {} },
        plain: { share: 0.24, letters: { iyev$: 'iev', iyeva$: 'ieva', ayev$: 'aev', ayeva$: 'aeva' } },
      },
    },
    spellings:
      'otkir otkir utkir, yoldoshev yoldoshev yuldashev yuldoshev, yoldosheva yoldosheva yuldasheva yuldosheva, oktam oktam uktam, ozbek ozbek uzbek, gofur gofur gafur, gulom gulom gulam, tolqin tolqin tulkin, tora tora tura, toraev toraev turaev, torayev torayev turaev, jorayev jorayev juraev djuraev, jorayeva jorayeva juraeva, boboyev boboyev babaev, rozi rozi ruzi, ozod ozod azad, shohrux shohrux shohrukh, shahnoza shahnoza shakhnoza, mohira mohira mokhira, nodir nodir nadir, ismoil ismoil ismail, ibrohim ibrohim ibragim, abdulla abdulla, muhammad muhammad mukhammad, xojayev xojayev khodjaev khojaev xojaev, ogabek ogabek, olmas olmas, orol orol urol',
  },
];
