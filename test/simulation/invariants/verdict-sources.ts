import { addressKey } from '../../../src/address/address-key.ts';
import type { Story } from '../story/story.ts';

/** Work of one process, from one time to another. */
interface TimedWork {
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Watches who finds verdicts. The returned function tells which work the answer to a request comes from: that of the
 * process that was asked, and that of the one that has found the verdict, which may be another one and long ago.
 */
export function watchSources(story: Story): (request: TimedWork & { readonly email: string }) => {
  readonly answer: TimedWork;
  readonly source: TimedWork;
} {
  const found = new Map<string, { readonly process: string; readonly at: number }>();
  story.on('store-call', ({ method, args, process }, at) => {
    if (method === 'cache.set') found.set(args[0] as string, { process, at });
  });
  return ({ email, process, from, until }) => {
    const source = found.get(`verification:${addressKey(email)}`) ?? { process, at: until };
    return {
      answer: { process, from, until },
      source: { process: source.process, from: Math.min(from, source.at - longestWorkMs), until },
    };
  };
}

/** Longer than a request may take. */
const longestWorkMs = 120_000;
