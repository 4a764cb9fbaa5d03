import { useState } from 'preact/hooks';
import type { Job, JobPage } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { Field } from '../parts/field.tsx';
import { countText, creditText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { StatusTag } from '../parts/result-card.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { shownStatus } from './job-figures.ts';

const pageSize = 50;

/** The jobs of the account, or of all accounts for the operator. */
export function Jobs() {
  const { api, session } = useConsole();
  const isForAll = session.kind === 'operator';
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [account, setAccount] = useState('');
  const cursor = cursors.at(-1);
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
            setCursors([]);
          }}
        />
      )}
      <ProblemNotice problem={problem} onRetry={reload} />
      {value?.jobs.length === 0 && (
        <p>{account.trim() === '' ? texts.jobs.none : texts.jobs.noneOfAccount}</p>
      )}
      {value !== undefined && value.jobs.length > 0 && <JobTable jobs={value.jobs} isForAll={isForAll} />}
      <div class="actions">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            {texts.common.newer}
          </button>
        )}
        {typeof value?.next_cursor === 'string' && (
          <button type="button" onClick={() => setCursors([...cursors, value.next_cursor ?? ''])}>
            {texts.common.older}
          </button>
        )}
      </div>
    </>
  );
}

function JobTable({ jobs, isForAll }: { readonly jobs: readonly Job[]; readonly isForAll: boolean }) {
  return (
    <div class="scroll-x">
      <table>
        <caption class="unseen">{texts.pages.jobs}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.jobs.submitted}</th>
            {isForAll && <th scope="col">{texts.jobs.account}</th>}
            <th scope="col">{texts.jobs.kind}</th>
            <th scope="col">{texts.jobs.key}</th>
            <th scope="col">{texts.jobs.state}</th>
            <th scope="col" class="number">
              {texts.jobs.progress}
            </th>
            <th scope="col" class="number">
              {texts.usage.credits}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.job_id}>
              <th scope="row">
                <a href={hashOf('jobs', job.job_id)}>{momentText(job.submitted_at)}</a>
              </th>
              {isForAll && <td>{job.account ?? '–'}</td>}
              <td>{texts.jobs.kinds[job.kind]}</td>
              <td>{job.key_name ?? job.key_id ?? texts.usage.console}</td>
              <td>
                <StatusTag status={shownStatus(job)} />
              </td>
              <td class="number">
                {countText(job.processed)} / {countText(job.total)}
              </td>
              <td class="number">{creditText(job.credits.charged - job.credits.refunded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
