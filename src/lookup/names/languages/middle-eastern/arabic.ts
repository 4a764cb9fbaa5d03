import type { Language } from '../../language.ts';

/** Names in Latin letters, as in passports of Arab countries. */
export const arabic: Language = {
  id: 'arabic',
  countries: 'sa ae qa kw bh om jo lb sy iq eg ly ma dz tn sd ye ps',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:al|el|abd|abu)-|^al(?:b[^e]|[dghjkmnqrstwz])\w{3,}i$|^abd(?:[aeu]l|[ou]l)/u,
  given: `abdirahman zahra ben hatem bassam samir nabil jamal ammar anas zakaria hamza youssouf rachid nadia samira hanan asma wafa reem maha lina dalia rasha abeer mohammed mohamed muhammad mohammad ahmed ahmad ali hassan hussein hussain omar khalid khaled abdullah abdulrahman abdulaziz ibrahim yousef youssef yusuf saeed said salem sultan fahad faisal nasser rashid
    saud turki majid tariq tarek karim kareem mustafa mostafa mahmoud hamad hamed sami walid waleed ziad bilal fatima fatma aisha mariam maryam noura nora sara sarah layla leila huda hind salma amina zainab
    khadija rania dina yasmin nour abdul rahman usman osama adel amr hisham sheikh`,
  family: `youssef suwaidi alsuwaidi shamsi ketbi mazrouei balushi hashimi najjar hamdi bennani tazi idrissi elidrissi sayegh awad nassar qasim hassan hussein ahmed mohamed ali ibrahim mahmoud khalil mansour mansoori almansoori harbi alharbi qahtani alqahtani ghamdi alghamdi otaibi alotaibi zahrani shehri dosari mutairi shammari thani althani nahyan maktoum sabah
    khalifa haddad khoury nasser saleh hamdan farah aziz rashid salman zaid kader benali amrani alaoui sayed`,
  familyNames: { first: 0.18, last: 0.7, joined: 0.08, separated: 0.02, hyphenated: 0.02 },
  familyNameCount: 2,
  givenNames: { first: 0.6, last: 0.1, joined: 0.24, separated: 0.04, hyphenated: 0.02 },
  particles: { al: 0.86, bin: 0.6, bint: 0.4, ibn: 0.5 },
  spellings:
    'mohammed mohammed mohammad, noura noura nora, abdullah abdullah abdulla, abdallah abdallah abdullah, yousef yousef yusuf, khaled khaled khalid, fatima fatima fatma, hussein hussein hussain, mohamed mohamed mohammed, nour nour noor, aisha aisha aysha',
  shortForms: '',
  sharesNames: true,
};
