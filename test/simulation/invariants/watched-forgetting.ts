import type { Story } from '../story/story.ts';
import { addressKey } from '../world/address-keys.ts';

/** Stands in finished jobs for an address that was forgotten. */
export const redactedText = '[redacted]';

/** Returns a function that tells whether somebody has wanted the address with this key to be forgotten. */
export function watchForgetting(story: Story): (key: string) => boolean {
  const keys = new Set<string>();
  story.on('forget-asked', ({ email }) => {
    keys.add(addressKey(email));
  });
  return (key) => keys.has(key);
}
