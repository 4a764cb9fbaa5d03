import { useState } from 'preact/hooks';
import { isUnreachable } from '../api/problem.ts';
import type { ApiKey, ApiKeys, NewKey } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Field } from '../parts/field.tsx';
import { momentText } from '../parts/format.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { Secret } from '../parts/secret.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

interface KeyTableProps {
  /** Where the keys are: `keys`, or those of an account. */
  readonly path: string;
}

/** Keys of an account, and what can be done with them. */
export function KeyTable({ path }: KeyTableProps) {
  const { api } = useConsole();
  const { value, problem, reload } = useLoaded((signal) => api.request<ApiKeys>(path, { signal }), path);
  const [shown, setShown] = useState<NewKey>();
  const show = (key: NewKey): void => {
    setShown(key);
    reload();
  };
  /** Reloads the keys before it throws: the server may have done what it did not answer. */
  const reloadAndThrow = (problem: unknown): never => {
    if (isUnreachable(problem)) reload();
    throw problem;
  };
  const rotate = async (key: ApiKey): Promise<void> => {
    const answer = api.request<NewKey>(`${path}/${encodeURIComponent(key.id)}/rotate`, {
      method: 'POST',
      body: {},
    });
    show(await answer.catch(reloadAndThrow));
  };
  const revoke = async (key: ApiKey): Promise<void> => {
    await api.request(`${path}/${encodeURIComponent(key.id)}`, { method: 'DELETE' });
    reload();
  };
  return (
    <>
      <NewKeyForm path={path} onKey={show} onFailure={reloadAndThrow} />
      {shown !== undefined && <ShownKey created={shown} onClose={() => setShown(undefined)} />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {value?.keys.length === 0 && <p>{texts.keys.none}</p>}
      {value !== undefined && value.keys.length > 0 && (
        <div class="scroll-x">
          <table>
            <caption class="unseen">{texts.pages.keys}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.keys.name}</th>
                <th scope="col">{texts.keys.created}</th>
                <th scope="col">{texts.keys.lastUsed}</th>
                <th scope="col">{texts.keys.state}</th>
                <th scope="col">{texts.common.actions}</th>
              </tr>
            </thead>
            <tbody>
              {value.keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRotate={() => rotate(key)} onRevoke={() => revoke(key)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onRotate: () => Promise<void>;
  readonly onRevoke: () => Promise<void>;
}

function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
  const name = apiKey.name ?? apiKey.id;
  const isRevoked = apiKey.revoked_at !== null;
  return (
    <tr>
      <th scope="row">
        {name} {apiKey.test && <span class="tag">{texts.keys.testTag}</span>}
      </th>
      <td>{momentText(apiKey.created_at)}</td>
      <td>
        {apiKey.last_used_at === null || apiKey.last_used_at === undefined
          ? texts.keys.never
          : momentText(apiKey.last_used_at)}
      </td>
      <td>{isRevoked ? texts.keys.revoked(momentText(apiKey.revoked_at)) : texts.keys.valid}</td>
      <td>
        {!isRevoked && (
          <div class="actions">
            <ConfirmButton
              label={texts.keys.rotate}
              fullLabel={texts.keys.rotateNamed(name)}
              title={texts.keys.rotateNamed(name)}
              action={onRotate}
            >
              <p>{texts.keys.rotateExplained}</p>
            </ConfirmButton>
            <ConfirmButton
              label={texts.keys.revoke}
              fullLabel={texts.keys.revokeNamed(name)}
              title={texts.keys.revokeNamed(name)}
              action={onRevoke}
            >
              <p>{texts.keys.revokeExplained}</p>
            </ConfirmButton>
          </div>
        )}
      </td>
    </tr>
  );
}

interface NewKeyFormProps {
  readonly path: string;
  readonly onKey: (key: NewKey) => void;
  /** Throws what it is called with. */
  readonly onFailure: (problem: unknown) => never;
}

function NewKeyForm({ path, onKey, onFailure }: NewKeyFormProps) {
  const { api } = useConsole();
  const [name, setName] = useState('');
  const [test, setTest] = useState(false);
  const { isRunning, problem, run } = useAction();
  const create = async (): Promise<void> => {
    const body = { name: name.trim(), test };
    const succeeded = await run(async (signal) =>
      onKey(await api.request<NewKey>(path, { method: 'POST', body, signal }).catch(onFailure)),
    );
    if (!succeeded) return;
    setName('');
    setTest(false);
  };
  return (
    <form
      class="card row"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field
        label={texts.keys.newName}
        hint={texts.keys.newNameHint}
        required
        value={name}
        onValue={setName}
      />
      <label class="check">
        <input type="checkbox" checked={test} onChange={(event) => setTest(event.currentTarget.checked)} />
        {texts.keys.test}
      </label>
      <button type="submit" class="primary" disabled={isRunning}>
        {texts.keys.create}
      </button>
      <ProblemNotice problem={problem} />
    </form>
  );
}

interface ShownKeyProps {
  readonly created: NewKey;
  readonly onClose: () => void;
}

function ShownKey({ created, onClose }: ShownKeyProps) {
  const { key, secret, old_key_valid_until } = created;
  return (
    <Notice kind="success">
      <p>{texts.keys.shownOnce}</p>
      <Secret label={texts.keys.secretOf(key.name ?? key.id)} value={secret} />
      {typeof old_key_valid_until === 'string' && (
        <p>{texts.keys.oldValidUntil(momentText(old_key_valid_until))}</p>
      )}
      <button type="button" onClick={onClose}>
        {texts.keys.stored}
      </button>
    </Notice>
  );
}
