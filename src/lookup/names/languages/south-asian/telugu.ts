import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const telugu: Language = {
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
};
