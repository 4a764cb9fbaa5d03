/** `npm run fuzz`: see `command.ts`, or `npm run fuzz -- --help`. Vite reads TypeScript on every Node.js version. */
import { createViteServer } from 'vitest/node';

const server = await createViteServer({
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  appType: 'custom',
  oxc: { target: 'es2022' },
});
const { fuzzCommand } = await server.ssrLoadModule('/test/fuzz/command.ts');
const exitCode = await fuzzCommand(process.argv.slice(2), (text) => console.log(text));
await server.close();
process.exit(exitCode);
