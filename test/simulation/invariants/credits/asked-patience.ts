import { rowKey } from '../../../../src/lookup/row.ts';
import type { Story } from '../../story/story.ts';
import { addressKey } from '../../world/address-keys.ts';

interface Asker {
  readonly process: string;
  readonly account: string | undefined;
  /** Under which the answer is stored. */
  readonly key: string;
}

/** Watches who asks. Returns a function that tells how long the most patient of these askers waits; undefined if nobody does. */
export function watchPatience(story: Story): (asker: Asker) => number | undefined {
  const waiting = new Map<string, Map<number, number>>();
  const nameOf = ({ process, account, key }: Asker) => `${process} ${account} ${key}`;
  const begin = (asker: Asker, { request, timeoutMs }: { request: number; timeoutMs: number }) => {
    const name = nameOf(asker);
    waiting.set(name, (waiting.get(name) ?? new Map()).set(request, timeoutMs));
  };
  const end = (asker: Asker, { request }: { request: number }) => {
    const name = nameOf(asker);
    const others = waiting.get(name);
    others?.delete(request);
    if (others?.size === 0) waiting.delete(name);
  };
  story.on('single-asked', (asked) =>
    begin({ ...asked, key: `verification:${addressKey(asked.email)}` }, asked),
  );
  story.on('single-answered', (answered) =>
    end({ ...answered, key: `verification:${addressKey(answered.email)}` }, answered),
  );
  story.on('lookup-asked', (asked) => begin({ ...asked, key: `lookup:${rowKey(asked.row)}` }, asked));
  story.on('lookup-answered', (answered) =>
    end({ ...answered, key: `lookup:${rowKey(answered.row)}` }, answered),
  );
  return (asker) => {
    const timeouts = waiting.get(nameOf(asker));
    return timeouts && Math.max(...timeouts.values());
  };
}
