import type { Api } from '../api/api.ts';
import type { Session } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import { SignInForm } from './sign-in-form.tsx';

interface EndedSessionProps {
  readonly api: Api;
  readonly secret: string | undefined;
  readonly onSession: (session: Session) => void;
  readonly onResume: () => Promise<void>;
  readonly onLeave: () => void;
}

/** Shown over a page whose session has ended: whatever was typed there is kept behind it. */
export function EndedSession({ api, secret, onSession, onResume, onLeave }: EndedSessionProps) {
  const { isRunning, problem, run } = useAction();
  return (
    <Dialog title={texts.ended.title} onClose={undefined}>
      <p>{texts.ended.explained}</p>
      <SignInForm api={api} secret={secret} onSession={onSession} />
      <ProblemNotice problem={problem} />
      <button type="button" disabled={isRunning} onClick={() => run(onResume)}>
        {texts.ended.resume}
      </button>
      <button type="button" onClick={onLeave}>
        {texts.ended.leave}
      </button>
    </Dialog>
  );
}
