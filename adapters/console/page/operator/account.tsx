import { useState } from 'preact/hooks';
import type { Account as AccountResource } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useResource } from '../api/use-loaded.ts';
import { KeyTable } from '../keys/keys.tsx';
import { Card } from '../parts/card.tsx';
import { ConfirmButton } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/field.tsx';
import { Figures } from '../parts/figures.tsx';
import { creditText } from '../parts/format.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';
import { Invitations } from './invitations.tsx';

/** One account, as the operator sees it. */
export function Account({ account }: { readonly account: string }) {
  if (account !== '.' && account !== '..') return <NamedAccount account={account} />;
  // Browsers leave such a segment out of a path, also if it is percent-encoded: the request would be about something else.
  return (
    <>
      <PageHeading title={texts.accounts.title(account)} />
      <Notice kind="info">{texts.accounts.dots}</Notice>
    </>
  );
}

function NamedAccount({ account }: { readonly account: string }) {
  const { api } = useConsole();
  const path = `accounts/${encodeURIComponent(account)}`;
  const { value, problem, reload } = useResource<AccountResource>(path);
  const signOut = (signal: AbortSignal) =>
    api.request<void>(`${path}/sign-out`, { method: 'POST', body: {}, signal });
  return (
    <>
      <PageHeading title={texts.accounts.title(account)} />
      <ProblemNotice problem={problem} onRetry={reload} />
      <Figures
        figures={[
          [texts.usage.available, value && creditText(value.available)],
          [texts.usage.held, value && creditText(value.held)],
        ]}
      />
      <GrantForm path={path} onGranted={reload} />
      <Card title={texts.invitations.title}>
        <Invitations path={`${path}/invitations`} />
        <ConfirmButton label={texts.accounts.signOut} title={texts.accounts.signOut} action={signOut}>
          <p>{texts.accounts.signOutExplained}</p>
        </ConfirmButton>
      </Card>
      <h2>{texts.pages.keys}</h2>
      <KeyTable path={`${path}/keys`} />
    </>
  );
}

/** Credits that are given, or taken with a minus sign. The same id changes nothing twice. */
function GrantForm({ path, onGranted }: { readonly path: string; readonly onGranted: () => void }) {
  const { api } = useConsole();
  const [credits, setCredits] = useState('');
  const [id, setId] = useState('');
  const [done, setDone] = useState<string>();
  const { isRunning, problem, run } = useAction();
  const amount = Number(credits);
  const grant = () =>
    run(async (signal) => {
      setDone(undefined);
      const kind = amount < 0 ? 'corrections' : 'grants';
      await api.request(`${path}/${kind}`, {
        method: 'POST',
        body: { credits: amount, id: id.trim() },
        signal,
      });
      setDone(texts.accounts.granted(creditText(amount)));
      setCredits('');
      setId('');
      onGranted();
    });
  return (
    <Form class="card row" onSubmit={grant}>
      <Field
        label={texts.accounts.credits}
        hint={texts.accounts.creditsHint}
        type="number"
        required
        value={credits}
        onValue={setCredits}
        input={{ step: 'any' }}
      />
      <Field
        label={texts.accounts.grantId}
        hint={texts.accounts.grantIdHint}
        required
        value={id}
        onValue={setId}
      />
      <button type="submit" class="primary" disabled={isRunning || !Number.isFinite(amount) || amount === 0}>
        {texts.accounts.grant}
      </button>
      <ProblemNotice problem={problem} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
    </Form>
  );
}
