import { useState } from 'preact/hooks';
import type { Invitation, Invitations as InvitationsResource, NewInvitation } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useResource } from '../api/use-loaded.ts';
import { ConfirmButton } from '../parts/dialog.tsx';
import { momentText } from '../parts/format.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { Secret } from '../parts/secret.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

/** The open invitations of an account, and a new one, whose link is shown once. */
export function Invitations({ path }: { readonly path: string }) {
  const { api } = useConsole();
  const [link, setLink] = useState<string>();
  const { value, problem, reload } = useResource<InvitationsResource>(path);
  const creation = useAction();
  const invite = () =>
    creation.run(async (signal) => {
      const created = await api.request<NewInvitation>(path, { method: 'POST', body: {}, signal });
      setLink(created.link);
      reload();
    });
  const withdraw = async ({ id }: Invitation, signal: AbortSignal): Promise<void> => {
    await api.request(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE', signal });
    reload();
  };
  return (
    <>
      <button type="button" disabled={creation.isRunning} onClick={invite}>
        {texts.invitations.create}
      </button>
      <ProblemNotice problem={creation.problem ?? problem} onRetry={reload} />
      {link !== undefined && (
        <Notice kind="success">
          <p>{texts.invitations.shownOnce}</p>
          <Secret label={texts.invitations.link} value={link} />
          <button type="button" onClick={() => setLink(undefined)}>
            {texts.common.close}
          </button>
        </Notice>
      )}
      <div class="links">
        {value?.invitations.length === 0 && (
          <p class="hint">
            {texts.invitations.none} {texts.invitations.noneNext}
          </p>
        )}
        {value !== undefined && value.invitations.length > 0 && (
          <ul class="rows">
            {value.invitations.map((invitation) => (
              <li key={invitation.id}>
                <span>
                  {texts.invitations.open(
                    momentText(invitation.created_at),
                    momentText(invitation.expires_at),
                  )}
                </span>
                <ConfirmButton
                  label={texts.invitations.withdraw}
                  title={texts.invitations.withdraw}
                  action={(signal) => withdraw(invitation, signal)}
                >
                  <p>{texts.invitations.withdrawExplained}</p>
                </ConfirmButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
