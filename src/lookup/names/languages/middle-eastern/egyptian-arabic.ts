import type { Language } from '../../language.ts';
import { romanizeArabicAs } from '../../scripts/arabic-letters.ts';
import { withSameArabicLetters } from '../../scripts/arabic-words.ts';
import { spellingsIn } from '../../word-lists.ts';
import { arabicScript } from './arabic-script.ts';

const own = withSameArabicLetters(
  `ال el al, محمد mohamed mohammed, أحمد ahmed, محمود mahmoud, مصطفى mostafa mustafa, خالد khaled, يوسف youssef yousef, عبد abdel, عبدالرحمن abdelrahman abdulrahman, عبدالله abdallah abdullah, إبراهيم ibrahim, جمال gamal, جابر gaber, جلال galal, شريف sherif, عمرو amr, عمر omar, طارق tarek, هاني hany, سامي samy, رامي ramy, فادي fady, شادي shady, مجدي magdy, حمدي hamdy, يسري yousry, صبري sabry, فوزي fawzy, رمزي ramzy, لطفي lotfy, شوقي shawky, صبحي sobhy, فتحي fathy, حسين hussein, حسن hassan, علي aly ali, فاطمة fatma, منى mona, نهى noha, هبة heba, إيمان eman, أسماء asmaa, شيماء shaimaa, دعاء doaa, آية aya, ياسمين yasmin yasmine, كريم karim kareem, وائل wael, عصام essam, أشرف ashraf, أيمن ayman, حاتم hatem, فاروق farouk, رمضان ramadan, شعبان shaaban, سليمان soliman, عثمان osman, مرسي morsy, سيد sayed, نجار naggar, جندي gendy, حجازي hegazy, شافعي shafei, مصري masry, جوهري gohary, بنا banna, شناوي shenawy shennawy, منصور mansour, حسني hosny, مدحت medhat, رفعت refaat, طلعت talaat, بهجت bahgat, عزت ezzat, ثروت tharwat sarwat, نبيل nabil, عادل adel, سمير samir, منير mounir, مينا mina, جرجس gerges girgis, بيشوي bishoy, كيرلس kyrillos kerolos, مريم mariam maryam, مروة marwa, رشا rasha, إنجي engy, داليا dalia, نرمين nermin nermeen, سلمى salma, ندى nada, عماد emad, علاء alaa, هشام hesham hisham, حازم hazem, ياسر yasser, وليد walid waleed, تامر tamer, زكي zaki zaky, شحاتة shehata, عطية attia, حنفي hanafy, بدوي badawy, قاضي kady, فقي feky, عيسى eissa issa, موسى moussa, فؤاد fouad, سعد saad, بكري bakry, رجب ragab, خليفة khalifa, عوض awad, غريب gharib, طنطاوي tantawy, برادعي baradei, سيسي sisi, جمعة gomaa, جاد gad, جبر gabr, جودة gouda, جميل gamil gameel, جميلة gamila, جيهان gehan jihan, نجيب naguib nagib, نجيبة nagiba, نجلاء naglaa, نجوى nagwa, ناجي nagy, هاجر hagar, خديجة khadiga khadija, رجاء ragaa, مجاهد megahed, جلبي galabi, جابري gabry, مرجان morgan, جاسر gasser, تاج tag, سراج serag, حجاج haggag, فرج farag, ماجد maged, ماجدة magda, أمجد amgad, سجى saga, إبتسام ebtesam, إسلام islam eslam, إسراء esraa israa, آلاء alaa, إبراهيم ibrahim, دسوقي desouky desouki, شربيني sherbiny, منشاوي menshawy, عشماوي ashmawy, شرقاوي sharkawy, غندور ghandour, بسيوني bassiouny, عزب azab, زيات zayat, ديب deeb, صاوي sawy, حسيني husseiny, سنوسي senousy, حلواني halwany, نحاس nahas, حداد haddad, خولي kholy, ليثي leithy, عدوي adawy, بيومي bayoumy, مغربي maghraby, شاذلي shazly, ذكي zaky, عبدالفتاح abdelfattah, عبدالعزيز abdelaziz, عبدالحميد abdelhamid, عبدالله abdallah abdullah`,
);

/** Names of Egypt and Sudan as their bearers write them; other words by letters, with vowels guessed. */
export const egyptianArabic: Language = {
  id: 'egyptian-arabic',
  countries: 'eg sd',
  familyNames: { first: 0.18, last: 0.7, joined: 0.08, separated: 0.02, hyphenated: 0.02 },
  // The first of two entries of a word counts.
  spellings: `${own}, ${arabicScript.spellings}`,
  romanize: romanizeArabicAs('egyptian', (word) => spellingsIn(egyptianArabic, word)?.[0]),
  sharesNames: true,
};
