import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Api, createApi } from '../api/api.ts';
import { ApiProblem, asRetried, isAbort, isUnreachable } from '../api/problem.ts';
import type { Session } from '../api/resources.ts';

/** Who is signed in. `ended`: the session has ended while somebody was working, and the page still shows their work. */
type SessionState =
  | { readonly kind: 'loading'; readonly problem: unknown }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'signed_in' | 'ended'; readonly session: Session };

export interface SessionKeeper {
  readonly state: SessionState;
  readonly api: Api;
  readonly begin: (session: Session) => void;
  /** Asks the server whether somebody has signed in since, in another tab. Rejects if nobody has. */
  readonly resume: () => Promise<void>;
  readonly signOut: () => Promise<void>;
}

const retryMs = 2_000;
/** The longest time that timers of browsers can wait. */
const maxTimerMs = 2 ** 31 - 1;

export function useSession(): SessionKeeper {
  const [state, setState] = useState<SessionState>({ kind: 'loading', problem: undefined });
  const token = useRef<string | undefined>(undefined);
  const begin = useCallback((session: Session) => {
    token.current = session.csrf_token;
    setState({ kind: 'signed_in', session });
  }, []);
  const end = useCallback(() => {
    token.current = undefined;
    setState((before) => (before.kind === 'signed_in' ? { kind: 'ended', session: before.session } : before));
  }, []);
  const api = useMemo(() => createApi({ csrfToken: () => token.current, onSignedOut: end }), [end]);
  const resume = useCallback(async () => begin(await api.request<Session>('session')), [api, begin]);

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

  const signOut = useCallback(async () => {
    await api.request('session', { method: 'DELETE' });
    token.current = undefined;
    setState({ kind: 'signed_out' });
  }, [api]);

  return { state, api, begin, resume, signOut };
}
