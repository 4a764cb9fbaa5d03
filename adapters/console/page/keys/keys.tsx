import { useState } from 'preact/hooks';
import { isUnreachable } from '../api/problem.ts';
import type { ApiKey, ApiKeys, NewKey } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { ConfirmButton } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/field.tsx';
import { momentText } from '../parts/format.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

/** The keys of the account that is signed in. */
export function Keys() {
  return (
    <>
      <PageHeading title={texts.pages.keys} />
      <p>{texts.keys.explained}</p>
      <KeyTable path="keys" />
    </>
  );
}

interface KeyTableProps {
  /** Where the keys are: `keys`, or those of an account. */
  readonly path: string;
}

/** Keys of an account, and what can be done with them. */
export function KeyTable({ path }: KeyTableProps) {
  const { api } = useConsole();
  const { value, problem, reload } = useResource<ApiKeys>(path);
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
      <Table
        caption={texts.pages.keys}
        empty={<Empty text={texts.keys.none} next={texts.keys.noneNext} />}
        rows={value?.keys}
        keyOf={(key) => key.id}
        columns={[
          {
            head: texts.keys.name,
            cell: (key) => (
              <>
                {nameOf(key)} {key.test && <span class="tag">{texts.keys.testTag}</span>}
              </>
            ),
          },
          { head: texts.keys.created, cell: (key) => momentText(key.created_at) },
          {
            head: texts.keys.lastUsed,
            cell: ({ last_used_at: at }) => (at === null ? texts.keys.never : momentText(at)),
          },
          {
            head: texts.keys.state,
            cell: ({ revoked_at: at }) =>
              at === null ? texts.keys.valid : texts.keys.revoked(momentText(at)),
          },
          {
            head: texts.common.actions,
            cell: (key) => <KeyActions name={nameOf(key)} apiKey={key} rotate={rotate} revoke={revoke} />,
          },
        ]}
      />
    </>
  );
}

function nameOf({ name, id }: ApiKey): string {
  return name ?? id;
}

interface KeyActionsProps {
  readonly name: string;
  readonly apiKey: ApiKey;
  readonly rotate: (key: ApiKey) => Promise<void>;
  readonly revoke: (key: ApiKey) => Promise<void>;
}

/** What can be done with a key that is valid. */
function KeyActions({ name, apiKey, rotate, revoke }: KeyActionsProps) {
  if (apiKey.revoked_at !== null) return null;
  return (
    <div class="actions">
      <ConfirmButton
        label={texts.keys.rotate}
        fullLabel={texts.keys.rotateNamed(name)}
        title={texts.keys.rotateNamed(name)}
        weight="secondary"
        action={() => rotate(apiKey)}
      >
        <p>{texts.keys.rotateExplained}</p>
      </ConfirmButton>
      <ConfirmButton
        label={texts.keys.revoke}
        fullLabel={texts.keys.revokeNamed(name)}
        title={texts.keys.revokeNamed(name)}
        action={() => revoke(apiKey)}
      >
        <p>{texts.keys.revokeExplained}</p>
      </ConfirmButton>
    </div>
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
    <Form class="card row" onSubmit={create}>
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
    </Form>
  );
}

/** A secret that is shown once, and a first request with it. */
function ShownKey({ created, onClose }: { readonly created: NewKey; readonly onClose: () => void }) {
  const { session } = useConsole();
  const { key, secret, old_key_valid_until } = created;
  const email = session.server.sandbox || key.test ? 'ann.baker@bakery.example.com' : 'ann@example.com';
  return (
    <Notice kind="success">
      <p>{texts.keys.shownOnce}</p>
      <Secret label={texts.keys.secretOf(nameOf(key))} value={secret} />
      {typeof old_key_valid_until === 'string' && (
        <p>{texts.keys.oldValidUntil(momentText(old_key_valid_until))}</p>
      )}
      <Secret
        label={texts.keys.firstRequest}
        // Double quotes are understood by the shells of all systems.
        value={`curl -H "X-API-Key: ${secret}" "${location.origin}/v1/verify?email=${email}"`}
        isLong
      />
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {texts.keys.stored}
        </button>
        <a class="button" href="/docs" target="_blank" rel="noreferrer">
          {texts.keys.docs}
        </a>
      </div>
    </Notice>
  );
}
