import { useState } from 'preact/hooks';
import type { Job, JobPage } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
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
  const { api, session } = useConsole();
  const isForAll = session.kind === 'operator';
  const pages = usePages();
  const [account, setAccount] = useState('');
  const { cursor } = pages;
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== undefined) query.set('cursor', cursor);
  if (account.trim() !== '') query.set('account', account.trim());
  const { value, problem, reload } = useLoaded(
    (signal) => api.request<JobPage>(`jobs?${query}`, { signal }),
    query.toString(),
    { everyMs: 5_000 },
  );
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
      {value?.jobs.length === 0 && <NoJobs isForAll={isForAll} isFiltered={account.trim() !== ''} />}
      {value !== undefined && value.jobs.length > 0 && <JobTable jobs={value.jobs} isForAll={isForAll} />}
      <Pager pages={pages} next={value?.next_cursor} />
    </>
  );
}

interface NoJobsProps {
  readonly isForAll: boolean;
  readonly isFiltered?: boolean;
}

/** Says that there is no job, and how one is made. */
export function NoJobs({ isForAll, isFiltered = false }: NoJobsProps) {
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
  readonly jobs: readonly Job[];
  /** Whether they are of several accounts. */
  readonly isForAll: boolean;
}

/** Jobs, a row for each, with the way to its page. */
export function JobTable({ jobs, isForAll }: JobTableProps) {
  const account: Column<Job> = { head: texts.jobs.account, cell: (job) => job.account ?? '–' };
  return (
    <Table
      caption={texts.pages.jobs}
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
