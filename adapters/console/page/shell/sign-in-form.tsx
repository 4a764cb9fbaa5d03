import { useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Session } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { Field, Form } from '../parts/field.tsx';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';

interface SignInFormProps {
  readonly api: Api;
  /** The secret of a link that was opened. It is used up by a click only: programs that look at links do not click. */
  readonly secret: string | undefined;
  readonly onSession: (session: Session) => void;
}

/** Signs in with a link, or with the admin token. */
export function SignInForm({ api, secret, onSession }: SignInFormProps) {
  const [link, setLink] = useState('');
  const [adminToken, setAdminToken] = useState('');
  const [usedSecret, setUsedSecret] = useState<string>();
  const { isRunning, problem, run } = useAction();
  const signIn = async (
    body: { invitation: string } | { admin_token: string },
    signal: AbortSignal,
  ): Promise<void> => onSession(await api.request<Session>('session', { method: 'POST', body, signal }));
  const redeemLink = (invitation: string) =>
    run(async (signal) => {
      try {
        await signIn({ invitation }, signal);
      } catch (problem) {
        // After any other problem, the link may still be good.
        if (problem instanceof ApiProblem && problem.status === 401) setUsedSecret(invitation);
        throw problem;
      }
    });
  const pasted = secretIn(link);
  // The cookie of the session would be lost, and the link used up.
  if (!isSecureContext) return <Notice kind="problem">{texts.signIn.insecure}</Notice>;
  return (
    <div class="sign-in">
      <ProblemNotice problem={problem} />
      {secret !== undefined && secret !== usedSecret && (
        <section aria-label={texts.signIn.linkOpened}>
          <p>{texts.signIn.linkExplained}</p>
          <button type="button" class="primary" disabled={isRunning} onClick={() => redeemLink(secret)}>
            {texts.signIn.useLink}
          </button>
        </section>
      )}
      <Form
        onSubmit={() => {
          if (pasted !== undefined) void redeemLink(pasted);
        }}
      >
        <h2>{texts.signIn.accountTitle}</h2>
        <Field
          label={texts.signIn.link}
          hint={texts.signIn.linkHint}
          value={link}
          onValue={setLink}
          input={{ autocomplete: 'off', spellcheck: false }}
        />
        <button
          type="submit"
          class={secret === undefined ? 'primary' : undefined}
          disabled={isRunning || pasted === undefined}
        >
          {texts.signIn.signIn}
        </button>
      </Form>
      <Form onSubmit={() => run((signal) => signIn({ admin_token: adminToken }, signal))}>
        <h2>{texts.signIn.operatorTitle}</h2>
        <Field
          label={texts.signIn.adminToken}
          type="password"
          required
          value={adminToken}
          onValue={setAdminToken}
          input={{ autocomplete: 'off' }}
        />
        <button type="submit" disabled={isRunning}>
          {texts.signIn.operatorSubmit}
        </button>
      </Form>
    </div>
  );
}

const linkHash = /#\/sign-in\/([\w-]+)$/;

/**
 * Returns the secret of a sign-in link that was opened, and removes it from the address bar and from the history; undefined
 * if the address has none. `replacement` is the hash that takes its place.
 */
export function takeSignInSecret(replacement: string): string | undefined {
  const secret = secretIn(location.hash);
  if (secret !== undefined) history.replaceState(null, '', replacement);
  return secret;
}

/** Returns the secret in the text of a link, or in its hash; undefined if there is none. */
function secretIn(link: string): string | undefined {
  return linkHash.exec(link.trim())?.[1];
}
