import { useEffect, useRef } from 'preact/hooks';
import type { Job as JobResource } from '../api/resources.ts';
import { useFollowed } from '../api/use-followed.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { isFinished } from './job-figures.ts';
import { JobProgress } from './job-progress.tsx';
import { Results } from './results.tsx';

/** One job: its progress, and its results once there are some. */
export function Job({ id }: { readonly id: string }) {
  const { announce } = useConsole();
  const {
    value: job,
    problem,
    set,
  } = useFollowed<JobResource>({
    path: `jobs/${encodeURIComponent(id)}`,
    event: 'job',
    isFinal: isFinished,
  });
  const wasRunning = useRef(false);
  const finished = job !== undefined && isFinished(job);
  useEffect(() => {
    if (finished && wasRunning.current) announce(texts.job.finished);
    if (job !== undefined) wasRunning.current = !finished;
  }, [finished, job, announce]);
  return (
    <>
      <PageHeading title={job?.name ?? texts.job.title}>
        <p class="hint">
          <code>{id}</code>
        </p>
      </PageHeading>
      <ProblemNotice problem={problem} />
      {job !== undefined && (
        <>
          <JobProgress job={job} />
          <JobActions job={job} onJob={set} />
          {job.processed > 0 && <Results job={job} />}
          {job.processed === 0 && !finished && <p>{texts.job.noResultsYet}</p>}
        </>
      )}
      <p>
        <a href={hashOf('jobs')}>{texts.job.all}</a>
      </p>
    </>
  );
}

function JobActions({
  job,
  onJob,
}: {
  readonly job: JobResource;
  readonly onJob: (job: JobResource) => void;
}) {
  const { api } = useConsole();
  const path = `jobs/${encodeURIComponent(job.job_id)}`;
  const cancel = async (signal: AbortSignal): Promise<void> =>
    onJob(await api.request<JobResource>(`${path}/cancel`, { method: 'POST', body: {}, signal }));
  const remove = async (signal: AbortSignal): Promise<void> => {
    await api.request(path, { method: 'DELETE', signal });
    location.hash = hashOf('jobs');
  };
  return (
    <div class="actions">
      {!isFinished(job) && (
        <ConfirmButton label={texts.job.cancel} title={texts.job.cancelTitle} action={cancel}>
          <p>{texts.job.cancelExplained(countText(job.processed))}</p>
        </ConfirmButton>
      )}
      {isFinished(job) && (
        <ConfirmButton label={texts.job.remove} title={texts.job.removeTitle} action={remove}>
          <p>{texts.job.removeExplained}</p>
        </ConfirmButton>
      )}
    </div>
  );
}
