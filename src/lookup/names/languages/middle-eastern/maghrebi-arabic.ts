import type { Language } from '../../language.ts';
import { romanizeArabicAs } from '../../scripts/arabic-letters.ts';
import { withSameArabicLetters } from '../../scripts/arabic-words.ts';
import { spellingsIn } from '../../word-lists.ts';
import { arabicScript } from './arabic-script.ts';

const own = withSameArabicLetters(
  `ال el al, الزهراء zahra ezzahra, محمد mohamed mohammed, أحمد ahmed, يوسف youssef yousef, هشام hicham, شريف cherif, رشيد rachid, خديجة khadija, عائشة aicha, فاطمة fatima, زهراء zahra, كريم karim, سعيد said, حسن hassan hacene, حسين houssine hocine hussein, عبد abdel abd, بن ben, أبو bou abou, مصطفى mustapha mostafa, حمزة hamza, أيوب ayoub, ياسين yassine yacine, أمين amine, أنس anas, مهدي mehdi, زكرياء zakaria, زكريا zakaria, عمر omar amar, إدريس driss idriss, إدريسي idrissi, علوي alaoui, بناني bennani, تازي tazi, فاسي fassi, شكري choukri chokri, نور nour, الدين eddine, سفيان sofiane soufiane, وليد walid oualid, عادل adil adel, توفيق toufik taoufik, لطيفة latifa, نجاة najat, سناء sanaa, حنان hanane hanan, إيمان imane, مريم meryem mariem maryam, سلمى salma, زينب zineb, هند hind, غزلان ghizlane, أسماء asmae asma, إلهام ilham, بشرى bouchra, سميرة samira, نادية nadia, جميلة jamila djamila, جمال jamal djamel, كمال kamal kamel, طارق tarik tarek, خالد khalid khaled, منير mounir, مراد mourad, فؤاد fouad, رضا reda ridha, سليم salim slim, نبيل nabil, سمير samir, عزيز aziz, عثمان othman otmane, بلال bilal, إسماعيل ismail smail, إبراهيم ibrahim brahim, عبدالله abdellah abdallah, علي ali, شيخ cheikh, شاوي chaoui, بوزيد bouzid, زروال zeroual, منصوري mansouri, مرابط mrabet, طرابلسي trabelsi, جزائري djazairi, قاسم kacem, قاسمي kacemi gasmi, بلقاسم belkacem, بلحاج belhaj belhadj, حاج hadj haj, سعدي saadi, عمراني amrani, وزاني ouazzani, حداد haddad, عيساوي aissaoui, مسعودي messaoudi, سليماني slimani, شرقاوي cherkaoui, رحماني rahmani, هاشمي hachemi, بوعلام boualem, لخضر lakhdar, رابح rabah, نسيم nassim, نسيمة nassima, صوفيا sofia, لمياء lamia lamiaa, وفاء wafaa wafa, هاجر hajar, رجاء rajae raja, ليلى leila laila, سعاد souad, مليكة malika, نعيمة naima, صالح salah salih, صلاح salah, حبيب habib, منصف moncef, نوفل naoufal nawfel, عماد imad imed, جلون jelloun, بنجلون benjelloun, شرايبي chraibi, برادة berrada, كتاني kettani, عراقي iraqi, صقلي skalli, عمري amri omari, وهبي ouahbi, حسني hassani, رحالي rahali, حمداوي hamdaoui, صبار sebbar, لحلو lahlou, بنعلي benali, بنيس bennis, بنموسى benmoussa, بنعمر benomar, تونسي tounsi, غربي gharbi, جبالي jebali, بوعزيزي bouazizi, حمامي hammami, عياري ayari, بوزيان bouziane, زياني ziani, مداني madani, وردي ouardi, مزياني meziani, جمعة jemaa, نجيب najib nejib, ناجي naji, هدى houda, منى mouna mona, سلوى saloua salwa, نوال nawal, نزهة nezha, خولة khaoula khawla, دنيا dounia, دعاء douae doua, يسرى yousra yosra, شيماء chaimaa chaima, رشا racha, بشير bachir, شكيب chakib, هاشم hachem, أشرف achraf, شهرزاد chahrazed chahrazad, شوقي chaouki, شريفة cherifa, وسام ouissam wissem, وسيم ouassim wassim, عبدالواحد abdelouahed, عبدالوهاب abdelouahab abdelwahab`,
);

/** Names of the Maghreb as their bearers write them, the French way; other words by letters, with vowels guessed. */
export const maghrebiArabic: Language = {
  id: 'maghrebi-arabic',
  countries: 'ma dz tn ly mr',
  particles: { al: 0.64, el: 0.64 },
  familyNames: { first: 0.18, last: 0.7, joined: 0.08, separated: 0.02, hyphenated: 0.02 },
  // The first of two entries of a word counts.
  spellings: `${own}, ${arabicScript.spellings}`,
  romanize: romanizeArabicAs('maghrebi', (word) => spellingsIn(maghrebiArabic, word)?.[0]),
  sharesNames: true,
};
