import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import type { Session } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Mark } from '../parts/mark.tsx';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { Dashboard } from './dashboard.tsx';
import { SignInForm, takeSignInSecret } from './sign-in-form.tsx';
import { ThemeChoice } from './theme.tsx';
import { useSession } from './use-session.ts';

interface AppProps {
  /** The secret of the sign-in link with which the page was opened. */
  readonly openedSecret: string | undefined;
}

/** The whole console: the form to sign in, or the dashboard. */
export function App({ openedSecret }: AppProps) {
  const { state, api, begin, resume, leave, signOut } = useSession();
  const [secret, setSecret] = useState(openedSecret);
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    let current = location.hash;
    const follow = (): void => {
      const opened = takeSignInSecret(current === '' ? '#/' : current);
      if (opened !== undefined) setSecret(opened);
      current = location.hash;
      setHash(current);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const start = useCallback(
    (session: Session) => {
      setSecret(undefined);
      begin(session);
    },
    [begin],
  );
  switch (state.kind) {
    case 'loading':
      return (
        <main class="front">
          <PageHeading title={texts.common.name} />
          {state.problem === undefined ? (
            <p role="status">{texts.common.loading}</p>
          ) : (
            <ProblemNotice problem={state.problem} onRetry={() => location.reload()} />
          )}
        </main>
      );
    case 'signed_out':
      return (
        <main class="front">
          <Mark />
          <PageHeading title={texts.signIn.title} />
          <SignInForm api={api} secret={secret} onSession={start} />
          <ThemeChoice />
        </main>
      );
    case 'signed_in':
    case 'ended': {
      const { session } = state;
      const isOther = secret !== undefined && state.kind === 'signed_in';
      return (
        <>
          <Dashboard
            key={session.account ?? ''}
            session={session}
            api={api}
            hash={hash}
            onSignOut={signOut}
            notice={isOther ? <OtherLink onClose={() => setSecret(undefined)} /> : null}
          />
          {state.kind === 'ended' && (
            <EndedSession api={api} secret={secret} onSession={start} onResume={resume} onLeave={leave} />
          )}
        </>
      );
    }
  }
}

/** Says that a link was opened by somebody who is signed in. */
function OtherLink({ onClose }: { readonly onClose: () => void }) {
  return (
    <Notice kind="info">
      <p>{texts.signIn.alreadySignedIn}</p>
      <button type="button" onClick={onClose}>
        {texts.common.close}
      </button>
    </Notice>
  );
}

interface EndedSessionProps {
  readonly api: Api;
  readonly secret: string | undefined;
  readonly onSession: (session: Session) => void;
  readonly onResume: () => Promise<void>;
  readonly onLeave: () => void;
}

/** Shown over a page whose session has ended: whatever was typed there is kept behind it. */
function EndedSession({ api, secret, onSession, onResume, onLeave }: EndedSessionProps) {
  const { isRunning, problem, run } = useAction();
  return (
    <Dialog title={texts.ended.title} onClose={undefined}>
      <p>{texts.ended.explained}</p>
      <SignInForm api={api} secret={secret} onSession={onSession} />
      <ProblemNotice problem={problem} />
      <div class="actions">
        <button type="button" disabled={isRunning} onClick={() => run(onResume)}>
          {texts.ended.resume}
        </button>
        <button type="button" class="danger" onClick={onLeave}>
          {texts.ended.leave}
        </button>
      </div>
    </Dialog>
  );
}
