import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const telugu: Language = {
  id: 'telugu',
  countries: 'in',
  spellings:
    'రెడ్డి reddy, రావు rao, నాయుడు naidu, శ్రీనివాస్ srinivas, రమేష్ ramesh, లక్ష్మి lakshmi laxmi, వెంకట venkata venkat, కృష్ణ krishna, సాయి sai, రవి ravi, ప్రసాద్ prasad, కిరణ్ kiran, నవీన్ naveen, స్వాతి swathi swati, పద్మ padma, అనూష anusha, రాజు raju, చౌదరి chowdary chowdhary, శర్మ sharma sarma, మూర్తి murthy murty, సురేష్ suresh, రాజేష్ rajesh, కుమార్ kumar, బాబు babu, పవన్ pavan pawan, కళ్యాణ్ kalyan, మహేష్ mahesh, గౌతమి gowthami gautami, సునీత sunitha sunita, కవిత kavitha kavita, శివ siva shiva, విజయ vijaya, బి b, సి c, డి d, ఎఫ్ f, జి g, హెచ్ h, ఎచ్ h, జె j, జే j, కె k, కే k, ఎల్ l, ఎం m, ఎమ్ m, ఎన్ n, పి p, ఆర్ r, ఎస్ s, టి t, వి v, వై y, వెంకటేశ్వర్లు venkateswarlu, వెంకటేష్ venkatesh, సత్యనారాయణ satyanarayana, నాగార్జున nagarjuna, సుబ్రహ్మణ్యం subrahmanyam, రామకృష్ణ ramakrishna, సుబ్బారెడ్డి subbareddy, నరసింహ narasimha, గోపాల్ gopal, గుప్తా gupta, శాస్త్రి sastry sastri, యాదవ్ yadav, గౌడ్ goud',
  romanize: romanizeIndic,
  fatherInitials: true,
};
