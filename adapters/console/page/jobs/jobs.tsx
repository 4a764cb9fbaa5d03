import { useState } from 'preact/hooks';
import type { Job, JobPage } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { Field } from '../parts/field.tsx';
import { countText, creditText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Pager, usePages } from '../parts/pager.tsx';
import { StatusTag } from '../parts/result-card.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { shownStatus } from './job-figures.ts';

const pageSize = 50;

/** The jobs of the account, or of all accounts for the operator. */
export function Jobs() {
  const { session } = useConsole();
  const isForAll = session.kind === 'operator';
  const pages = usePages();
  const [account, setAccount] = useState('');
  const { cursor } = pages;
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== undefined) query.set('cursor', cursor);
  if (account.trim() !== '') query.set('account', account.trim());
  const { value, problem, reload } = useResource<JobPage>(`jobs?${query}`, { everyMs: 5_000 });
  return (
    <>
      <PageHeading title={texts.pages.jobs} />
      {isForAll && (
        <Field
          label={texts.jobs.ofAccount}
          type="search"
          value={account}
          onValue={(text) => {
            setAccount(text);
            pages.reset();
          }}
        />
      )}
      <ProblemNotice problem={problem} onRetry={reload} />
      <JobTable jobs={value?.jobs} isForAll={isForAll} isFiltered={account.trim() !== ''} />
      <Pager pages={pages} next={value?.next_cursor} />
    </>
  );
}

/** Says that there is no job, and how one is made. */
function NoJobs({ isForAll, isFiltered }: Required<Omit<JobTableProps, 'jobs'>>) {
  if (isFiltered) return <Empty text={texts.jobs.noneOfAccount} next={texts.jobs.noneOfAccountNext} />;
  return (
    <Empty
      text={texts.jobs.none}
      next={isForAll ? texts.jobs.noneOfAnyNext : texts.jobs.noneNext}
      way={
        isForAll
          ? { href: hashOf('accounts'), label: texts.accounts.goTo }
          : { href: hashOf('lists'), label: texts.jobs.submit }
      }
    />
  );
}

interface JobTableProps {
  readonly jobs: readonly Job[] | undefined;
  /** Whether they are of several accounts. */
  readonly isForAll: boolean;
  /** Whether one account was asked for, so that there may be jobs of others. */
  readonly isFiltered?: boolean;
}

/** Jobs, a row for each, with the way to its page. */
export function JobTable({ jobs, isForAll, isFiltered = false }: JobTableProps) {
  const account: Column<Job> = { head: texts.jobs.account, cell: (job) => job.account ?? '–' };
  return (
    <Table
      caption={texts.pages.jobs}
      empty={<NoJobs isForAll={isForAll} isFiltered={isFiltered} />}
      rows={jobs}
      keyOf={(job) => job.job_id}
      columns={[
        {
          head: texts.jobs.submitted,
          cell: (job) => <a href={hashOf('jobs', job.job_id)}>{momentText(job.submitted_at)}</a>,
        },
        { head: texts.jobs.name, cell: (job) => job.name ?? '–' },
        ...(isForAll ? [account] : []),
        { head: texts.jobs.kind, cell: (job) => texts.jobs.kinds[job.kind] },
        { head: texts.jobs.key, cell: (job) => job.key_name ?? job.key_id ?? texts.usage.console },
        { head: texts.jobs.state, cell: (job) => <StatusTag status={shownStatus(job)} /> },
        {
          head: texts.jobs.progress,
          cell: (job) => `${countText(job.processed)} / ${countText(job.total)}`,
          isNumber: true,
        },
        {
          head: texts.usage.credits,
          cell: (job) => creditText(job.credits.charged - job.credits.refunded),
          isNumber: true,
        },
      ]}
    />
  );
}
