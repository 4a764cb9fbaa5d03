import type { Language } from '../../language.ts';
import { romanizeIndic } from '../../scripts/indic.ts';

export const sinhala: Language = {
  id: 'sinhala',
  countries: 'lk',
  spellings:
    'සුනිල් sunil, ජයවර්ධන jayawardena jayawardana jayawardhana, පෙරේරා perera, සිල්වා silva, ප්‍රනාන්දු fernando, බණ්ඩාර bandara, දිසානායක dissanayake disanayaka, ගුණවර්ධන gunawardena gunawardana, වික්‍රමසිංහ wickramasinghe wickremesinghe, රත්නායක ratnayake rathnayaka, සේනානායක senanayake, හේරත් herath, මෙන්ඩිස් mendis, රාජපක්ෂ rajapaksa rajapakse, නිමල් nimal, කමල් kamal, කසුන් kasun, නුවන් nuwan, චමින්ද chaminda, රුවන් ruwan, තරිඳු tharindu, ඉෂාරා ishara, දිලිනි dilini, කුමාර kumara, ජයසිංහ jayasinghe, සඳුනි sanduni, මාලා mala, ප්‍රියන්ත priyantha, අනුෂා anusha, අමරසිංහ amarasinghe, කුමාරි kumari',
  romanize: romanizeIndic,
};
