import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The open half of the list of people (test/lookup/people). */
export const openList = fileURLToPath(new URL('../../test/lookup/people/open.jsonl', import.meta.url));

/** The lines of lists of people: JSON lines, compressed if the name of the file ends in .gz. */
export function linesOf(lists) {
  return lists.flatMap((path) => {
    const bytes = readFileSync(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });
}

/**
 * People, and the world in which they have their addresses. `email` is null for people without one, and `catchAll` says
 * that their company accepts every address.
 */
export function worldOf(lines) {
  const world = { domains: {}, exchanges: {} };
  const people = lines.map(({ language, fullName, domain, address, isCatchAll }) => {
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
