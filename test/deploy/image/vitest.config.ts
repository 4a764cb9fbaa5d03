import { defineConfig } from 'vitest/config';

/** `npm run image:test`: builds the image of deploy/Dockerfile, and runs it. It takes minutes, so that it is no part of `npm test`. */
export default defineConfig({
  test: { include: ['test/deploy/image/*.image.ts'], testTimeout: 120_000, hookTimeout: 1_200_000 },
});
