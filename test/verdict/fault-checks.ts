import type { OutageDetector } from '../../src/exchange/outage.ts';
import { type FaultChecks, ResolverCheck } from '../../src/verdict/local-outage.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Checks for faults of ours that find what a test says. */
export function faultChecks(timeoutMs = 70_000) {
  const clock = new ManualClock();
  const state = {
    /** Whether a resolver has answered anything since the check began. */
    resolved: true,
    /** Whether resolvers answer when they are asked. */
    resolversAnswer: false,
    /** How often they were asked. */
    questions: 0,
    questionError: undefined as Error | undefined,
    reachable: true,
    connectionsFail: false,
    checkError: undefined as Error | undefined,
    /** Since when answers were asked for. */
    since: [] as number[],
  };
  const outage: Pick<
    OutageDetector,
    'resolvedSince' | 'askResolvers' | 'checkConnections' | 'connectionsFail'
  > = {
    resolvedSince: (at) => {
      state.since.push(at);
      return state.resolved;
    },
    askResolvers: async () => {
      state.questions += 1;
      if (state.questionError !== undefined) throw state.questionError;
      state.resolved = state.resolversAnswer;
    },
    checkConnections: async () => {
      if (state.checkError !== undefined) throw state.checkError;
      return state.reachable;
    },
    get connectionsFail() {
      return state.connectionsFail;
    },
  };
  const { signal } = new AbortController();
  const resolvers = new ResolverCheck(outage as OutageDetector, { clock, timeoutMs, signal });
  const checks: FaultChecks = { outage: outage as OutageDetector, resolvers, signal };
  return { clock, state, resolvers, checks };
}
