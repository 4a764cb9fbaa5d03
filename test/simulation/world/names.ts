export const givenNames = words(`
  ada ben clara david emma felix grace hugo iris jonas klara leo mia noah olga paul quinn rosa simon tara ulla
  victor wanda yusuf zoe
`);

export const familyNames = words(`
  adler baker cole dupont evans fischer garcia hansen ivanov jones keller lopez martin novak olsen petit rossi
  silva tanaka urban vogel weber young
`);

export const companyWords = words(`
  amber blue coral delta ember fjord golden harbour iron juniper kiwi lunar maple north ocean pine quartz
  river silver tulip urban velvet willow zephyr
`);

export const tradeWords = words(`
  bakery books cycles dental energy foods gardens hotels law motors optics paper roofing studio tools travel
  wines works
`);

/** Domains where anyone can get a mailbox. */
export const freeDomains: readonly string[] = [
  'gmx.de',
  'wanadoo.fr',
  'verizon.net',
  'sbcglobal.net',
  'telenet.be',
];

/** Domains where anyone can get a mailbox for an hour. */
export const disposableDomains: readonly string[] = [
  'mailinator.com',
  'guerrillamail.com',
  '10minutemail.com',
  'yopmail.com',
  'trashmail.com',
];

/** Local parts of functions, at which somebody reads mail or nobody does. */
export const functionNames: readonly string[] = ['info', 'sales', 'office'];

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
