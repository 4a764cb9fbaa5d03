import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';
import { hindiLatin } from './hindi-latin.ts';

/** Names in Devanagari: Hindi, Marathi, Nepali. Common use in addresses: no doubled vowels, final a dropped. */
export const devanagari: Language = {
  id: 'devanagari',
  countries: 'in np',
  familyPerMille: hindiLatin.familyPerMille ?? '',
  spellings: `अनिल anil, वर्मा verma varma, शर्मा sharma, राजेश rajesh, सुरेश suresh, रमेश ramesh, गुप्ता gupta, सिंह singh sinh, कुमार kumar, प्रकाश prakash, श्रेष्ठ shrestha, प्रिया priya, पूजा pooja puja, नेहा neha, अंजलि anjali, सुनीता sunita suneeta, अग्रवाल agarwal aggarwal, जैन jain, मिश्रा mishra misra, पांडे pandey pande, पाण्डेय pandey, तिवारी tiwari, यादव yadav, चौधरी chaudhary choudhary, जोशी joshi, देशपांडे deshpande, कुलकर्णी kulkarni, पाटील patil, पाटिल patil, शिंदे shinde, गायकवाड gaikwad, पवार pawar, जाधव jadhav, मोरे more, भोसले bhosale bhosle, काळे kale, चव्हाण chavan chauhan, गोखले gokhale, फडके phadke, सचिन sachin, स्नेहा sneha, अमोल amol, स्वाती swati, संजय sanjay, विजय vijay, अजय ajay, अमित amit, राहुल rahul, विकास vikas, दीपक deepak dipak, मनोज manoj, अशोक ashok, अरुण arun, रवि ravi, संदीप sandeep sandip, आलोक alok, कविता kavita, रेखा rekha, मीना meena mina, सीमा seema sima, गीता geeta gita, सीता sita seeta, प्रियंका priyanka, श्वेता shweta sweta, आशा asha, ज्योति jyoti, राम ram, श्याम shyam, कृष्ण krishna, कृष्णा krishna, हरि hari, शिव shiva shiv, गणेश ganesh, लक्ष्मी laxmi lakshmi, सरस्वती saraswati saraswoti, थापा thapa, गुरुङ gurung, तामाङ tamang, राई rai, लिम्बू limbu, अधिकारी adhikari, पौडेल paudel poudel, भट्टराई bhattarai, कोइराला koirala, शाह shah, खड्का khadka, बस्नेत basnet, कार्की karki, मगर magar, सुशीला sushila, विष्णु bishnu vishnu, विनोद binod vinod, सरिता sarita, बिनिता binita, निर्मला nirmala, दिनेश dinesh, राजेन्द्र rajendra, सुनील sunil, नारायण narayan, खान khan, मोहम्मद mohammad mohammed`,
  romanize: romanizeIndic,
};
