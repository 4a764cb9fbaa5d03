import { expect, it } from 'vitest';
import { allKinds } from './all-kinds.ts';
import { foundInputs } from './found-inputs.ts';
import { assertNoStall } from './resource-watch.ts';

it.each(allKinds)('nothing that was found among $kind.name breaks a rule any more', async ({ kind }) => {
  await using running = await kind.start();
  for (const { file, input } of foundInputs(kind.name)) {
    const broken = await Promise.resolve(input)
      .then((bytes) => running.run(bytes))
      .then(() => assertNoStall(() => running.run(input)))
      .catch((error: unknown) => error);
    expect(broken, file).toBeUndefined();
  }
});
