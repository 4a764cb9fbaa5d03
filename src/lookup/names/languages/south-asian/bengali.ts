import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { bengaliLatin } from './bengali-latin.ts';

export const bengali: Language = {
  id: 'bengali',
  countries: 'bd in',
  familyPerMille: bengaliLatin.familyPerMille ?? '',
  spellings: `শর্মিলা sharmila sarmila, মুখোপাধ্যায় mukhopadhyay mukherjee mukhopadhyaya, বন্দ্যোপাধ্যায় bandyopadhyay banerjee, চট্টোপাধ্যায় chattopadhyay chatterjee, গঙ্গোপাধ্যায় gangopadhyay ganguly, ভট্টাচার্য bhattacharya bhattacharjee, ঘোষ ghosh ghose, বসু bose basu, সেন sen, দত্ত dutta datta, দাস das, রায় roy ray, মন্ডল mondal mandal, মণ্ডল mondal mandal, সরকার sarkar sarker, চৌধুরী chowdhury choudhury, রহমান rahman, হোসেন hossain hussain, ইসলাম islam, আহমেদ ahmed, খান khan, উদ্দিন uddin, হক haque hoque haq, মোহাম্মদ mohammad mohammed, আক্তার akter akhtar, বেগম begum, খাতুন khatun, সৌরভ sourav saurav, অনির্বাণ anirban, সুব্রত subrata, দেবাশিস debashis, অর্ণব arnab, পার্থ partha, সুদীপ sudip sudeep, মিঠুন mithun, শাহিদুল shahidul, তানভীর tanvir, হাসান hasan hassan, নাসরিন nasrin, ফারহানা farhana, রফিক rafiq, করিম karim, রহিম rahim, কামাল kamal, আনোয়ার anwar anowar, সুমন suman sumon, রিনা rina, মিতা mita, অমিত amit, প্রিয়া priya, বিশ্বাস biswas, সাহা saha, পাল paul pal, কুমার kumar, রাহুল rahul, শেখ sheikh shaikh, আলী ali, আবদুল abdul, জামান zaman, পারভীন parvin parveen, সুলতানা sultana, রাজীব rajib rajeev, তাসনিম tasnim, নুসরাত nusrat`,
  romanize: romanizeIndic,
};
