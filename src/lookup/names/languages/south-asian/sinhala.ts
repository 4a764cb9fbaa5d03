import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const sinhala: Language = {
  id: 'sinhala',
  countries: 'lk',
  spellings:
    'සුනිල් sunil, ජයවර්ධන jayawardena jayawardana jayawardhana, පෙරේරා perera, සිල්වා silva, ප්‍රනාන්දු fernando, බණ්ඩාර bandara, දිසානායක dissanayake disanayaka, ගුණවර්ධන gunawardena gunawardana, වික්‍රමසිංහ wickramasinghe wickremesinghe, රත්නායක ratnayake rathnayaka, සේනානායක senanayake, හේරත් herath, මෙන්ඩිස් mendis, රාජපක්ෂ rajapaksa rajapakse, නිමල් nimal, කමල් kamal, කසුන් kasun, නුවන් nuwan, චමින්ද chaminda, රුවන් ruwan, තරිඳු tharindu, ඉෂාරා ishara, දිලිනි dilini, කුමාර kumara, ජයසිංහ jayasinghe, සඳුනි sanduni, මාලා mala, ප්‍රියන්ත priyantha, අනුෂා anusha, අමරසිංහ amarasinghe, රණසිංහ ranasinghe, ලියනගේ liyanage, ගමගේ gamage, හෙට්ටිආරච්චි hettiarachchi, එදිරිසිංහ edirisinghe, අබේවර්ධන abeywardena abeywardana, අබේසිංහ abeysinghe, අබේසේකර abeysekara abeysekera, ගුණසේකර gunasekara gunasekera, ජයසූරිය jayasuriya, ජයතිලක jayathilaka jayatilake, කරුණාරත්න karunaratne karunarathna, තිලකරත්න tilakaratne thilakarathna, ධර්මදාස dharmadasa, සමරවීර samaraweera, වීරසිංහ weerasinghe, වීරසේකර weerasekara, සිරිසේන sirisena, කුලතුංග kulatunga kulathunga, මහින්ද mahinda, චතුරිකා chathurika, ලහිරු lahiru, දිල්ශාන් dilshan, සඳරුවන් sandaruwan, නදීශා nadeesha, සචිනි sachini, තිලිණි thilini, හසිනි hasini, උපුල් upul, අජිත් ajith, රංජිත් ranjith, ප්‍රදීප් pradeep, සමන් saman, සංජීව sanjeewa sanjeeva,  කුමාරි kumari, ඒ a, බී b, සී c, ඩී d, ඊ e, එෆ් f, ජී g, එච් h, අයි i, ජේ j, කේ k, එල් l, එම් m, එන් n, පී p, ආර් r, එස් s, ටී t, යූ u, වී v, ඩබ්ලිව් w, ඩබ්ලිව w',
  romanize: romanizeIndic,
};
