import { useState } from 'preact/hooks';
import type { AccountPage } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { Field } from '../parts/field.tsx';
import { countText, creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';

/** All accounts, and a way to one that has nothing yet. */
export function Accounts() {
  const { api } = useConsole();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const cursor = cursors.at(-1);
  const path = cursor === undefined ? 'accounts' : `accounts?${new URLSearchParams({ cursor })}`;
  const { value, problem, reload } = useLoaded((signal) => api.request<AccountPage>(path, { signal }), path);
  return (
    <>
      <PageHeading title={texts.pages.accounts} />
      <form
        class="card row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') location.hash = hashOf('accounts', name.trim());
        }}
      >
        <Field
          label={texts.accounts.open}
          hint={texts.accounts.openHint}
          required
          value={name}
          onValue={setName}
        />
        <button type="submit" class="primary">
          {texts.accounts.go}
        </button>
      </form>
      <ProblemNotice problem={problem} onRetry={reload} />
      {value?.accounts.length === 0 && <p>{texts.accounts.none}</p>}
      {value !== undefined && value.accounts.length > 0 && (
        <div class="scroll-x">
          <table>
            <caption class="unseen">{texts.pages.accounts}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.jobs.account}</th>
                <th scope="col" class="number">
                  {texts.usage.available}
                </th>
                <th scope="col" class="number">
                  {texts.usage.held}
                </th>
                <th scope="col" class="number">
                  {texts.pages.keys}
                </th>
              </tr>
            </thead>
            <tbody>
              {value.accounts.map(({ account, available, held, keys }) => (
                <tr key={account}>
                  <th scope="row">
                    <a href={hashOf('accounts', account)}>{account}</a>
                  </th>
                  <td class="number">{creditText(available)}</td>
                  <td class="number">{creditText(held)}</td>
                  <td class="number">{countText(keys)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="actions">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            {texts.common.previous}
          </button>
        )}
        {typeof value?.next_cursor === 'string' && (
          <button type="button" onClick={() => setCursors([...cursors, value.next_cursor ?? ''])}>
            {texts.common.next}
          </button>
        )}
      </div>
    </>
  );
}
