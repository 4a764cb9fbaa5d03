/** First names of made-up people, as written in a local part. */
export const firstNames = words(`
  adam agnes alice amelie andrew anna arthur beatrice ben bianca carlos caroline charlotte chloe christian
  clara daniel david diana edward elena emily emma eric eva felix fiona florian frank george grace hannah
  helen henry ingrid isabel ivan jack jakob james jane jonas julia karen kevin laura leo lina louis lucy maria
  mark martin mia michael nadia nathan nicole oliver oscar patricia paul peter rachel robert rosa samuel sara
  simon sofia stefan susan theo thomas tim valerie victor walter william yvonne
`);

/** Last names of made-up people. */
export const lastNames = words(`
  adams andersen bailey baker bauer becker bennett berg brown campbell carter christensen clark collins cooper
  costa davies dubois edwards evans fernandez fischer fisher foster garcia gomez gray green hall hansen harris
  hoffmann hughes ivanov jackson jansen jensen johnson jones keller kelly king klein kovacs kowalski larsen
  lewis lindberg lopez martinez meyer miller moore moreau morgan morris murphy nielsen novak olsen parker
  petrov phillips price richter roberts rossi russo santos schmidt schneider scott silva smith taylor turner
  wagner walker weber wilson wood wright young zimmermann
`);

/** Two of these words make the name of a company. */
export const companyWords = words(`
  amber arctic atlas beacon birch blue bridge cedar cliff clover coast copper coral crescent delta dune eagle
  ember falcon fern forge garnet glen granite harbor hazel heron iron island ivory jasper juniper lake lantern
  lark linden maple marble meadow mill north oak ocean olive onyx orchard pine prairie quarry raven ridge
  river robin sable sage silver slate spruce summit thistle timber valley willow winter
`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
