import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../api/resources.ts';
import { type Figure, Figures } from '../parts/figures.tsx';
import { countText, creditText, durationText, momentText } from '../parts/format.ts';
import { StatusTag } from '../parts/result-card.tsx';
import { texts } from '../texts.ts';
import { addSample, isFinished, type ProgressSample, shownStatus, speedOf } from './job-figures.ts';

const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const;

/** How far a job is, live. */
export function JobProgress({ job }: { readonly job: Job }) {
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
