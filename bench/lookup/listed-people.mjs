import { readFileSync } from 'node:fs';

/**
 * The open half of the list of people (test/lookup/people), and the world in which they have their addresses. `email` is
 * null for people without one, and `catchAll` says that their company accepts every address.
 */
export function listedPeople() {
  const lines = readFileSync(new URL('../../test/lookup/people/open.jsonl', import.meta.url), 'utf8').trim();
  const world = { domains: {}, exchanges: {} };
  const people = lines.split('\n').map((line) => {
    const { language, fullName, domain, address, isCatchAll } = JSON.parse(line);
    world.domains[domain] ??= { mx: [`mx.${domain}`], mailboxes: [], catchAll: isCatchAll };
    world.exchanges[`mx.${domain}`] = {};
    if (address !== null) world.domains[domain].mailboxes.push(address);
    return {
      language,
      row: { first_name: fullName, last_name: '', domain },
      email: address === null ? null : `${address}@${domain}`,
      catchAll: isCatchAll,
    };
  });
  return { world, people };
}
