import { useState } from 'preact/hooks';
import type { AccountPage } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { Field, Form } from '../parts/field.tsx';
import { countText, creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Pager, usePages } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';

/** All accounts, and a way to one that has nothing yet. */
export function Accounts() {
  const pages = usePages();
  const [name, setName] = useState('');
  const { cursor } = pages;
  const path = cursor === undefined ? 'accounts' : `accounts?${new URLSearchParams({ cursor })}`;
  const { value, problem, reload } = useResource<AccountPage>(path);
  return (
    <>
      <PageHeading title={texts.pages.accounts} />
      <Form
        class="card row"
        onSubmit={() => {
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
      </Form>
      <ProblemNotice problem={problem} onRetry={reload} />
      <Table
        caption={texts.pages.accounts}
        empty={<Empty text={texts.accounts.none} next={texts.accounts.noneNext} />}
        rows={value?.accounts}
        keyOf={({ account }) => account}
        columns={[
          {
            head: texts.jobs.account,
            cell: ({ account }) => <a href={hashOf('accounts', account)}>{account}</a>,
          },
          { head: texts.usage.available, cell: ({ available }) => creditText(available), isNumber: true },
          { head: texts.usage.held, cell: ({ held }) => creditText(held), isNumber: true },
          { head: texts.pages.keys, cell: ({ keys }) => countText(keys), isNumber: true },
        ]}
      />
      <Pager pages={pages} next={value?.next_cursor} />
    </>
  );
}
