import type { Language } from '../language.ts';
import { romanizeIndic } from '../scripts/indic.ts';
import { romanizeTamil } from '../scripts/tamil.ts';

const bengaliLatin: Language = {
  id: 'bengali-latin',
  countries: 'bd in',
  familyPerMille: 'das 40, roy 30, islam 50, rahman 50, hossain 50, ahmed 30, khan 25, begum 30',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:uddin|ullah|ul|padhyay|opadhyay|jee)$/u,
  given:
    'kamrul mahmud mizanur saiful ariful nazmul moushumi mousumi sumaiya tanjila sabina sharmin debashish ananya ritwik sujata sanjoy md tanvir hasan shahidul rahim karim rafiq kamal nasrin farhana sharmila subrata anirban sourav debashis soumya partha sudip arnab mithun fatema abdul mohammad jahangir anwar shirin tahmina',
  family:
    'mahmud kabir alam bhuiyan talukder majumdar majumder chakraborty basu ganguly roychowdhury rahman hossain islam ahmed khan chowdhury uddin haque hoque sarkar das roy mukherjee chatterjee banerjee bhattacharya ghosh bose sen dutta mondal miah akter begum khatun biswas saha paul',
  spellings:
    'haque haque hoque, chowdhury chowdhury choudhury, mukherjee mukherjee mukhopadhyay, chatterjee chatterjee chattopadhyay, hossain hossain hussain, sarkar sarkar sarker',
  sharesNames: true,
};

const hindiLatin: Language = {
  id: 'hindi-latin',
  countries: 'in',
  familyPerMille:
    'kumar 70, singh 70, sharma 40, gupta 25, verma 20, yadav 25, mishra 20, patel 15, khan 20, jain 15',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  given: `amitabh sanjeev rajiv rajeev naveen gopal harish girish shyam lalit yogesh tarun varun karan arjun aditya rishi akash shivam kartik kriti shreya isha sonali monika deepika aishwarya vandana manju sarita poonam rashmi archana aparna madhuri rajesh suresh ramesh mahesh dinesh mukesh rakesh sanjay vijay ajay anil sunil amit sumit rohit mohit rahul vikas vikram deepak manoj pankaj ashok vinod arun arvind ravi sandeep pradeep alok nitin sachin gaurav saurabh abhishek ankit
    priya pooja neha anjali sunita anita kavita savita rekha meena seema geeta sita radha priyanka shweta swati ritu nisha asha usha lata kiran jyoti mohd arif salman imran abdul kumar hitesh`,
  family: `sharma verma varma gupta singh kumar agarwal aggarwal jain mishra pandey tiwari tripathi shukla dubey dwivedi yadav chauhan rathore saxena srivastava mathur bhatnagar kapoor khanna malhotra mehra chopra arora bansal goyal mittal
    joshi bhatt pant negi rawat thakur chaudhary ansari khan siddiqui ahmed sinha prasad jha das`,
  fatherInitials: true,
  familyNames: { first: 0.12, last: 0.76, joined: 0.08, separated: 0.02, hyphenated: 0.02 },
  givenNames: { first: 0.84, last: 0.02, joined: 0.11, separated: 0.02, hyphenated: 0.01 },
  initials: { first: 0.75, all: 0.25 },
  spellings:
    'verma verma varma, agarwal agarwal aggarwal, chaudhary chaudhary choudhary, deepak deepak dipak, pooja pooja puja, geeta geeta gita, kavita kavita kavitha, shweta shweta sweta, srivastava srivastava shrivastava',
  shortForms: '',
};

const gujaratiLatin: Language = {
  id: 'gujarati-latin',
  countries: 'in',
  familyPerMille: 'patel 120, shah 70, mehta 20, desai 20, joshi 20',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:bhai|ben)$/u,
  given:
    'hitesh hiteshbhai kinjal dhruvi jignesh bhavesh nilesh ketan paresh chirag hardik jayesh mehul parth hetal nisha komal bhavna urvi krupa dhaval',
  family:
    'patel shah mehta desai joshi trivedi pandya dave bhatt parikh modi parmar solanki chauhan thakkar vyas gandhi amin',
  spellings:
    'hiteshbhai hitesh hiteshbhai, rameshbhai ramesh rameshbhai, nileshbhai nilesh nileshbhai, bhaveshbhai bhavesh bhaveshbhai, kiritbhai kirit kiritbhai, maheshbhai mahesh maheshbhai, hetalben hetal hetalben, bhavnaben bhavna bhavnaben, jyotiben jyoti jyotiben, manjulaben manjula manjulaben, rajeshbhai rajesh rajeshbhai, sureshbhai suresh sureshbhai, dineshbhai dinesh dineshbhai, ashokbhai ashok ashokbhai, ilaben ila ilaben, nitaben nita nitaben',
};

const punjabiLatin: Language = {
  id: 'punjabi-latin',
  countries: 'in pk',
  familyPerMille: 'singh 350, kaur 250, kumar 25, sharma 20',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:preet|deep|inder|jeet|jit|want|meet|bir)$/u,
  given:
    'harpreet gurpreet jaspreet manpreet gurdeep kuldeep balbir jasbir ranbir amarjit harjeet manjit sukhwinder rajwinder navjot simran kirandeep satnam paramjit',
  family:
    'singh kaur gill sandhu sidhu dhillon grewal bains brar randhawa dhaliwal sodhi bajwa chahal mann aulakh virk cheema',
  familyNames: { first: 0.14, last: 0.8, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
  givenNames: { first: 0.9, last: 0.05, joined: 0.03, separated: 0.01, hyphenated: 0.01 },
  initials: { first: 0.9, all: 0.1 },
};

