import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const malayalam: Language = {
  id: 'malayalam',
  countries: 'in',
  spellings:
    'നായർ nair, മേനോൻ menon, പിള്ള pillai, കുര്യൻ kurian, വർഗീസ് varghese, തോമസ് thomas, മാത്യു mathew, ജോർജ് george, ജോസഫ് joseph, ലക്ഷ്മി lakshmi, അനിൽ anil, സുരേഷ് suresh, ദിവ്യ divya, അഞ്ജലി anjali, രാജീവ് rajeev rajiv, ആതിര athira, ശ്രീജ sreeja, വിനീത് vineeth, ബിജു biju, സജിത് sajith, കുമാർ kumar, ഗോപകുമാർ gopakumar, ഉണ്ണികൃഷ്ണൻ unnikrishnan, കൃഷ്ണൻ krishnan, രവി ravi, രാധ radha, മീര meera, ശ്രീകുമാർ sreekumar, രമേശ് ramesh, വിജയൻ vijayan, നമ്പ്യാർ nambiar, പണിക്കർ panicker, ജേക്കബ് jacob, എബ്രഹാം abraham, ഫിലിപ്പ് philip, അരുൺ arun, അശ്വതി aswathy aswathi, സ്മിത smitha, പ്രിയ priya, ബിന്ദു bindu, സന്തോഷ് santhosh, ഹരി hari, ബി b, സി c, ഡി d, എഫ് f, ജി g, എച്ച് h, ജെ j, കെ k, എൽ l, എം m, എൻ n, പി p, ആർ r, എസ് s, ടി t, വി v, ശ്രീജിത്ത് sreejith, രാജേഷ് rajesh, മനോജ് manoj, വിനോദ് vinod, ഷാജി shaji, ജോസ് jose, ചാക്കോ chacko, ചെറിയാൻ cherian, ജോൺ john, മുഹമ്മദ് muhammed mohammed, അബ്ദുൾ abdul, നമ്പൂതിരി namboothiri namboodiri, കുറുപ്പ് kurup, വാര്യർ warrier',
  romanize: romanizeIndic,
  fatherInitials: true,
  sharesNames: true,
};
