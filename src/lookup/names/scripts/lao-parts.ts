import { onFirstUse } from '../../../first-use.ts';
import { readParts } from './known-parts.ts';

/** Parts of Lao names, as their bearers write them. */
export const laoParts = onFirstUse(() =>
  readParts(`
ກອງ kong, ກິ່ງ king, ແກ້ວ keo, ຂັນ khan, ຂຽວ khieo khiew, ຄຳ kham, ຄອນ khone, ຄູນ khoun, ງາມ ngam, ຈັນ chan chanh, ຈັນທາ chantha, ຈັນທະ chantha, ຈິດ chit chith, ໃຈ chay chai, ຊາຍ xay say, ໄຊ xay say, ໄຊຍະ xaya saya, ຊົມ xom som, ດາ da, ດາລາ dala, ດວງ douang duang, ດວງຈັນ douangchanh douangchan, ດອກ dok, ດີ dy dee,
ຕາ ta, ທອງ thong, ທະວີ thavy thavee, ທິບ thip, ທະນົງ thanong, ເທບ thep, ນາ na, ນາງ nang, ນາລີ naly, ນິດ nith nit, ນ້ອຍ noy noi, ນວນ nouane, ບົວ boua bua, ບຸນ boun, ບຸນທັນ bounthanh, ບຸດດາ boudda, ປະເສີດ pasert paseuth, ປານີ pany panee, ແປງ peng, ພອນ phone phon, ພັນ phan phanh, ພິມ phim, ພົມ phom, ພົມມະ phomma, ພູ phou, ພູວົງ phouvong, ເພັດ pheth phet, ແພງ pheng, ມະນີ many manee, ມະໄລ malay, ມາ ma, ມາລາ mala, ມີ my mee mi, ມີໄຊ mixay, ແມັດ meth, ເມືອງ muang, ລາ la, ລັດ lath, ລັດສະຫມີ latsamy, ລີ ly lee, ວັນ van vanh, ວັນນາ vanna, ວັນນີ vanny, ວິໄລ vilay vilai, ວິໄຊ vixay visay, ວຽງ vieng, ວົງ vong, ວົງສາ vongsa, ວົງໄຊ vongxay, ວົງສັກ vongsack, ວັດທະນາ vatthana,
ສອນ sone, ສະຫວັນ savanh savan, ສະຫວາດ savath savat, ສັກ sack sak, ສັກດາ sackda, ສາ sa, ສາຍ say sai, ສິດທິ sitthi, ສີ si, ສີດາ sida, ສີສະ sisa, ສຸ sou, ສຸກ souk, ສຸດາ souda, ສຸພັນ souphanh souphan, ສຸພາບ souphab, ສຸພາ soupha, ສຸລິ souli, ສຸວັນ souvanh souvan, ສຸວັນນາ souvanna, ສົມ som, ສົມບັດ sombath sombat, ສົມບູນ somboun, ສົມຈິດ somchit somchith, ສົມໄຊ somxay, ສົມດີ somdy, ສົມສີ somsy, ແສງ seng, ແສນ sene, ໂສພາ sopha, ສຸທິ southi, ຫຼວງ luang, ຫຼ້າ la, ຫມັ້ນ manh man, ອານຸ anou, ອານົງ anong, ອິນ in, ອິນທະ intha, ອຸດົມ oudom, ອຸໄທ outhay, ອຳພອນ amphone, ໄຟ fay, ຟ້າ fa
`),
);
