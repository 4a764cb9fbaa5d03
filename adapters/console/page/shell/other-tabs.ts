/** What one tab tells the others of this browser: somebody has signed in, or the person has signed out. */
export type SessionChange = 'signed_in' | 'signed_out';

const changes: readonly unknown[] = ['signed_in', 'signed_out'] satisfies readonly SessionChange[];

/** Undefined in browsers without channels: tabs then find out with their next request. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mailproof console session');

export function tellOtherTabs(change: SessionChange): void {
  channel?.postMessage(change);
}

/** Calls `onChange` with what the other tabs tell. Returns what ends this. */
export function hearOtherTabs(onChange: (change: SessionChange) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (changes.includes(data)) onChange(data as SessionChange);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
