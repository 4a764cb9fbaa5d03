import type { Language } from '../../language.ts';
import { romanizeArabicAs } from '../../scripts/arabic-letters.ts';
import { withSameArabicLetters } from '../../scripts/arabic-words.ts';
import { spellingsIn } from '../../word-lists.ts';
import { arabicScript } from './arabic-script.ts';

const own = withSameArabicLetters(
  `محمد mohammad, احمد ahmad, علی ali, حسن hassan, حسین hussain, عبد abdul, عبدالله abdullah, سید sayed, غلام ghulam, گل gul, خان khan, آغا agha, شیر sher shir, نور noor, جان jan, ضیا zia, مسعود massoud masoud, فرهاد farhad, فرید farid, فریده farida, زهرا zahra, فاطمه fatima, مریم maryam mariam, لیلا laila leila, ملالی malalai, نرگس nargis, نسرین nasrin, شکریه shukria, حمیدالله hamidullah, نجیب najib, نجیب‌الله najibullah, امان aman, رحمت rahmat, رحمانی rahmani, احمدی ahmadi, احمدزی ahmadzai, محمدی mohammadi, حیدری haidari, حیدر haidar, کریمی karimi, رحیمی rahimi, نوری noori, صافی safi, هاشمی hashimi, یوسف yousuf, یوسفی yousufi, وردک wardak, پوپل popal, کرزی karzai, حقانی haqqani, قاسمی qasimi, قادری qaderi qadiri, صدیقی sediqi seddiqi, ابراهیم ibrahim, اسماعیل ismail, امیر amir, اشرف ashraf, غنی ghani, اکبر akbar, انور anwar, ایمل aimal, بصیر basir, بشیر bashir, جاوید jawid javid, حکمت hekmat, حکیم hakim, حمید hamid, خالد khalid, داود dawood daud, ذبیح zabih, رامین ramin, رشید rashid, روح roh, زلمی zalmai zalmay, سلیم salim, سمیع sami, شفیق shafiq, شکور shakoor, صبور saboor, طارق tariq, ظاهر zahir, عارف aref arif, عزیز aziz, عمر omar, فضل fazal fazl, فیض faiz, قدیر qadir, کبیر kabir, کریم karim, لطیف latif, مجیب mujib, میر mir, میرویس mirwais, نادر nader nadir, نعیم naeem naim, هارون haroon haroun, هدایت hedayat, وحید wahid, ولی wali, یما yama, یاسر yasir, پروین parwin, پشتون pashtoon, تورپیکی torpekai, زرغونه zarghona, سیما sima, ستاره setara, شبنم shabnam, شیما shima, صدف sadaf, ثریا suraya, رویا roya, غوث ghaws, نظر nazar, نظری nazari, امیری amiri, اکبری akbari, سلطانی sultani, سادات sadat, عظیمی azimi, فقیری faqiri, کاکر kakar, لودین lodin, مومند momand, مهمند mohmand, نایب nayeb, نبی nabi, یار yar, امین amin, امینی amini, حبیب habib, حبیبی habibi, شریفی sharifi, عباسی abbasi, مرادی moradi, مظفری muzafari, ناصری naseri, هزاره hazara, همدرد hamdard`,
);

/** Names of Afghanistan as their bearers write them; other words by letters, with vowels guessed. */
export const dariScript: Language = {
  id: 'dari-script',
  countries: 'af',
  foreignLetters: /[ٹڈڑںےہھ\u0670]/u,
  signs: /[پچژگیکټډړښڼځڅ]|(?:زی|زئی|وال|خیل)$/u,
  particles: { al: 0.84, bin: 0.06, bint: 0.04, ibn: 0.06 },
  givenNames: { first: 0.38, last: 0.1, joined: 0.48, separated: 0.02, hyphenated: 0.02 },
  // The first of two entries of a word counts.
  spellings: `${own}, ${arabicScript.spellings}`,
  romanize: romanizeArabicAs('dari', (word) => spellingsIn(dariScript, word)?.[0]),
  sharesNames: true,
};
