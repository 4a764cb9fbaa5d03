import type { ReplyTrouble } from '../network/reply-trouble.ts';

/** Something that goes wrong, as an entry of the plan that a seed generates. Times are milliseconds after the start. */
export type Fault = FaultKind & { readonly id: number; readonly atMs: number };

/** A moment of a process: its next call of a method of the stores, before or after it is carried out. */
export interface CallMoment {
  readonly method: string;
  readonly when: 'before' | 'after';
}

/** A fault that strikes in the midst of some work: at each of these moments, one after another. None: at once. */
interface AtCalls {
  readonly calls: readonly CallMoment[];
}

/** A fault that lasts for a while. */
interface Lasting {
  readonly durationMs: number;
}

export const faultKinds = [
  'killed',
  'paused',
  'clock-set',
  'store-away',
  'store-losses',
  'store-slow',
  'resolvers-silent',
  'resolvers-fail',
  'resolvers-lie',
  'resolvers-slow',
  'port-25-blocked',
  'exchange-down',
  'exchange-blocks',
  'egress-fails',
  'reply-trouble',
] as const satisfies readonly FaultKind['kind'][];

export type FaultKind =
  | ({
      readonly kind: 'killed';
      readonly process: string;
      readonly connections: 'reset' | 'half-open';
      readonly restartAfterMs: number;
    } & AtCalls)
  | ({ readonly kind: 'paused'; readonly process: string } & Lasting & AtCalls)
  | { readonly kind: 'clock-set'; readonly process: string; readonly byMs: number }
  | ({
      readonly kind: 'store-away';
      /** Undefined: all. The calls are then those of the first process. */
      readonly process: string | undefined;
    } & Lasting &
      AtCalls)
  | ({
      readonly kind: 'store-losses';
      readonly process: string;
      readonly lose: 'requests' | 'answers' | 'either';
      readonly chance: number;
    } & Lasting)
  | ({
      readonly kind: 'store-slow';
      readonly process: string | undefined;
      readonly delayMs: number;
    } & Lasting)
  | ({ readonly kind: 'resolvers-silent'; readonly process: string } & Lasting)
  | ({
      readonly kind: 'resolvers-fail';
      /** Each name is one, whatever is asked about it, or each question. */
      readonly each: 'name' | 'question';
      /** Of them, those that get no answer. */
      readonly share: number;
    } & Lasting)
  | ({ readonly kind: 'resolvers-lie'; readonly share: number } & Lasting)
  | ({ readonly kind: 'resolvers-slow'; readonly delayMs: number } & Lasting)
  | ({ readonly kind: 'port-25-blocked'; readonly process: string } & Lasting)
  | ({ readonly kind: 'exchange-down'; readonly host: string; readonly how: 'refuses' | 'silent' } & Lasting)
  | ({
      readonly kind: 'exchange-blocks';
      readonly host: string;
      /** Whom it blocks. Undefined: every egress. */
      readonly egress: string | undefined;
      readonly stage: BlockedStage;
      /** Whether it names us, or only a policy of its own. */
      readonly why: 'client' | 'policy';
    } & Lasting)
  | ({
      readonly kind: 'egress-fails';
      readonly process: string;
      readonly egress: string;
      readonly how: 'refuses' | 'silent';
    } & Lasting)
  | ({
      readonly kind: 'reply-trouble';
      /** Undefined: every exchange. */
      readonly host: string | undefined;
      readonly trouble: ReplyTrouble['kind'];
      /** Of each connection. */
      readonly chance: number;
    } & Lasting);

/** The command after which a server says that it blocks us. */
export type BlockedStage = 'greeting' | 'mail' | 'rcpt';

/** Says what a fault is, in a few words. */
export function describeFault(fault: Fault): string {
  const { id, atMs, kind, ...details } = fault;
  const words = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return `${id}: ${kind}, ${words.join(', ')}`;
}
