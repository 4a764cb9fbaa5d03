import { withModules } from '../bundled-modules.mjs';

const sources = [
  'address-owner',
  'candidates',
  'domain-patterns',
  'learning',
  'stopping',
  'names/person-name',
].map((module) => `src/lookup/${module}`);

/** As many as a search asks about at most. */
const limit = 16;

/** How likely a person is to be there, before anything is known. */
const presence = 0.86;

const binCount = 10;

/**
 * Looks people up without a network, one after another, at companies that refuse unknown recipients. Returns how far the
 * chances of candidates are from how often they are accepted (expected calibration error, in ten bins), and how many of
 * those who are there are found at companies where nobody has been found before.
 */
export async function calibrationOf(lines) {
  return withModules(sources, async (folder) => {
    const modules = await Promise.all(sources.map((source) => import(`${folder}/${source}.js`)));
    return calibration(lines, Object.assign({}, ...modules));
  });
}

function calibration(lines, lookup) {
  const people = lines.filter(({ isCatchAll }) => !isCatchAll);
  const mailboxes = new Set(people.map(({ address, domain }) => `${address}@${domain}`));
  const known = new Map();
  const owners = new Map();
  const bins = Array.from({ length: binCount }, () => ({ chances: 0, accepted: 0 }));
  const first = { people: 0, found: 0 };
  let questions = 0;
  for (const { fullName, domain, address } of people) {
    const name = lookup.readName({ first_name: fullName, last_name: '', domain });
    if (name === undefined) continue;
    const before = known.get(domain) ?? lookup.nothingKnown;
    const refused = [];
    let accepted;
    let open = 1;
    for (const { localPart, probability } of lookup.candidatesToProbe(name, before, { limit })) {
      const email = `${localPart}@${domain}`;
      const chance = (presence * probability) / open;
      const bin = bins[Math.min(binCount - 1, Math.floor(chance * binCount))];
      questions += 1;
      bin.chances += chance;
      if (mailboxes.has(email)) bin.accepted += 1;
      open -= presence * probability;
      if (mailboxes.has(email) && lookup.mayOwn(name, email, owners.get(email) ?? [])) {
        accepted = localPart;
        owners.set(email, owners.get(email) ?? lookup.ownerDigests(name, email));
        break;
      }
      refused.push(localPart);
    }
    if (address !== null && !lookup.hasConfirmed(before)) {
      first.people += 1;
      if (accepted === address) first.found += 1;
    }
    const outcome = accepted === undefined ? { refused } : { refused, accepted };
    known.set(domain, lookup.patternsAfterSearch(before, name, outcome));
  }
  const distance = bins.reduce((sum, { chances, accepted }) => sum + Math.abs(chances - accepted), 0);
  return { error: distance / questions, first };
}
