import type { PlantedFault } from './planted-fault.ts';

const forgottenAddresses = 'src/credits/forgotten-addresses.ts';

export const forgettingFaults: readonly PlantedFault[] = [
  {
    name: 'mark-of-a-forgotten-address-ignored',
    file: 'src/credits/result-cache.ts',
    find: '    if (address !== undefined && (await this.#forgotten.has(address))) await this.#remove(key);\n',
    replace: '',
    foundBy: ['forgotten addresses are gone'],
  },
  {
    name: 'mark-of-a-forgotten-address-lasts-a-second',
    file: forgottenAddresses,
    find: 'const rememberedMs = 1_800_000;',
    replace: 'const rememberedMs = 1_000;',
    foundBy: ['forgotten addresses are gone'],
  },
  {
    name: 'forgotten-address-learned-again',
    file: forgottenAddresses,
    find: 'if (digests.length === 0 ||',
    replace: 'if (digests.length >= 0 ||',
    foundBy: ['forgotten addresses are gone'],
  },
  {
    name: 'lookups-that-found-a-forgotten-address-kept',
    file: 'src/bulk/forgetting/forgetting.ts',
    find: 'let cached = await lookups.forget(email);',
    replace: 'let cached = 0;\n  if (lookups === undefined) throw new Error();',
    foundBy: ['forgotten addresses are gone'],
  },
  {
    name: 'forgotten-address-kept-in-finished-jobs',
    file: 'src/bulk/forgetting/job-search.ts',
    find: 'count += await unlessGone(this.#jobs.redact(id, states.map(redacted)), 0);',
    replace: 'count += id === "" ? states.map(redacted).length : states.length;',
    foundBy: ['forgotten addresses are gone'],
  },
];
