import { defineConfig } from 'vitest/config';

/** `npm run pictures`: makes the pictures of the console in docs/pictures. */
export default defineConfig({
  test: {
    include: ['test/console/pictures/*.pictures.ts'],
    globalSetup: ['test/support/install-programs.ts'],
    testTimeout: 120_000,
  },
});
