import { withModules } from '../bundled-modules.mjs';

const sources = [
  'address-owner',
  'candidates',
  'domain-patterns',
  'find-chance',
  'learning',
  'stopping',
  'names/person-name',
].map((module) => `src/lookup/${module}`);

/** As many as a search asks about at most. */
const limit = 20;

/** Calls `measure` with a function that makes lookups without a network, which knows nothing yet each time it is made. */
export async function withOfflineLookups(measure) {
  return withModules(sources, async (folder) => {
    const modules = await Promise.all(sources.map((source) => import(`${folder}/${source}.js`)));
    return measure(() => offlineLookups(Object.assign({}, ...modules)));
  });
}

/**
 * Returns a function that looks a person up, one after another, at companies that refuse unknown recipients. It returns
 * what a search finds, how likely the find is the person's, and each question with the chance that was given to it.
 * `isFirst`: nobody has been found at the domain before.
 */
function offlineLookups(lookup) {
  const known = new Map();
  const owners = new Map();
  return ({ row, exists }) => {
    const { domain } = row;
    const name = lookup.readName(row);
    if (name === undefined) return { questions: [], isFirst: false };
    const before = known.get(domain) ?? lookup.nothingKnown;
    const questions = [];
    const refused = [];
    let find;
    let anothers;
    let open = 1;
    for (const { localPart, probability } of lookup.candidatesToProbe(name, before, { limit })) {
      const email = `${localPart}@${domain}`;
      const chance = lookup.presenceAt(lookup.nothingKnown) * probability;
      const isAccepted = exists(localPart);
      questions.push({ localPart, chance: chance / open, isAccepted });
      open -= chance;
      const answers = { accepted: localPart, refused };
      if (!isAccepted) refused.push(localPart);
      else if (lookup.mayOwn(name, email, owners.get(email) ?? [])) {
        find = { localPart, chance: lookup.findChance(name, before, answers) };
        break;
      } else anothers ??= { localPart, chance: lookup.chanceAgainstOwner(name, before, answers) };
    }
    if (find !== undefined) {
      const email = `${find.localPart}@${domain}`;
      owners.set(email, owners.get(email) ?? lookup.ownerDigests(name, email));
    }
    if (find !== undefined || anothers === undefined) {
      const outcome = find === undefined ? { refused } : { accepted: find.localPart, refused };
      known.set(domain, lookup.patternsAfterSearch(before, name, outcome));
    }
    return { find: find ?? anothers, questions, isFirst: !lookup.hasConfirmed(before) };
  };
}
