import type { Language } from '../../language.ts';

export const burmeseScript: Language = {
  id: 'burmese-script',
  countries: 'mm',
  spellings:
    'အောင် aung, ကျော် kyaw, မြင့် myint, ခင် khin, ဇော် zaw, မင်း min, စု su, သီဟ thiha, ဝင်း win, လှိုင် hlaing, ထွန်း htun tun, စိုး soe, သူ thu, အေး aye, ဖြိုး phyo, နိုင် naing, မောင် maung, လွင် lwin',
};
