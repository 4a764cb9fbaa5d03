import type { Language } from '../../language.ts';

export const mongolianLatin: Language = {
  id: 'mongolian-latin',
  countries: 'mn',
  signs: /(?:tsetseg|bileg|erdene|baatar|jargal|tuya|munkh|ganbat)/u,
  given:
    'bold munkhbat oyunbileg sarangerel batbayar ganbat enkhtuya narantuya bayarmaa altantsetseg temuujin ganzorig bat dorj',
  family: 'dorj munkhbat bat bold ganbat tseren',
  familyFirst: true,
  fatherInitials: true,
};
