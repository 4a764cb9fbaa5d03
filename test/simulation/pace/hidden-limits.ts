/** Kinds of servers, by what they bear. */
export type ServerKind = 'google' | 'microsoft' | 'others';

/** What the servers of the mix allow one client, by its address. `bench/pace` has the same. */
export interface HiddenLimits {
  /** Connections. */
  readonly connections: Readonly<Record<ServerKind, number>>;
  /** Recipients a second. */
  readonly perSecond?: Readonly<Record<ServerKind, number>>;
  /** Missing recipients in ten seconds. After more, there are no answers for ten seconds. */
  readonly missing?: Readonly<Record<ServerKind, number>>;
  /** Refusals after which a session is closed. */
  readonly refusalsPerSession?: number;
  /** When all that is halved, after the start. */
  readonly halvedAfterMs?: number;
}

export const missingWithinMs = 10_000;

const connectionsByLevel = {
  tight: { google: 3, microsoft: 4, others: 4 },
  middling: { google: 8, microsoft: 10, others: 6 },
  generous: { google: 20, microsoft: 30, others: 10 },
};

export const limitLevels = [
  'tight',
  'middling',
  'generous',
  'rate',
  'missing',
  'middling-halved',
  'rate-halved',
] as const;

export type LimitLevel = (typeof limitLevels)[number];

/** Returns the limits of a level. A list of so many addresses is at work when they are halved. */
export function hiddenLimits(level: LimitLevel, addresses: number): HiddenLimits {
  const generous = { connections: connectionsByLevel.generous };
  switch (level) {
    case 'tight':
    case 'middling':
    case 'generous':
      return { connections: connectionsByLevel[level] };
    case 'rate':
      return { ...generous, perSecond: { google: 20, microsoft: 24, others: 8 } };
    case 'missing':
      return {
        ...generous,
        missing: { google: 80, microsoft: 100, others: 40 },
        refusalsPerSession: 8,
      };
    case 'middling-halved':
      return { ...hiddenLimits('middling', addresses), halvedAfterMs: 2 * addresses };
    case 'rate-halved':
      return { ...hiddenLimits('rate', addresses), halvedAfterMs: 5 * addresses };
  }
}
