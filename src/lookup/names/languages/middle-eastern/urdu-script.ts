import type { Language } from '../../language.ts';
import { romanizeArabicAs } from '../../scripts/arabic-letters.ts';
import { withSameArabicLetters } from '../../scripts/arabic-words.ts';
import { spellingsIn } from '../../word-lists.ts';
import { arabicScript } from './arabic-script.ts';

const own =
  withSameArabicLetters(`محمد muhammad mohammad, احمد ahmed ahmad, علی ali, حسن hassan hasan, حسین hussain, عبد abdul, عبدالله abdullah, عبداللہ abdullah, رحمن rehman rahman, رحمان rehman rahman, سید syed, غلام ghulam, خان khan, بٹ butt, شیخ shaikh sheikh, قریشی qureshi, ملک malik, چوہدری chaudhry chaudhary, عمران imran, عثمان usman osman, بلال bilal, عائشہ ayesha aisha, فاطمہ fatima, ثنا sana, زینب zainab zaynab, اقبال iqbal, صدیقی siddiqui, انصاری ansari, جاوید javed jawed, ندیم nadeem, کامران kamran, عرفان irfan, سلیم saleem salim, طارق tariq, ہمایوں humayun, رشید rasheed rashid, حمزہ hamza, فیصل faisal, شاہ shah, علی ali, احمد ahmed ahmad, حسن hassan hasan, نیازی niazi, صدیقہ siddiqa, آصف asif, ارشد arshad, اسد asad, اسلم aslam, اشفاق ashfaq, اظہر azhar, اعجاز ejaz ijaz, افتخار iftikhar, افضل afzal, اکبر akbar, اکرم akram, امتیاز imtiaz, امجد amjad, انور anwar, انیس anees, اویس owais awais, ایاز ayaz, بابر babar, بشیر bashir, تنویر tanveer tanvir, تیمور taimoor taimur, ثاقب saqib, جمال jamal, جمشید jamshed, جنید junaid, حارث haris, حافظ hafiz, حامد hamid, خالد khalid, خرم khurram, خورشید khurshid, دانش danish, ذوالفقار zulfiqar, راحیل raheel, راشد rashid, رضا raza, رضوان rizwan, رمضان ramzan, ریاض riaz, زاہد zahid, زبیر zubair, زین zain, ساجد sajid, سرفراز sarfraz, سعد saad, سعید saeed, سلطان sultan, سلمان salman, سمیع sami, سہیل sohail, شاہد shahid, شاہین shaheen, شبیر shabbir, شفیق shafiq, شکیل shakeel, شہباز shahbaz, شہزاد shahzad, شعیب shoaib, صادق sadiq, صفدر safdar, ضیاء zia, طلحہ talha, طاہر tahir, ظفر zafar, ظہیر zaheer, عابد abid, عادل adil, عارف arif, عاصم asim, عاطف atif, عامر aamir amir, عباس abbas, عدنان adnan, عزیز aziz, عمر umar omar, فاروق farooq, فراز faraz, فرحان farhan, فہد fahad, فیاض fayyaz, فیض faiz, قاسم qasim, قمر qamar, کاشف kashif, کریم karim kareem, کلیم kaleem, گل gul, لطیف latif, ماجد majid, محسن mohsin, محمود mahmood mehmood, مختار mukhtar, مدثر mudassar, مراد murad, مسعود masood, مشتاق mushtaq, مصطفیٰ mustafa, مصطفی mustafa, معاذ muaz maaz, منصور mansoor, منظور manzoor, مہدی mehdi, نادر nadir, ناصر nasir, نبیل nabeel, نذیر nazir, نعمان noman nauman, نعیم naeem, نواز nawaz, نوید naveed, واجد wajid, وحید waheed, وسیم waseem wasim, وقاص waqas, وقار waqar, ولید waleed, یاسر yasir, یعقوب yaqoob, یوسف yousaf yousuf, یونس younis younas,
    آمنہ amna amina, ارم iram, اقراء iqra, انعم anum, بشریٰ bushra, بینش beenish, ثمینہ samina, جویریہ javeria, حنا hina, حرا hira, خدیجہ khadija, رابعہ rabia, رخسانہ rukhsana, ریحانہ rehana, زارا zara, زہرا zahra, سائرہ saira, سدرہ sidra, سعدیہ sadia, سمیرا sumaira samira, شازیہ shazia, شائستہ shaista, صائمہ saima, صبا saba, طاہرہ tahira, عظمیٰ uzma, عنبرین ambreen, غزالہ ghazala, فائزہ faiza, فرح farah, فرزانہ farzana, فوزیہ fouzia fauzia, کرن kiran, کومل komal, ماریہ maria, ماہ mah, مہوش mehwish, مریم maryam, نازیہ nazia, نادیہ nadia, نسرین nasreen, نورین noreen, ہما huma, یاسمین yasmin yasmeen, مسرت musarrat, ناہید naheed, پروین parveen, شمیم shamim,
    بیگ baig, بخاری bukhari, بلوچ baloch, بھٹی bhatti, بھٹو bhutto, ترین tareen, جٹ jutt, چیمہ cheema, خٹک khattak, درانی durrani, راجہ raja, راجپوت rajput, رانا rana, رضوی rizvi, زیدی zaidi, سومرو soomro, سیال sial, شیرازی sherazi, عباسی abbasi, علوی alvi, غنی ghani, فاروقی farooqi, قادری qadri, قاضی qazi, کاظمی kazmi, کھوکھر khokhar, گیلانی gilani, گجر gujjar, گوندل gondal, لغاری leghari, لودھی lodhi, مغل mughal, مرزا mirza, میاں mian, میمن memon, میر mir, نقوی naqvi, نقشبندی naqshbandi, ہاشمی hashmi, وڑائچ warraich, یوسفزئی yousafzai, آفریدی afridi, اعوان awan, بنگش bangash, جعفری jafri, چغتائی chughtai, ڈار dar, سیٹھی sethi, شنواری shinwari, گھمن ghumman, کیانی kayani, حسینی hussaini, ملتانی multani, الٰہی elahi`);

/** Names of Pakistan as their bearers write them; other words by letters, with vowels guessed. */
export const urduScript: Language = {
  id: 'urdu-script',
  countries: 'pk',
  foreignLetters: /[ټډړښڼ]/u,
  signs: /[ٹڈڑںےہھپچژگیک]/u,
  particles: { al: 0.84, bin: 0.06, bint: 0.04, ibn: 0.06 },
  givenNames: { first: 0.7, last: 0.08, joined: 0.18, separated: 0.02, hyphenated: 0.02 },
  // The first of two entries of a word counts.
  spellings: `${own}, ${arabicScript.spellings}`,
  romanize: romanizeArabicAs('urdu', (word) => spellingsIn(urduScript, word)?.[0]),
  sharesNames: true,
};