export const southAsian: readonly Language[] = [
  bengaliLatin,
  {
    id: 'bengali',
    countries: 'bd in',
    familyPerMille: bengaliLatin.familyPerMille ?? '',
    spellings: `শ্রেয়া shreya sreya, অমিতাভ amitava amitabha amitabh, ইন্দ্রনীল indranil, মজুমদার majumdar mazumder majumder, দেবাশিস debasish debashis, শর্মিষ্ঠা sharmistha sarmistha, ইউনূস yunus younus, ইউনুস yunus younus, ইউসুফ yusuf yousuf, ইয়াসমিন yasmin yeasmin, মাশরাফি mashrafe mashrafi, সুব্রত subrata, সৌমিত্র soumitra, সৌম্য soumya, সৌমেন soumen, সঞ্জয় sanjay sanjoy, বিজয় bijoy vijay, অজয় ajoy ajay, মৃন্ময় mrinmoy, তন্ময় tanmoy tanmay, চিন্ময় chinmoy, শুভঙ্কর subhankar shubhankar, শুভ subha shuvo, শুভ্র subhra, স্বপন swapan, স্বাতী swati, পিয়ালী piyali, দেবযানী debjani, দেবাঞ্জন debanjan, অরিজিৎ arijit, সুরজিৎ surajit, রণজিৎ ranajit ranjit, বিশ্বজিৎ biswajit, বিশ্বাস biswas, বিশ্বনাথ biswanath, মিত্র mitra, গুহ guha, নাথ nath, কর kar, ধর dhar, শীল seal sil, কুণ্ডু kundu, দত্ত dutta datta, দে dey de, হালদার halder haldar, সরকার sarkar, মণ্ডল mondal mandal, প্রামাণিক pramanik, ভৌমিক bhowmik bhaumik, চক্রবর্তী chakraborty chakrabarti, লাহিড়ী lahiri, সান্যাল sanyal, তালুকদার talukder talukdar, সিকদার sikder shikder, শিকদার shikder sikder, হাওলাদার howlader, মিয়া mia miah, ভূঁইয়া bhuiyan, ভুঁইয়া bhuiyan, ভূইয়া bhuiyan, মোল্লা mollah molla, শেখ sheikh shaikh, কাজী kazi, মীর mir, পাটোয়ারী patwary, মাহমুদ mahmud, মাহমুদা mahmuda, মাসুদ masud, হুমায়ূন humayun, হুমায়ুন humayun, আসাদুজ্জামান asaduzzaman, কামরুজ্জামান kamruzzaman, মনিরুজ্জামান moniruzzaman, রহমান rahman, নাহার nahar, সুলতানা sultana, পারভীন parvin parveen, ফেরদৌস ferdous, ফেরদৌসী ferdousi, জান্নাত jannat, জান্নাতুল jannatul, নাজনীন naznin nazneen, রুবিনা rubina, শাহনাজ shahnaz, শারমিন sharmin, তানিয়া tania, সাদিয়া sadia, সুমাইয়া sumaiya sumaya, মারিয়া maria, আয়েশা ayesha aysha, সৈয়দ syed sayed, সৈয়দা syeda, মোঃ md, মো md, মোহাম্মদ mohammad mohammed, মুহাম্মদ muhammad, আখতার akhter akhtar, বেগম begum, খাতুন khatun, উদ্দিন uddin, মিয়া mia miah, ভূঁইয়া bhuiyan, তালুকদার talukder, মজুমদার majumder mazumder, হাওলাদার howlader, শিকদার sikder, মোল্লা mollah molla, কাজী kazi, আনোয়ার anwar, দেলোয়ার delwar, সারোয়ার sarwar, মুজতবা mujtaba, জাহাঙ্গীর jahangir, আলমগীর alamgir, শাহরিয়ার shahriar shahriyar, মাহমুদ mahmud, মাহমুদা mahmuda, নাসরিন nasrin, ইয়াসমিন yasmin yeasmin, ফারহানা farhana, তাসনিম tasnim, নুসরাত nusrat, জান্নাত jannat, জান্নাতুল jannatul, ফেরদৌস ferdous, তানভীর tanvir tanveer, তানজিলা tanzila, রাশেদ rashed, সোহেল sohel, শাকিল shakil, আরিফ arif, জাহিদ zahid jahid, জুবায়ের zubair jubair, শর্মিলা sharmila sarmila, মুখোপাধ্যায় mukhopadhyay mukherjee mukhopadhyaya, বন্দ্যোপাধ্যায় bandyopadhyay banerjee, চট্টোপাধ্যায় chattopadhyay chatterjee, গঙ্গোপাধ্যায় gangopadhyay ganguly, ভট্টাচার্য bhattacharya bhattacharjee, ঘোষ ghosh ghose, বসু bose basu, সেন sen, দত্ত dutta datta, দাস das, রায় roy ray, মন্ডল mondal mandal, মণ্ডল mondal mandal, সরকার sarkar sarker, চৌধুরী chowdhury choudhury, রহমান rahman, হোসেন hossain hussain, ইসলাম islam, আহমেদ ahmed, খান khan, উদ্দিন uddin, হক haque hoque haq, মোহাম্মদ mohammad mohammed, আক্তার akter akhtar, বেগম begum, খাতুন khatun, সৌরভ sourav saurav, অনির্বাণ anirban, সুব্রত subrata, দেবাশিস debashis, অর্ণব arnab, পার্থ partha, সুদীপ sudip sudeep, মিঠুন mithun, শাহিদুল shahidul, তানভীর tanvir, হাসান hasan hassan, নাসরিন nasrin, ফারহানা farhana, রফিক rafiq, করিম karim, রহিম rahim, কামাল kamal, আনোয়ার anwar anowar, সুমন suman sumon, রিনা rina, মিতা mita, অমিত amit, প্রিয়া priya, বিশ্বাস biswas, সাহা saha, পাল paul pal, কুমার kumar, রাহুল rahul, শেখ sheikh shaikh, আলী ali, আবদুল abdul, জামান zaman, পারভীন parvin parveen, সুলতানা sultana, রাজীব rajib rajeev, তাসনিম tasnim, নুসরাত nusrat,
    শফিক shafiq, তৌফিক tawfiq toufiq, আল al, বিন bin, মুর্তজা mortaza murtaza, জয়া joya jaya, আশরাফ ashraf, নাজমুল nazmul, সাইফুল saiful, কামরুল kamrul quamrul, আমিনুল aminul, জহিরুল zahirul jahirul, নুরুল nurul, নূরুল nurul, মনিরুল monirul manirul, মাহবুব mahbub, মাহবুবুল mahbubul, আনোয়ারুল anwarul, শহিদুল shahidul, রেজাউল rezaul, জাহিদুল zahidul jahidul, রফিকুল rafiqul, শফিকুল shafiqul, আশরাফুল ashraful, আরিফুল ariful, তরিকুল tariqul, খায়রুল khairul, মাজহারুল mazharul, মিজানুর mizanur, হাবিবুর habibur, মতিউর matiur, আতিকুর atiqur, আজিজুর azizur, লুৎফর lutfor lutfur, সাইদুর saidur, ফজলুর fazlur, মুজিবুর mujibur, জিয়াউর ziaur, ফাতেমা fatema fatima, আয়েশা ayesha, খাদিজা khadija, রাবেয়া rabeya, রোকেয়া rokeya, সুমাইয়া sumaiya, ফারজানা farzana, রুবিনা rubina, সাবিনা sabina, শাহনাজ shahnaz, নাজমা nazma, আসমা asma, সালমা salma, জেসমিন jesmin jasmin, তাহমিনা tahmina, মরিয়ম mariam, জোহরা zohra, জাকির zakir, জসিম jasim, নজরুল nazrul, আজাদ azad, জিয়া zia, রেজা reza, মামুন mamun, মাসুদ masud, সাজ্জাদ sazzad sajjad, ইমরান imran, তারেক tareq tarek, ফয়সাল faisal, ইকবাল iqbal, রাকিব rakib, সাকিব sakib shakib, আবু abu, আব্দুল abdul, আবদুর abdur, আব্দুর abdur, আব্দুল্লাহ abdullah, উল্লাহ ullah, হুসাইন hussain, হোসাইন hossain, আহমদ ahmad, আহম্মেদ ahmmed, কবির kabir, আলম alam, ইউসুফ yusuf, ইব্রাহিম ibrahim, কাদের kader, সিদ্দিক siddique siddiq, সিদ্দিকী siddiqui, পাটোয়ারী patwary, ভৌমিক bhowmik, চক্রবর্তী chakraborty chakravarty, চক্রবর্ত্তী chakraborty, মুখার্জী mukherjee, চ্যাটার্জী chatterjee, ব্যানার্জী banerjee, মিত্র mitra, গুপ্ত gupta, সেনগুপ্ত sengupta, দাশগুপ্ত dasgupta, গুহ guha, নন্দী nandi, কুণ্ডু kundu, কর kar, দে dey, দেব deb, দেবনাথ debnath, ধর dhar, নাথ nath, শীল shil, হালদার halder haldar, মৃধা mridha, শ্রাবণী srabani, সঞ্জয় sanjoy sanjay, বিজয় bijoy, অজয় ajoy ajay, জয়ন্ত jayanta joyanta, জয় joy, সুজয় sujoy, মৌসুমী mousumi moushumi, ঋতুপর্ণা rituparna, ঐশী oishi, সৌমিত্র soumitra, সৌমেন soumen, সৌম্য soumya, গৌতম goutam gautam, কৌশিক koushik kaushik, শুভ shuvo subho, শুভঙ্কর subhankar, অভিজিৎ abhijit avijit, অভিষেক abhishek, অরিন্দম arindam, প্রসেনজিৎ prosenjit prasenjit, সত্যজিৎ satyajit, তন্ময় tanmoy, মলয় moloy malay, পলাশ polash palash, লক্ষ্মী lakshmi laxmi, সিংহ sinha singha, বড়ুয়া barua`,
    romanize: romanizeIndic,
  },
  hindiLatin,
  /** Names in Devanagari: Hindi, Marathi, Nepali. Common use in addresses: no doubled vowels, final a dropped. */
  {
    id: 'devanagari',
    countries: 'in np',
    familyPerMille: hindiLatin.familyPerMille ?? '',
    spellings: `तेंदुलकर tendulkar, विठ्ठल vitthal, पौडेल poudel paudel paudyal, जायसवाल jaiswal, हरप्रीत harpreet, मनप्रीत manpreet, गुरप्रीत gurpreet, शैलजा shailaja, वाघ wagh, वाघमारे waghmare, ज्ञानेश्वर dnyaneshwar gyaneshwar, ज्ञानेश dnyanesh gyanesh, राठौड़ rathod rathore, राठोड rathod, चव्हाण chavan chavhan, देवकोटा devkota, लामिछाने lamichhane, भण्डारी bhandari, भंडारी bhandari, आचार्य acharya, रिजाल rijal, न्यौपाने neupane, न्यौपाने neupane, घिमिरे ghimire, पोखरेल pokhrel pokharel, ज्ञवाली gyawali, गौतम gautam, खनाल khanal, सुवेदी subedi, कोइराला koirala, बस्नेत basnet, बुढाथोकी budhathoki, के॰सी॰ kc, केसी kc, मगर magar, राई rai, लिम्बू limbu, शेर्पा sherpa, शेर्पा sherpa, महर्जन maharjan, शाक्य shakya, बज्राचार्य bajracharya, तुलाधर tuladhar, प्रधान pradhan, ओझा ojha, उपाध्याय upadhyay upadhyaya, त्यागी tyagi, बिष्ट bisht, रावत rawat, नेगी negi, सक्सेना saxena, माथुर mathur, भटनागर bhatnagar, खन्ना khanna, मल्होत्रा malhotra, मेहरा mehra, चोपड़ा chopra, कपूर kapoor kapur, अरोड़ा arora, बजाज bajaj, जैन jain, बंसल bansal, गोयल goyal goel, मित्तल mittal, सिंघल singhal, जिंदल jindal, गर्ग garg, पवार pawar, जाधव jadhav, साळवी salvi, सावंत sawant, कदम kadam, मोरे more, भोसले bhosale bhosle, गायकवाड gaikwad, शेलार shelar, फडणवीस fadnavis, आंबेडकर ambedkar, कांबळे kamble, साळुंखे salunkhe, सोनवणे sonawane, वानखेडे wankhede, लोखंडे lokhande, देशमुख deshmukh, कुलकर्णी kulkarni, गोखले gokhale, आपटे apte, लेले lele, केळकर kelkar, बापट bapat, दांडेकर dandekar, नाईक naik, परब parab, राणे rane, ठाकरे thackeray thakare, ठाकूर thakur, अनिल anil, वर्मा verma varma, शर्मा sharma, राजेश rajesh, सुरेश suresh, रमेश ramesh, गुप्ता gupta, सिंह singh sinh, कुमार kumar, प्रकाश prakash, श्रेष्ठ shrestha, प्रिया priya, पूजा pooja puja, नेहा neha, अंजलि anjali, सुनीता sunita suneeta, अग्रवाल agarwal aggarwal agrawal, जैन jain, मिश्रा mishra misra, पांडे pandey pande, पाण्डेय pandey, तिवारी tiwari, यादव yadav, चौधरी chaudhary choudhary, जोशी joshi, देशपांडे deshpande, कुलकर्णी kulkarni, पाटील patil, पाटिल patil, शिंदे shinde, गायकवाड gaikwad, पवार pawar, जाधव jadhav, मोरे more, भोसले bhosale bhosle, काळे kale, चव्हाण chavan chauhan, गोखले gokhale, फडके phadke, सचिन sachin, स्नेहा sneha, अमोल amol, स्वाती swati, संजय sanjay, विजय vijay, अजय ajay, अमित amit, राहुल rahul, विकास vikas, दीपक deepak dipak, मनोज manoj, अशोक ashok, अरुण arun, रवि ravi, संदीप sandeep sandip, आलोक alok, कविता kavita, रेखा rekha, मीना meena mina, सीमा seema sima, गीता geeta gita, सीता sita seeta, प्रियंका priyanka, श्वेता shweta sweta, आशा asha, ज्योति jyoti, राम ram, श्याम shyam, कृष्ण krishna, कृष्णा krishna, हरि hari, शिव shiva shiv, गणेश ganesh, लक्ष्मी laxmi lakshmi, सरस्वती saraswati saraswoti, थापा thapa, गुरुङ gurung, तामाङ tamang, राई rai, लिम्बू limbu, अधिकारी adhikari, पौडेल paudel poudel, भट्टराई bhattarai, कोइराला koirala, शाह shah, खड्का khadka, बस्नेत basnet, कार्की karki, मगर magar, सुशीला sushila, विष्णु bishnu vishnu, विनोद binod vinod, सरिता sarita, बिनिता binita, निर्मला nirmala, दिनेश dinesh, राजेन्द्र rajendra, सुनील sunil, नारायण narayan, खान khan, मोहम्मद mohammad mohammed, राठौड़ rathod rathore, राठौर rathore, वाजपेयी vajpayee bajpai, बाजपेयी bajpai bajpayee, सक्सेना saxena, लक्ष्मण laxman lakshman, अक्षय akshay, सोनाक्षी sonakshi, द्विवेदी dwivedi, त्रिपाठी tripathi, चतुर्वेदी chaturvedi, शुक्ला shukla, श्रीवास्तव srivastava shrivastava, बनर्जी banerjee, मुखर्जी mukherjee, दास das, सेन sen, खन्ना khanna, कपूर kapoor, मल्होत्रा malhotra, चोपड़ा chopra, अरोड़ा arora, ठाकुर thakur, रावत rawat, नेगी negi, बिष्ट bisht, अंसारी ansari, सिद्दीकी siddiqui, अहमद ahmad ahmed, अली ali, हुसैन hussain, पूनम poonam, सूरज suraj, अनूप anoop anup, रूपा rupa roopa, भावना bhavna, अर्चना archana, वंदना vandana, कल्पना kalpana, पंकज pankaj, नितिन nitin, गौरव gaurav, सौरभ saurabh, अभिषेक abhishek, विवेक vivek, नवीन naveen navin, प्रवीण praveen pravin, सुशील sushil, राजीव rajiv rajeev, संजीव sanjeev sanjiv, धीरज dheeraj dhiraj, नीलम neelam, कौर kaur, बीना beena bina, रीना reena rina, शीला sheela shila, बी b, सी c, डी d, जी g, एच h, जे j, एल l, एम m, एन n, पी p, आर r, एस s, टी t, वी v`,
    romanize: romanizeIndic,
  },
  gujaratiLatin,
  {
    id: 'gujarati',
    countries: 'in',
    familyPerMille: gujaratiLatin.familyPerMille ?? '',
    spellings:
      'ઝાલા zala, રાઠવા rathva rathwa, રાઠોડ rathod, પ્રજ્ઞા pragna pragya, જિજ્ઞેશ jignesh, જિજ્ઞા jigna, ઠક્કર thakkar, ઠાકોર thakor, પરમાર parmar, ગઢવી gadhvi, જાડેજા jadeja, ગોહિલ gohil, ચાવડા chavda, મકવાણા makwana, વ્યાસ vyas, રાવલ raval rawal, જાની jani, પારેખ parekh, ઝવેરી zaveri jhaveri, કાપડિયા kapadia, સંઘવી sanghvi, ગાંધી gandhi, અમીન amin, ભાવેશ bhavesh, ધવલ dhaval, નીરવ nirav, કેતન ketan, હેતલ hetal, કોમલ komal, પાયલ payal, જલ્પા jalpa, દીપિકા dipika deepika, નિકુંજ nikunj, મૌલિક maulik, પરેશ paresh, મુકેશ mukesh, જીગર jigar, કિંજલ kinjal, મહેતા mehta, પટેલ patel, શાહ shah, દેસાઈ desai, જોશી joshi, ત્રિવેદી trivedi, પંડ્યા pandya, દવે dave, ભટ્ટ bhatt, હિતેશ hitesh, જીજ્ઞેશ jignesh, ભાવેશ bhavesh, નિલેશ nilesh, કેતન ketan, ચિરાગ chirag, હાર્દિક hardik, કોમલ komal, હેતલ hetal, ભાવના bhavna, ધવલ dhaval, પારેખ parekh parikh, પરીખ parikh, મોદી modi, સોલંકી solanki, ઠક્કર thakkar, વ્યાસ vyas, ગાંધી gandhi, નિશા nisha, પ્રિયા priya, રાજેશ rajesh, મહેશ mahesh, દિનેશ dinesh, સંજય sanjay, અમીન amin, પરમાર parmar, ચૌહાણ chauhan',
    romanize: romanizeIndic,
  },
  punjabiLatin,
  {
    id: 'gurmukhi',
    countries: 'in',
    familyPerMille: punjabiLatin.familyPerMille ?? '',
    spellings:
      'ਅਮਰਿੰਦਰ amarinder amrinder, ਬਲਵੰਤ balwant, ਜਸਵੰਤ jaswant, ਕੁਲਵੰਤ kulwant, ਸਤਵੰਤ satwant, ਭਗਵੰਤ bhagwant, ਮਾਨ mann maan, ਹਰਮਨ harman, ਹਰਮਨਪ੍ਰੀਤ harmanpreet, ਭੁੱਲਰ bhullar, ਵਿਰਕ virk, ਧਾਲੀਵਾਲ dhaliwal, ਗਰੇਵਾਲ grewal, ਬਰਾੜ brar, ਬਾਜਵਾ bajwa, ਔਲਖ aulakh, ਢੀਂਡਸਾ dhindsa, ਰੰਧਾਵਾ randhawa, ਸੇਖੋਂ sekhon, ਸੋਢੀ sodhi, ਕੰਗ kang, ਚਾਹਲ chahal, ਜੌਹਲ johal, ਬੈਂਸ bains, ਬੱਲ bal, ਮੱਲ੍ਹੀ malhi, ਪੰਨੂ pannu, ਅਟਵਾਲ atwal, ਸੈਣੀ saini, ਅਰੋੜਾ arora, ਬੇਦੀ bedi, ਅਹੂਜਾ ahuja, ਚੋਪੜਾ chopra, ਕਪੂਰ kapoor, ਮਲਹੋਤਰਾ malhotra, ਖੰਨਾ khanna, ਜਗਮੀਤ jagmeet, ਗੁਰਮੀਤ gurmeet, ਗੁਰਜੀਤ gurjeet gurjit, ਅਮਨਦੀਪ amandeep, ਰਮਨਦੀਪ ramandeep, ਨਵਦੀਪ navdeep, ਸੁਖਦੀਪ sukhdeep, ਪਰਮਿੰਦਰ parminder, ਰਵਿੰਦਰ ravinder, ਰਾਜਿੰਦਰ rajinder, ਸੁਰਿੰਦਰ surinder, ਮਹਿੰਦਰ mohinder mahinder, ਨਰਿੰਦਰ narinder, ਤੇਜਿੰਦਰ tejinder, ਭੁਪਿੰਦਰ bhupinder, ਸਿਮਰਨ simran, ਸਿਮਰਨਜੀਤ simranjeet simranjit, ਕਿਰਨ kiran, ਜਸਲੀਨ jasleen, ਹਰਲੀਨ harleen, ਨਵਨੀਤ navneet, ਪੁਨੀਤ puneet, ਵਿਨੀਤ vineet, ਅਵਤਾਰ avtar, ਹਰਭਜਨ harbhajan, ਗੁਰਬਚਨ gurbachan, ਹਰਪ੍ਰੀਤ harpreet, ਗੁਰਪ੍ਰੀਤ gurpreet, ਜਸਪ੍ਰੀਤ jaspreet, ਮਨਪ੍ਰੀਤ manpreet, ਸਿੰਘ singh, ਕੌਰ kaur, ਗਿੱਲ gill, ਸੰਧੂ sandhu, ਸਿੱਧੂ sidhu, ਢਿੱਲੋਂ dhillon, ਗਰੇਵਾਲ grewal, ਕੁਲਦੀਪ kuldeep kuldip, ਗੁਰਦੀਪ gurdeep, ਬਲਬੀਰ balbir, ਸਿਮਰਨ simran, ਮਨਜੀਤ manjit manjeet, ਅਮਰਜੀਤ amarjit amarjeet, ਸੁਖਵਿੰਦਰ sukhwinder, ਰਾਜਵਿੰਦਰ rajwinder, ਬਰਾੜ brar, ਧਾਲੀਵਾਲ dhaliwal, ਨਵਜੋਤ navjot, ਕਿਰਨਦੀਪ kirandeep, ਜਸਵਿੰਦਰ jaswinder, ਹਰਜੀਤ harjit harjeet, ਬਾਜਵਾ bajwa',
    romanize: romanizeIndic,
  },
  {
    id: 'kannada-latin',
    countries: 'in',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:gowda|swamy|.{2}appa|.{2}anna|iah|hegde|shetty)$/u,
    given:
      'lakshmi ramesh suresh manjunatha mahesh prakash shashi shobha vidya roopa deepak harsha darshan chethan prashanth ananth ravi girish manjunath shivakumar basavaraj pavithra kavya shruthi vinay prasanna raghavendra chandrashekar nagaraj lokesh suma asha',
    family:
      'hegde bhat gowda shetty rao kulkarni patil murthy naik kamath pai shenoy hiremath swamy nayak acharya',
    fatherInitials: true,
    givenNames: { first: 0.82, last: 0.02, joined: 0.14, separated: 0.01, hyphenated: 0.01 },
    sharesNames: true,
  },
  {
    id: 'kannada',
    countries: 'in',
    spellings:
      'ಪುನೀತ್ puneeth, ಬಸವರಾಜ basavaraj basavaraja, ಬೊಮ್ಮಾಯಿ bommai, ಯಶವಂತ yashwanth yashavanth, ಯಶವಂತ್ yashwanth, ಪಾಟೀಲ patil, ಪಾಟೀಲ್ patil, ಕುಲಕರ್ಣಿ kulkarni, ದೇಶಪಾಂಡೆ deshpande, ಜೋಶಿ joshi, ಅನಂತ anantha ananth, ಮಂಜುನಾಥ manjunatha manjunath, ಗಿರೀಶ girish, ಸತೀಶ್ sathish satish, ಸುರೇಶ್ suresh, ಮಹೇಶ್ mahesh, ಪ್ರದೀಪ್ pradeep, ಸಂದೀಪ್ sandeep, ದೀಪಕ್ deepak, ದೀಪಾ deepa, ಗೀತಾ geetha geeta, ರೇಖಾ rekha, ಶೋಭಾ shobha, ಸವಿತಾ savitha, ಅನಿತಾ anitha, ಮಮತಾ mamatha, ಲತಾ latha, ನಾಗರಾಜ nagaraj nagaraja, ನಾಗರಾಜ್ nagaraj, ಬಸವ basava, ಸ್ವಾಮಿ swamy, ಕುಮಾರಸ್ವಾಮಿ kumaraswamy, ಗುರುಸ್ವಾಮಿ guruswamy, ಶಿವಕುಮಾರ್ shivakumar, ಶಿವಣ್ಣ shivanna, ಹಿರೇಮಠ hiremath, ಮಠ math, ಕಾಮತ್ kamath, ಪೈ pai, ಶೆಣೈ shenoy, ಪ್ರಭು prabhu, ನಾಯಕ nayak nayaka, ಆಚಾರ್ acharya achar, ಉಡುಪ udupa, ಐತಾಳ aithal, ಹೊಳ್ಳ holla, ಮೂರ್ತಿ murthy, ಚಂದ್ರಶೇಖರ್ chandrashekar chandrashekhar, ರಾಘವೇಂದ್ರ raghavendra, ವೆಂಕಟೇಶ್ venkatesh, ಶ್ರೀನಿವಾಸ್ srinivas, ಕೃಷ್ಣಮೂರ್ತಿ krishnamurthy, ಸಿದ್ದೇಶ್ siddesh, ಮಲ್ಲಿಕಾರ್ಜುನ mallikarjun mallikarjuna, ವೀರೇಶ್ veeresh, ಪವನ್ pavan, ರವಿ ravi, ಹೆಗಡೆ hegde hegade, ಗೌಡ gowda gouda, ಶೆಟ್ಟಿ shetty, ಭಟ್ bhat bhatt, ರಾವ್ rao, ಕುಮಾರ್ kumar, ಮಂಜುನಾಥ್ manjunath manjunatha, ಗಿರೀಶ್ girish, ಪವಿತ್ರಾ pavithra, ಕಾವ್ಯಾ kavya, ಕಾವ್ಯ kavya, ಶ್ರುತಿ shruthi shruti, ವಿನಯ್ vinay, ಲಕ್ಷ್ಮಿ lakshmi laxmi, ಪಾಟೀಲ್ patil, ಕುಲಕರ್ಣಿ kulkarni, ನಾಯಕ್ nayak naik, ಸುಮಾ suma, ಆಶಾ asha, ಮೂರ್ತಿ murthy, ಪ್ರಸಾದ್ prasad, ರಮೇಶ್ ramesh, ಸುರೇಶ್ suresh, ರಾಜೇಶ್ rajesh, ಬಸವರಾಜ್ basavaraj, ನಾಗರಾಜ್ nagaraj, ಲೋಕೇಶ್ lokesh, ಶಿವಕುಮಾರ್ shivakumar, ಅನಿತಾ anitha anita, ಸಂತೋಷ್ santosh santhosh, ಮಹೇಶ್ mahesh, ದೀಪಾ deepa, ಪೂಜಾ pooja, ಸ್ವಾಮಿ swamy swami, ಬಿ b, ಸಿ c, ಡಿ d, ಎಫ್ f, ಜಿ g, ಹೆಚ್ h, ಎಚ್ h, ಜೆ j, ಕೆ k, ಎಲ್ l, ಎಂ m, ಎಮ್ m, ಎನ್ n, ಪಿ p, ಆರ್ r, ಎಸ್ s, ಟಿ t, ವಿ v, ವೈ y, ಸಿದ್ದರಾಮಯ್ಯ siddaramaiah, ವೆಂಕಟೇಶ್ venkatesh, ರಾಘವೇಂದ್ರ raghavendra, ಚಂದ್ರಶೇಖರ್ chandrashekar chandrashekhar, ಕೃಷ್ಣಮೂರ್ತಿ krishnamurthy, ಪೈ pai, ಶೆಣೈ shenoy, ಕಾಮತ್ kamath, ಆಚಾರ್ಯ acharya',
    romanize: romanizeIndic,
    fatherInitials: true,
  },
  {
    id: 'malayalam-latin',
    countries: 'in',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:kutty|chandy|kurian|menon|nair|pillai|varghese|thomas|jith)$|^sree(?!dhar$)/u,
    given:
      'achuthanandan anju shafi rajesh ramesh vinod sunil manoj sreekumar sreelakshmi reshma jincy bindu deepthi nisha liji thomas mathew george joseph anil suresh sajith biju jose shaji vineeth athira anjali lakshmi sreeja divya rajeev unnikrishnan gopakumar aswathy sreejith sreekanth sreeja sreelatha sreehari ranjith abhijith prajith vineetha jithin nithin sreenath aneesh ratheesh biju jayan anoop',
    family:
      'nair menon pillai kurian varghese thomas mathew joseph george philip jacob chacko nambiar panicker kurup warrier abraham cherian',
    fatherInitials: true,
    sharesNames: true,
  },
  {
    id: 'malayalam',
    countries: 'in',
    spellings:
      'അനൂപ് anoop anup, മേനോൻ menon, ഗോപാലസ്വാമി gopalaswamy, കുട്ടി kutty, മുഹമ്മദ് muhammed mohammed muhammad, ശ്രീനിവാസൻ sreenivasan srinivasan, ആഷിഖ് ashiq aashiq ashique, വാരിയർ warrier variyar warier, വാര്യർ warrier varrier, ഷൈനി shiny, ഷൈൻ shine, ജോർജ്ജ് george, ജോൺ john, ജോണി johny, പോൾ paul, പീറ്റർ peter, ഫിലിപ്പ് philip, സെബാസ്റ്റ്യൻ sebastian, ഫ്രാൻസിസ് francis, ആന്റണി antony, ജെയിംസ് james, ജേക്കബ് jacob, എബ്രഹാം abraham, അബ്രഹാം abraham, ചാക്കോ chacko, ചെറിയാൻ cherian, ഈപ്പൻ eapen, ഉമ്മൻ oommen, കോശി koshy, നൈനാൻ ninan, സാമുവൽ samuel, ഡേവിഡ് david, ബേബി baby, മേരി mary, ലില്ലി lilly, റോസ് rose, ആനി annie, ആൻ ann, എലിസബത്ത് elizabeth, സൂസൻ susan, സാറ sara sarah, ജിജോ jijo, ബിജു biju, ഷാജി shaji, സജി saji, റെജി reji, ജയൻ jayan, സന്തോഷ് santhosh, സതീഷ് satheesh sathish, രതീഷ് ratheesh, രാജീവ് rajeev, സജീവ് sajeev, പ്രദീപ് pradeep, സന്ദീപ് sandeep, ദീപ deepa, ദീപക് deepak, ശ്രീകുമാർ sreekumar, ശ്രീജ sreeja, ശ്രീദേവി sreedevi, ശ്രീലത sreelatha, ശ്രീകല sreekala, ശ്രീധരൻ sreedharan, ഗീത geetha, സ്മിത smitha, സുനിത sunitha, അനിത anitha, കവിത kavitha, ബിന്ദു bindu, സിന്ധു sindhu, ഹസീന haseena, ഷമീർ shameer, ഷഫീഖ് shafeeq shafeek, റഫീഖ് rafeeq rafeek, നൗഷാദ് noushad, അബ്ദുൾ abdul, അബ്ദുൽ abdul, റഹ്മാൻ rahman, റഹിം rahim, ഇബ്രാഹിം ibrahim, ഹമീദ് hameed, ഫാത്തിമ fathima, ആയിഷ ayisha aysha, നമ്പൂതിരി namboothiri, നമ്പ്യാർ nambiar, പണിക്കർ panicker, കുറുപ്പ് kurup, കൃഷ്ണൻ krishnan, രാമൻ raman, ബാലകൃഷ്ണൻ balakrishnan, ഗോപിനാഥ് gopinath, മോഹൻ mohan, മോഹൻലാൽ mohanlal, മമ്മൂട്ടി mammootty, നായർ nair, മേനോൻ menon, പിള്ള pillai, കുര്യൻ kurian, വർഗീസ് varghese, തോമസ് thomas, മാത്യു mathew, ജോർജ് george, ജോസഫ് joseph, ലക്ഷ്മി lakshmi, അനിൽ anil, സുരേഷ് suresh, ദിവ്യ divya, അഞ്ജലി anjali, രാജീവ് rajeev rajiv, ആതിര athira, ശ്രീജ sreeja, വിനീത് vineeth, ബിജു biju, സജിത് sajith, കുമാർ kumar, ഗോപകുമാർ gopakumar, ഉണ്ണികൃഷ്ണൻ unnikrishnan, കൃഷ്ണൻ krishnan, രവി ravi, രാധ radha, മീര meera, ശ്രീകുമാർ sreekumar, രമേശ് ramesh, വിജയൻ vijayan, നമ്പ്യാർ nambiar, പണിക്കർ panicker, ജേക്കബ് jacob, എബ്രഹാം abraham, ഫിലിപ്പ് philip, അരുൺ arun, അശ്വതി aswathy aswathi, സ്മിത smitha, പ്രിയ priya, ബിന്ദു bindu, സന്തോഷ് santhosh, ഹരി hari, ബി b, സി c, ഡി d, എഫ് f, ജി g, എച്ച് h, ജെ j, കെ k, എൽ l, എം m, എൻ n, പി p, ആർ r, എസ് s, ടി t, വി v, ശ്രീജിത്ത് sreejith, രാജേഷ് rajesh, മനോജ് manoj, വിനോദ് vinod, ഷാജി shaji, ജോസ് jose, ചാക്കോ chacko, ചെറിയാൻ cherian, ജോൺ john, മുഹമ്മദ് muhammed mohammed, അബ്ദുൾ abdul, നമ്പൂതിരി namboothiri namboodiri, കുറുപ്പ് kurup, വാര്യർ warrier',
    romanize: romanizeIndic,
    fatherInitials: true,
    sharesNames: true,
  },
  {
    id: 'marathi-latin',
    countries: 'in',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:kar|rkar|nkar|wade|pande|karni)$/u,
    given:
      'sachin amol swati sneha gauri smita sandeep prasad mahesh santosh ganesh sagar rohan shubham prachi manasi aditya vaishali mangesh nilesh suhas',
    family:
      'deshpande kulkarni patil joshi shinde gaikwad pawar jadhav more bhosale kale chavan gokhale phadke deshmukh apte sathe tendulkar gavaskar sawant',
    familyNames: { first: 0.5, last: 0.3, joined: 0.1, separated: 0.02, hyphenated: 0.08 },
    givenNames: { first: 0.93, last: 0.02, joined: 0.03, separated: 0.01, hyphenated: 0.01 },
  },
  {
    id: 'nepali-latin',
    countries: 'np',
    familyPerMille: 'shrestha 40, thapa 35, sharma 25, gurung 25, rai 25, tamang 40',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:rai|magar|tamang|kasthola|wal)$/u,
    given:
      'kshitij sabin suman anil bikash nabin santosh roshan manisha srijana kabita sarita bhawana bishnu ram bahadur prasad krishna hari sita gita sunita laxmi prakash binod dipak rajendra sushila nirmala bimala pemba dawa tshering mingma',
    family:
      'kc k.c. regmi dahal ghimire khanal aryal subedi lama bhandari acharya rijal adhikari gurung shrestha thapa tamang rai limbu magar karki khadka basnet poudel paudel bhattarai koirala sherpa maharjan joshi pandey',
    givenNames: { first: 0.92, last: 0.01, joined: 0.05, separated: 0.01, hyphenated: 0.01 },
    initials: { first: 0.85, all: 0.15 },
  },
  {
    id: 'sinhala-latin',
    countries: 'lk',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:singhe|sinha|ratne|ratna|wardena|wardana|nayake|nayaka|sekara|tunga|tilaka)$/u,
    given:
      'kasun dilshan nuwan chaminda sunil nimal kamal ruwan tharindu lahiru ishara dilini sanduni nadeesha anusha chathurika sachini malith',
    family:
      'perera silva fernando jayawardena jayasinghe bandara dissanayake gunawardena wickramasinghe ratnayake senanayake herath mendis rajapaksa kumara',
    particles: { de: 0.74 },
  },
  {
    id: 'sinhala',
    countries: 'lk',
    spellings:
      'රත්නායක rathnayake ratnayake ratnayaka, වාස් vaas, සිල්වා silva, ද de, ප්‍රනාන්දු fernando, ප්රනාන්දු fernando, රාජපක්ෂ rajapaksha rajapaksa rajapakse, ජයවර්ධන jayawardena jayawardene jayawardana, ගුණවර්ධන gunawardena gunawardana gunawardhana, විජේසිංහ wijesinghe wijesingha, වීරසිංහ weerasinghe weerasingha, සේනානායක senanayake, බණ්ඩාරනායක bandaranayake, වික්‍රමසිංහ wickramasinghe wickremesinghe, වික්රමසිංහ wickramasinghe wickremesinghe, වික්‍රමරත්න wickramaratne, ජයසිංහ jayasinghe jayasingha, ජයතිලක jayathilaka jayatilaka, තිලකරත්න thilakarathna tillakaratne, කුලතුංග kulatunga, ගුණසේකර gunasekara, අමරසිංහ amarasinghe, අබේසේකර abeysekara, අබේවික්‍රම abeywickrama, එදිරිසිංහ edirisinghe, ලියනගේ liyanage, ගමගේ gamage, හෙට්ටිආරච්චි hettiarachchi, මෙන්ඩිස් mendis, ඩයස් dias, කොස්තා costa, රොද්‍රිගෝ rodrigo, ගෝමස් gomes, පීරිස් peiris, සොයිසා soysa, හේරත් herath, එක්කනායක ekanayake, ඒකනායක ekanayake, කරුණාරත්න karunarathna karunaratne, කරුණාතිලක karunathilaka karunatilaka, සමරසිංහ samarasinghe, සමරවීර samaraweera, ජයරත්න jayarathna jayaratne, ජයසේකර jayasekara, රණසිංහ ranasinghe, රණතුංග ranatunga, රණවීර ranaweera, නානායක්කාර nanayakkara, සූරියආරච්චි sooriyaarachchi, සූරියබණ්ඩාර sooriyabandara, විජේවර්ධන wijewardena wijewardana, විජේරත්න wijerathna wijeratne, විජේතුංග wijetunga, ධර්මසේන dharmasena, ප්‍රේමදාස premadasa, පතිරණ pathirana, කසුන් kasun, කවිඳු kavindu, සඳුනි sanduni, තරිඳු tharindu, ඉඳිකා indika, චමින්ද chaminda, නුවන් nuwan, රුවන් ruwan, තුෂාර thushara, සුරංග suranga, ප්‍රසාද් prasad, දිල්රුක්ෂි dilrukshi, හිරුණි hiruni, ඉෂාරා ishara, නදීකා nadeeka, සමන්ති samanthi, කුමාරි kumari, සුනිල් sunil, ජයවර්ධන jayawardena jayawardana jayawardhana, පෙරේරා perera, සිල්වා silva, ප්‍රනාන්දු fernando, බණ්ඩාර bandara, දිසානායක dissanayake disanayaka, ගුණවර්ධන gunawardena gunawardana, වික්‍රමසිංහ wickramasinghe wickremesinghe, රත්නායක ratnayake rathnayaka, සේනානායක senanayake, හේරත් herath, මෙන්ඩිස් mendis, රාජපක්ෂ rajapaksa rajapakse, නිමල් nimal, කමල් kamal, කසුන් kasun, නුවන් nuwan, චමින්ද chaminda, රුවන් ruwan, තරිඳු tharindu, ඉෂාරා ishara, දිලිනි dilini, කුමාර kumara, ජයසිංහ jayasinghe, සඳුනි sanduni, මාලා mala, ප්‍රියන්ත priyantha, අනුෂා anusha, අමරසිංහ amarasinghe, රණසිංහ ranasinghe, ලියනගේ liyanage, ගමගේ gamage, හෙට්ටිආරච්චි hettiarachchi, එදිරිසිංහ edirisinghe, අබේවර්ධන abeywardena abeywardana, අබේසිංහ abeysinghe, අබේසේකර abeysekara abeysekera, ගුණසේකර gunasekara gunasekera, ජයසූරිය jayasuriya, ජයතිලක jayathilaka jayatilake, කරුණාරත්න karunaratne karunarathna, තිලකරත්න tilakaratne thilakarathna, ධර්මදාස dharmadasa, සමරවීර samaraweera, වීරසිංහ weerasinghe, වීරසේකර weerasekara, සිරිසේන sirisena, කුලතුංග kulatunga kulathunga, මහින්ද mahinda, චතුරිකා chathurika, ලහිරු lahiru, දිල්ශාන් dilshan, සඳරුවන් sandaruwan, නදීශා nadeesha, සචිනි sachini, තිලිණි thilini, හසිනි hasini, උපුල් upul, අජිත් ajith, රංජිත් ranjith, ප්‍රදීප් pradeep, සමන් saman, සංජීව sanjeewa sanjeeva,  කුමාරි kumari, ඒ a, බී b, සී c, ඩී d, ඊ e, එෆ් f, ජී g, එච් h, අයි i, ජේ j, කේ k, එල් l, එම් m, එන් n, පී p, ආර් r, එස් s, ටී t, යූ u, වී v, ඩබ්ලිව් w, ඩබ්ලිව w',
    romanize: romanizeIndic,
  },
  /** Initials stand for the father's name: "V. Viswanathan", "Rajesh M.". */
  {
    id: 'tamil-latin',
    countries: 'in lk',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs:
      /(?:nathan|krishnan|swamy|swami|samy|raj|murugan|velan|chelvan|arasu|alagan|subramaniam|subramanian|narayanan|rajan|mani|sundaram)$/u,
    given:
      'ramakrishnan subramanian subramaniam narayanan arunachalam krishnan rajan venkataraman natarajan sundaram raman balasubramanian chidambaram anitha sangeetha vignesh vijayalakshmi jayalakshmi krishnamurthy prabhakaran srinivasan manikandan sathish ravichandran ramachandran balasubramaniam sundaram gopal thiyagarajan ramesh mohan muthu selvi malathi vasanthi kumaran dinesh prabhu jeeva viswanathan rajesh karthik ramakrishnan lakshmi priya murugan senthil kumar arun saravanan venkatesh suresh ganesh balaji anand meenakshi kavitha deepa vijay prakash selvam shanthi revathi uma',
    family:
      'viswanathan ramakrishnan subramanian subramaniam narayanan arunachalam krishnan rajan iyer iyengar pillai murugan venkataraman natarajan sundaram raman balasubramanian chidambaram',
    fatherInitials: true,
    givenNames: { first: 0.56, last: 0.03, joined: 0.38, separated: 0.01, hyphenated: 0.02 },
    sharesNames: true,
  },
  {
    id: 'tamil',
    countries: 'in lk',
    spellings: `பாலகிருஷ்ணன் balakrishnan, பாலன் balan, பாலசுப்பிரமணியன் balasubramanian balasubramaniam, பாலாஜி balaji, பாஸ்கரன் baskaran bhaskaran, பாஸ்கர் baskar bhaskar, ராஜேந்திரன் rajendran, மணிகண்டன் manikandan, பிரியதர்ஷினி priyadharshini priyadarshini, பிரியா priya, கணேசன் ganesan, கணேஷ் ganesh, அருண்மொழி arunmozhi, சேகர் sekar sekhar, சந்திரசேகர் chandrasekar chandrasekhar, சந்திரசேகரன் chandrasekaran, இளங்கோவன் elangovan ilangovan, இளங்கோ elango ilango, கோகுல் gokul, லட்சுமணன் lakshmanan, ஐஸ்வர்யா aishwarya aiswarya, கோவிந்தன் govindan, கோபால் gopal, கோபாலகிருஷ்ணன் gopalakrishnan, குணசேகரன் gunasekaran, ஞானசேகரன் gnanasekaran, ஞானம் gnanam, தனலட்சுமி dhanalakshmi, தனசேகரன் dhanasekaran, தேவி devi, தேவன் devan, தாமோதரன் dhamodharan damodaran, திவ்யா divya, தீபா deepa, தீபக் deepak, துர்கா durga, பத்மா padma, பத்மநாபன் padmanabhan, பவானி bhavani, பாரதி bharathi, பாக்கியம் bakkiyam, பிரபு prabhu prabu, பிரகாஷ் prakash, பிரேமா prema, புவனேஸ்வரி bhuvaneswari, பூபதி boopathi boopathy, போஸ் bose, ஜெகதீசன் jagadeesan jegadeesan, ஜெகன் jagan jegan, ஜோதி jothi jyothi, ஜான் john, ஜோசப் joseph, ஜார்ஜ் george, அந்தோணி antony anthony, அப்துல் abdul, முகமது mohamed mohammed, முஹம்மது mohamed mohammed, இப்ராஹிம் ibrahim, கிருஷ்ணமூர்த்தி krishnamoorthy krishnamurthy, மூர்த்தி moorthy murthy, இராமன் raman, சீனிவாசன் srinivasan seenivasan, ஸ்ரீநிவாசன் srinivasan, ஸ்ரீதர் sridhar, ஸ்ரீராம் sriram, வெங்கடேசன் venkatesan, வெங்கட் venkat, விஸ்வநாதன் viswanathan, விக்னேஷ் vignesh, யோகேஷ் yogesh, ஹரிஹரன் hariharan, ஹரி hari, கார்த்திக் karthik karthick kartik, சுப்பிரமணியன் subramanian subramaniam subramaniyan, ராஜேஷ் rajesh, குமார் kumar, முருகன் murugan, லட்சுமி lakshmi laxmi, பிரியா priya, செந்தில் senthil, அருண் arun, சரவணன் saravanan, வெங்கடேஷ் venkatesh, சுரேஷ் suresh, கணேஷ் ganesh, பாலாஜி balaji, ஆனந்த் anand, மீனாட்சி meenakshi, கவிதா kavitha kavita, தீபா deepa, விஜய் vijay, பிரகாஷ் prakash, செல்வம் selvam, சாந்தி shanthi santhi, ரேவதி revathi, உமா uma, கிருஷ்ணன் krishnan, ராமன் raman, ராமகிருஷ்ணன் ramakrishnan, நடராஜன் natarajan, சுந்தரம் sundaram, ராஜன் rajan, நாராயணன் narayanan, ரவி ravi, மணி mani, சிவா siva shiva, பாலன் balan, வேலு velu, அன்பு anbu, தமிழ் tamil, செல்வி selvi, மாலதி malathi, ஐயர் iyer, பிள்ளை pillai, சிவகுமார் sivakumar, வெங்கடராமன் venkataraman, பாலசுப்பிரமணியன் balasubramanian balasubramaniam, விஸ்வநாதன் viswanathan, கார்த்திகேயன் karthikeyan, மோகன் mohan, எஸ் s, ஆர் r, கே k, எம் m, டி t d, ஜே j, என் n, எல் l, ஜி g, எச் h, வி v, பி p b, சங்கீதா sangeetha, சுதா sudha, சுதாகர் sudhakar, உதயா udhaya, அருண்குமார் arunkumar, ஜெயலட்சுமி jayalakshmi jeyalakshmi, மகாலட்சுமி mahalakshmi, முத்துலட்சுமி muthulakshmi, விஜயலட்சுமி vijayalakshmi, பாண்டியன் pandian pandiyan, பழனிசாமி palanisamy palaniswamy, வேலுசாமி velusamy veluswamy, ராமசாமி ramasamy ramaswamy, மாணிக்கம் manickam manikkam, பாக்யராஜ் bhagyaraj, பாஸ்கர் bhaskar baskar, பாரதி bharathi barathi, பாலு balu, கோபால் gopal, கோபி gopi, கோவிந்தன் govindan, கோவிந்தராஜன் govindarajan, கீதா geetha, கலா kala, காந்தி gandhi, கௌதம் gautham gowtham, தினேஷ் dinesh, தேவி devi, தேவராஜன் devarajan, தனலட்சுமி dhanalakshmi, தமிழ்செல்வி tamilselvi thamizhselvi tamilselvi, தமிழரசன் tamilarasan, சண்முகம் shanmugam, சண்முகசுந்தரம் shanmugasundaram, சிவராமன் sivaraman, சீனிவாசன் srinivasan, ஸ்ரீநிவாசன் srinivasan, ஸ்ரீதர் sridhar, ஸ்ரீராம் sriram, ஐஸ்வர்யா aishwarya, பிரியங்கா priyanka, பிரேமா prema, பிரபாகரன் prabhakaran prabakaran, பிரபு prabhu prabu, பிரசாந்த் prasanth prashanth, பத்மா padma, பத்மநாபன் padmanabhan, ரமேஷ் ramesh, ராஜா raja, ராதா radha, ராதாகிருஷ்ணன் radhakrishnan, சந்திரன் chandran, சந்திரா chandra, சந்திரசேகர் chandrasekar chandrasekhar, ராமச்சந்திரன் ramachandran, ஜெயச்சந்திரன் jayachandran, சௌந்தர்யா soundarya, நந்தினி nandhini nandini, சூர்யா surya, ஆறுமுகம் arumugam, விக்னேஷ் vignesh, விஜயகுமார் vijayakumar, சுப்ரமணியன் subramanian, தீபக் deepak, தீபிகா deepika, ஜெயா jaya, ஜெயக்குமார் jayakumar, ஜெயகுமார் jayakumar, ரஜினி rajini, சிவா siva, மீரா meera, சங்கர் sankar shankar, சங்கரன் sankaran, செல்வராஜ் selvaraj, இளங்கோ ilango elango, அபிராமி abirami, பூர்ணிமா poornima, அரவிந்த் aravind arvind, கண்ணன் kannan, சதீஷ் sathish satish, ரஞ்சித் ranjith, மகேஷ் mahesh, மகேஸ்வரி maheswari, உமா uma, காயத்ரி gayathri, ஹரிஷ் harish, திவ்யா divya, மேனன் menon, தமிழ்ச்செல்வன் tamilselvan thamizhselvan, தமிழ்ச்செல்வி tamilselvi, தமிழ்செல்வன் tamilselvan, ரெட்டி reddy, நாயுடு naidu, நாயர் nair, ராவ் rao, கவுண்டர் gounder, தேவர் thevar, நாடார் nadar, செட்டியார் chettiar, முதலியார் mudaliar, அப்துல் abdul, முகமது mohamed muhammed, பாத்திமா fathima, அகமது ahmed, இப்ராகிம் ibrahim, ஜான் john, தாமஸ் thomas, ஜோசப் joseph, அந்தோணி antony anthony, சேவியர் xavier`,
    romanize: (word) => [
      ...new Set(romanizeTamil(word).flatMap((text) => [text.replace(/^jeya/u, 'jaya'), text])),
    ],
    fatherInitials: true,
    sharesNames: true,
  },
  {
    id: 'telugu-latin',
    countries: 'in',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:reddy|rao|naidu|babu|raju|chowdary|lakshmi|murthy|sastry)$/u,
    given:
      'chandrasekhar prasanna harish kishore sudhakar raghu bhaskar sridhar madhavi sunitha aruna venkata satyanarayana srinivas ramesh rajesh suresh lakshmi sai krishna ravi prasad nagarjuna swathi padma sravani anusha kiran naveen pavan chandra siva rama',
    family: 'reddy rao naidu babu raju chowdary sharma murthy sastry varma goud yadav prasad krishna gupta',
    fatherInitials: true,
    familyNames: { first: 0.1, last: 0.8, joined: 0.06, separated: 0.02, hyphenated: 0.02 },
    givenNames: { first: 0.66, last: 0.22, joined: 0.1, separated: 0.01, hyphenated: 0.01 },
    shortForms:
      'venkata venkat, satyanarayana satya, venkateswara venkat, srinivas srini, lakshmi laxmi, subrahmanyam subbu, ramakrishna rk',
    sharesNames: true,
  },
  {
    id: 'telugu',
    countries: 'in',
    spellings:
      'చింతల chintala chinthala, శ్రావణి sravani shravani, మౌనిక mounika, చిరంజీవి chiranjeevi, వెంకటేశ్వర venkateswara venkateshwara venkat, గౌతమ్ gautham gowtham, సౌజన్య sowjanya soujanya, సౌమ్య sowmya soumya, ప్రశాంత్ prashanth prasanth, శ్రీకాంత్ srikanth, సంతోష్ santhosh santosh, లత latha lata, గీత geetha geeta, హరీష్ harish, వంశీ vamsi vamshi, తారక్ tarak, రామారావు ramarao, శ్రీధర్ sridhar, దుర్గ durga, మాధవి madhavi, సుజాత sujatha, రాధిక radhika, సరస్వతి saraswathi saraswati, పార్వతి parvathi, గాయత్రి gayathri gayatri, శిరీష sirisha, శైలజ sailaja shailaja, శశి sasi shashi, శేషు seshu, శేఖర్ sekhar shekhar, చంద్రశేఖర్ chandrasekhar chandrashekar, రాజశేఖర్ rajasekhar rajashekar, ఈశ్వర్ eswar, కోటేశ్వర koteswara, నాగేశ్వర nageswara, రామచంద్ర ramachandra, హనుమంత hanumantha, సుబ్బ subba, సుబ్బారావు subbarao, అప్పారావు apparao, బాలకృష్ణ balakrishna, జగదీష్ jagadeesh jagadish, జగన్ jagan, మోహన్ mohan, ఫణి phani, ఝాన్సీ jhansi, యశ్వంత్ yashwanth yaswanth, యశోద yashoda, షేక్ shaik, సయ్యద్ syed, మహమ్మద్ mohammed mahammad, రెడ్డి reddy, రావు rao, నాయుడు naidu, శ్రీనివాస్ srinivas, రమేష్ ramesh, లక్ష్మి lakshmi laxmi, వెంకట venkata venkat, కృష్ణ krishna, సాయి sai, రవి ravi, ప్రసాద్ prasad, కిరణ్ kiran, నవీన్ naveen, స్వాతి swathi swati, పద్మ padma, అనూష anusha, రాజు raju, చౌదరి chowdary chowdhary, శర్మ sharma sarma, మూర్తి murthy murty, సురేష్ suresh, రాజేష్ rajesh, కుమార్ kumar, బాబు babu, పవన్ pavan pawan, కళ్యాణ్ kalyan, మహేష్ mahesh, గౌతమి gowthami gautami, సునీత sunitha sunita, కవిత kavitha kavita, శివ siva shiva, విజయ vijaya, బి b, సి c, డి d, ఎఫ్ f, జి g, హెచ్ h, ఎచ్ h, జె j, జే j, కె k, కే k, ఎల్ l, ఎం m, ఎమ్ m, ఎన్ n, పి p, ఆర్ r, ఎస్ s, టి t, వి v, వై y, వెంకటేశ్వర్లు venkateswarlu, వెంకటేష్ venkatesh, సత్యనారాయణ satyanarayana, నాగార్జున nagarjuna, సుబ్రహ్మణ్యం subrahmanyam, రామకృష్ణ ramakrishna, సుబ్బారెడ్డి subbareddy, నరసింహ narasimha, గోపాల్ gopal, గుప్తా gupta, శాస్త్రి sastry sastri, యాదవ్ yadav, గౌడ్ goud',
    given:
      'శ్రీనివాస్ రమేష్ సురేష్ రాజేష్ లక్ష్మి కృష్ణ సాయి రవి కిరణ్ నవీన్ స్వాతి పద్మ అనూష సునీత కవిత పవన్ కళ్యాణ్ మహేష్ గౌతమి శివ విజయ వెంకట వెంకటేశ్వర వెంకటేష్ నాగార్జున రామకృష్ణ బాలకృష్ణ చిరంజీవి అర్జున్ శ్రీనివాసులు మౌనిక తేజస్విని రాఘవేంద్ర హరిత శ్రావణి సత్యనారాయణ భార్గవి వైష్ణవి ప్రశాంత్ హరీష్ అనిల్ సునీల్ వంశీ చైతన్య కార్తీక్ దివ్య సింధు ప్రియాంక హారిక మాధవి సుజాత రాధిక గీత శైలజ ఉమ జ్యోతి ప్రవీణ్ సతీష్ గణేష్ నరేష్ వినోద్ సందీప్ రాహుల్ అజయ్ విజయ్ భాస్కర్ శేఖర్ చంద్రశేఖర్ మోహన్ మురళి ప్రభాకర్ సుధాకర్ రామారావు లోకేష్ తారక తారక్ నాని',
    family: 'రెడ్డి నాయుడు చౌదరి శర్మ వర్మ గుప్తా శాస్త్రి గౌడ్ యాదవ్ మూర్తి',
    // Family names are said first, but those of a caste last: చింతల వెంకటేశ్వర రావు, సునీత రెడ్డి.
    familyFirst: true,
    givenNames: { first: 0.62, last: 0.04, joined: 0.3, separated: 0.02, hyphenated: 0.02 },
    romanize: romanizeIndic,
    fatherInitials: true,
  },
  {
    id: 'urdu',
    countries: 'pk',
    familyPerMille: 'khan 100, ahmed 50, ali 50, hussain 40, malik 25',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:ghul|zaf|shah|qur)|(?:ullah|uddin)$/u,
    given:
      'zeeshan adnan faizan waqas shahid rashid zahid ahsan hira mahnoor zara iqra komal rukhsana muhammad syed ali usman bilal hamza hassan imran kamran nadeem javed asif tariq faisal irfan saleem abdul rehman hafiz ayesha fatima zainab sana hina nadia saima rabia bushra asma maria ghani',
    family:
      'siddiqa farooq saeed mehmood anwar nawaz aslam bhatti gondal cheema khan malik butt sheikh qureshi ahmed hussain shah chaudhry siddiqui iqbal ansari naqvi rizvi bukhari gilani rehman raza abbasi mirza akhtar ghani baig hashmi dar',
    givenNames: { first: 0.7, last: 0.08, joined: 0.18, separated: 0.02, hyphenated: 0.02 },
    sharesNames: true,
  },
];
