import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job as JobResource } from '../api/resources.ts';
import { useFollowed } from '../api/use-followed.ts';
import { ConfirmButton } from '../parts/dialog.tsx';
import { type Figure, Figures } from '../parts/figures.tsx';
import { countText, creditText, durationText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { StatusTag } from '../parts/result-card.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { addSample, isFinished, type ProgressSample, shownStatus, speedOf } from './job-figures.ts';
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

const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const;

/** How far a job is, live. */
function JobProgress({ job }: { readonly job: JobResource }) {
  const { total, processed } = job;
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { atMs: Date.now(), processed })), [processed]);
  const speed = isFinished(job) ? undefined : speedOf(samples);
  const leftMs = speed === undefined || speed === 0 ? undefined : (1_000 * (total - processed)) / speed;
  return (
    <section class="card" aria-label={texts.job.progress}>
      <div class="row">
        <StatusTag status={shownStatus(job)} />
        <progress max={Math.max(1, total)} value={processed} aria-label={texts.job.progress} />
        <strong>{texts.job.done(countText(processed), countText(total))}</strong>
      </div>
      <Figures
        figures={[
          ...statuses.map(
            (status): Figure => [<StatusTag status={status} />, countText(job.counts.by_status[status])],
          ),
          ...(job.counts.retrying > 0
            ? [[texts.job.retrying, countText(job.counts.retrying)] satisfies Figure]
            : []),
        ]}
      />
      <p class="hint">
        {[
          texts.job.submitted(momentText(job.submitted_at)),
          job.next_retry_at !== null && texts.job.nextRetry(momentText(job.next_retry_at)),
          speed !== undefined && speed > 0 && texts.job.speed(countText(Math.max(1, Math.round(speed)))),
          leftMs !== undefined && leftMs > 0 && texts.job.left(durationText(leftMs)),
          isFinished(job) && texts.job.completed(momentText(job.finished_at)),
          texts.job.credits(creditText(job.credits.charged), creditText(job.credits.refunded)),
        ]
          .filter((text) => typeof text === 'string')
          .join(' · ')}
      </p>
    </section>
  );
}
