import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Api, createApi } from '../api/api.ts';
import { ApiProblem, asRetried, isAbort, isUnreachable } from '../api/problem.ts';
import type { Session } from '../api/resources.ts';
import { closeSubmitted } from '../lists/submitted-lists.ts';

/** Who is signed in. `ended`: the session has ended while somebody was working, and the page still shows their work. */
type SessionState =
  | { readonly kind: 'loading'; readonly problem: unknown }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'signed_in' | 'ended'; readonly session: Session };

export interface SessionKeeper {
  readonly state: SessionState;
  readonly api: Api;
  /** Goes on with a session that began in this tab. */
  readonly begin: (session: Session) => void;
  /** Goes on with the session that the browser has, begun in another tab. Rejects if it has none. */
  readonly resume: () => Promise<void>;
  /** Forgets a session that has ended, with everything that the page shows of it. */
  readonly leave: () => void;
  readonly signOut: () => Promise<void>;
}

const retryMs = 2_000;
/** The longest time that timers of browsers can wait. */
const maxTimerMs = 2 ** 31 - 1;

export function useSession(): SessionKeeper {
  const [state, setState] = useState<SessionState>({ kind: 'loading', problem: undefined });
  const token = useRef<string | undefined>(undefined);
  const shown = useRef<Session | undefined>(undefined);
  const enter = useCallback((session: Session) => {
    if (shown.current !== undefined && !isSameOwner(session, shown.current)) closeSubmitted();
    token.current = session.csrf_token;
    shown.current = session;
    setState({ kind: 'signed_in', session });
  }, []);
  const begin = useCallback(
    (session: Session) => {
      enter(session);
      tellOtherTabs('signed_in');
    },
    [enter],
  );
  const leave = useCallback(() => {
    token.current = undefined;
    shown.current = undefined;
    closeSubmitted();
    setState({ kind: 'signed_out' });
  }, []);
  const end = useCallback(() => {
    // The token is kept: what the page asks behind the dialog must not be answered with another account's data.
    setState((before) => (before.kind === 'signed_in' ? { kind: 'ended', session: before.session } : before));
  }, []);
  const api = useMemo(() => createApi({ csrfToken: () => token.current, onSignedOut: end }), [end]);
  const resume = useCallback(async () => {
    enter(await api.request<Session>('session', { anySession: true }));
  }, [api, enter]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async (): Promise<void> => {
      try {
        await resume();
      } catch (problem) {
        if (isAbort(problem)) return;
        if (problem instanceof ApiProblem && problem.status === 401) return setState({ kind: 'signed_out' });
        setState({ kind: 'loading', problem: asRetried(problem) });
        if (isUnreachable(problem)) timer = setTimeout(start, retryMs);
      }
    };
    void start();
    return () => clearTimeout(timer);
  }, [resume]);

  const expiresAt = state.kind === 'signed_in' ? Date.parse(state.session.expires_at) : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    // The clock of this machine may be wrong: the server knows whether the session has ended.
    const ask = (): unknown => api.request('session').catch(() => {});
    const timer = setTimeout(ask, Math.min(maxTimerMs, Math.max(0, expiresAt - Date.now())));
    return () => clearTimeout(timer);
  }, [expiresAt, api]);

  useEffect(
    () =>
      hearOtherTabs((change) => {
        if (change === 'signed_out') return leave();
        // A tab that shows nothing of anybody, or of the same account, goes on with the new session.
        const check = async (): Promise<void> => {
          const session = await api.request<Session>('session', { anySession: true });
          if (shown.current === undefined || isSameOwner(session, shown.current)) enter(session);
          else end();
        };
        // Without an answer, the next request finds out.
        void check().catch(() => {});
      }),
    [api, enter, leave, end],
  );

  const signOut = useCallback(async () => {
    await api.request('session', { method: 'DELETE' });
    leave();
    tellOtherTabs('signed_out');
  }, [api, leave]);

  return { state, api, begin, resume, leave, signOut };
}

function isSameOwner(one: Session, other: Session): boolean {
  return one.kind === other.kind && one.account === other.account;
}

/** What one tab tells the others of this browser: somebody has signed in, or the person has signed out. */
type SessionChange = 'signed_in' | 'signed_out';

const changes: readonly unknown[] = ['signed_in', 'signed_out'] satisfies readonly SessionChange[];

/** Undefined in browsers without channels: tabs then find out with their next request. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mailproof console session');

function tellOtherTabs(change: SessionChange): void {
  channel?.postMessage(change);
}

/** Calls `onChange` with what the other tabs tell. Returns what ends this. */
function hearOtherTabs(onChange: (change: SessionChange) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (changes.includes(data)) onChange(data as SessionChange);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
