export const replyTroubleKinds = [
  'lost',
  /** The copy comes at once, in the same packet. */
  'doubled',
  'garbled',
  'late',
  'closing',
  'reset',
  'stalled',
] as const;

/** What goes wrong with one reply of a connection. */
export interface ReplyTrouble {
  readonly kind: (typeof replyTroubleKinds)[number];
  /** Index of the reply, counted from 0, the greeting. */
  readonly atReply: number;
  readonly lateMs: number;
}
