import type { Language } from '../../language.ts';
import { romanizeThai } from '../../scripts/thai.ts';

export const lao: Language = {
  id: 'lao',
  countries: 'la',
  spellings:
    'ສົມສັກ somsack somsak, ພິມມະສອນ phimmasone phimmason, ບຸນມີ bounmy bounmee, ແກ້ວ keo, ວົງສາ vongsa, ຄຳ kham, ສຸກ souk, ສີສຸກ sisouk, ວິໄລ vilay, ພອນ phone, ຈັນ chan, ສົມພອນ somphone, ຄຳຫຼ້າ khamla, ບົວ boua, ສຸກສະຫວັນ souksavanh, ພົມມະຈັນ phommachanh, ອິນທະວົງ inthavong, ສີສະຫວາດ sisavath, ບຸນທະວົງ bounthavong, ໄຊຍະວົງ xayavong, ສຸລິວົງ soulivong, ຈັນທະວົງ chanthavong, ນ້ອຍ noy',
  romanize: romanizeThai,
};
