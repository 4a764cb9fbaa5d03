import { onFirstUse } from '../../../first-use.ts';
import { readParts } from './known-parts.ts';

/** Syllables of Burmese names, as their bearers write them. */
export const burmeseSyllables = onFirstUse(() =>
  readParts(`
အောင် aung, ရင့် yint, ရိန် rein, သူရိန် thurein, ရည် yi, ထွေး htwe, သူရ thura, ဆု su, ထွေး htwe, ခိုင်း khaing, ပွား pwar, ပြေ pyay, ပြေသိမ်း pyaethein, သီတာ thida thidar, ကြူ kyu, ကျင်း kyin, ကြိုး kyo, ခေး khay, ခြယ် chel, ချူ chu, ဂျူး gyu, ဂျေ jay, ဇာလီ zarli, ဇမ် zam, ဉာဏ nyana, ဋီ ti, တင့် tint, တိုင်း taing, တွယ် twe, တောက် tauk, ထန်း htan, ထိ hti, ထင် htin, ထုတ် htoke, ဒေါ်လာ dollar, ဒေါန် don, နရီ nayi, နဒီ nadi, နိမ့် neint, နိုရာ nora, နှစ် hnit, ပယ် pe, ပုည punya, ပြာ pyar, ပြီး pyi, ဖန် phan, ဖက် phet, ဗလ bala, ဗန်း ban, ဗြူ byu, ဘီ bi, ဘောင် baung, ဘက် bet, မင် min, မိုင်း maing, မူယာ muyar, မျက် myet, မြူ myu, မြင် myin, မှူး hmu, မှုန် hmone, မွှေး hmwe, ယမုံ yamone, ယောင် yaung, ရတီ yati, ရွက် ywet, ရှား shar, ရှိုင်း shine, ရှု shu, လပြည့် lapyae, လိုလို lolo, လက် let, လူ lu, ဝေလ wayla, ဝိ wi, သဒ္ဒါ thadar, သန် than, သစ် thit, သာယာ tharyar, သွင် thwin, သုန် thone, သုခ thukha, သော်တာ thawtar, ဟန်သာ hanthar, ဟူး hoo, ဟေ hay, အမာ amar, အလင်း alin, အစ်မ ama, အုပ် oke, ဧ ei, ဧရာ ayeyar, ဩ aw, ဣ ei, အဂ္ဂ agga, အာ ar, အီ ee, ကျော် kyaw, မြင့် myint, ခင် khin, ဇော် zaw, ဇော zaw, မင်း min, စု su, သီဟ thiha, ဝင်း win, လှိုင် hlaing, ထွန်း tun htun,
စိုး soe, သူ thu, အေး aye, ဖြိုး phyo, နိုင် naing, မောင် maung, လွင် lwin, မျိုး myo, ဦး oo, သန်း than, တင် tin, သိန်း thein,
စန်း san, ညွန့် nyunt, ကြည် kyi, ခိုင် khaing, မာ mar, လင်း lin, ဇင် zin, ဇေယျာ zeyar zayar, ဟိန်း hein, ထက် htet,
ထူး htoo, ရဲ ye yair, ရန် yan, နေ nay ne, နန်း nan, နန္ဒာ nandar, နီ ni, နီလာ nilar, နွယ် nwe, ငြိမ်း nyein, ဉာဏ် nyan,
ဒေဝီ devi, သက် thet, သက်မွန် thetmon, သဇင် thazin, သန္တာ thandar,  သီရိ thiri, သင်း thin, သွယ် thwe thway, သော် thaw,
ဖေ phay pe, ဖုန်း phone, ဘ ba, ဘုန်း bhone phone, ဗိုလ် bo, မ ma, မော် maw, မေ may, မူ mu, မိုး moe, မိုးမိုး moemoe, မြ mya,
မြတ် myat, မွန် mon, မို့ mo, ယမင်း yamin, ယု yu, ယဉ် yin, ရွှေ shwe, ရီ yee yi, ရှင်း shin, ရှိန် shein, လတ် latt lat,
လှ hla, လေး lay, လဲ့ le, ဝါ wah war, ဝေ wai, ဝတ် wut, ဝင့် wint, ဟန် han, ဟန်နီ hanni, အိ ei, အိမ့် eaint, အေ aye, အုန်း ohn,
ဥ u, အိုး oo, စည်သူ sithu, စည် si, စံ san, စော saw, စောဝ် sao, ချမ်း chan, ချို cho, ချစ် chit, ချယ်ရီ cherry, ကို ko, ကိုကို koko,
ကောင်း kaung, ကောင်းကင် kaungkin, ကေ kay, ခ kha, ခန့် khant, ခမ်း kham, ခွန် khun, ငယ် nge, ငွေ ngwe, ဆု su hsu, ဆန်း san hsan,
ဆွေ swe, ဇာ zar, ဇာနည် zarni, ဇွန် zun, ဇွဲ zwe, တိုး toe, တုတ် toke, ထား htar, ထိန် htain, ဒီ di, ဒွေး dway, နု nu, နုနု nunu,
ပပ paing, ပိုင် paing, ပြည့် pyae pyi, ပြည် pyi, ပန်း pan, ပွင့် pwint, ဖြူ phyu, ဖူး phoo, ဗေဒါ baydar, ဘော် baw, မိ mi, မီးမီး meemee,
မွေး mway, မြန်မာ myanmar, သာ tha thar, သား thar, သဲ the, သိမ့် theint, သိင်္ဂီ theingi, သုတ thuta, သူဇာ thuzar, သျှမ်း shan, ဟေမာ haymar, ဟုန် hon,
ကလျာ kalyar, ချမ်းမြေ့ chanmyae, မြေ့ myae myay, စန္ဒာ sandar, စန္ဒီ sandi, ဆောင်း hsaung, တာ tar, ဒါ dar, နှင်း hnin, နှောင်း hnaung, ပု pu,
ဖွေး phway, ဘေဘီ baby, မဉ္ဇူ manju, ယွန်း yun, ရာ yar, ရတနာ yadanar, လီ lee, လမင်း lamin, ဝဏ္ဏ wanna wunna, ဝိုင်း wine, သော thaw, အရှင် ashin, အာကာ arkar,
ညီ nyi, ညို nyo, ဌေး htay, ယံ yan, ထွဋ် htut, ထွတ် htut, ထိုက် htaik, သိုက် thaik, ဇေ zay, အိမ် eain, ပြုံး pyone, သန့် thant, ကြီး kyi gyi, ကြိုင် kyaing, ကျင် kyin, ချိုး cho,
စိန် sein, စိုင်း sai sine, ဆိုင် sai, ဆက် set, တေဇ teza, တော် taw, ထန် htan, နိုး noe, ပေါ် paw, ပေါက် pauk, ဖိုး phoe, ဗညား banyar, ဘို bo, မြိုင် myaing, ရာဇာ yazar, ရောင် yaung,
လိုင်း line, လုံ lone, လုံး lone, ဝန် wun, သင် thin, သွေး thway, သောင်း thaung, သျှင် shin, အံ့ ant, ဣန္ဒြာ eindra, ဥမ္မာ ohnmar, ဟိန် hein, ဟောင် haung, မိုင် mai, စိမ့် seint, ခေါင် khaung, ကျန် kyan, ခက် khet
`),
);
