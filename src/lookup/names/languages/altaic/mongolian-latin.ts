import type { Language } from '../../language.ts';

export const mongolianLatin: Language = {
  id: 'mongolian-latin',
  countries: 'mn',
  marks: '',
  signs: /(?:tsetseg|bileg|erdene|baatar|jargal|tuya|munkh|ganbat|dorj|bayar|bold$)/u,
  given:
    'tserendorj ganbold batbold enkhbold otgonbayar sukhbaatar tsogt nomin oyun saikhan erdenebat bold munkhbat oyunbileg sarangerel batbayar ganbat enkhtuya narantuya bayarmaa altantsetseg temuujin ganzorig bat dorj',
  family: 'dorj munkhbat bat bold ganbat tseren',
  familyFirst: true,
  fatherInitials: true,
  sharesNames: true,
};
