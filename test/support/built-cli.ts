import { fileURLToPath } from 'node:url';

/** The command line program, built by `npm run build`, which `npm test` runs first. */
export const builtCli = fileURLToPath(new URL('../../dist/adapters/cli/main.js', import.meta.url));
