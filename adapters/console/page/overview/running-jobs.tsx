import type { Job } from '../api/resources.ts';
import { Card } from '../parts/card.tsx';
import { countText, momentText } from '../parts/format.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';

/** The card has room for these, also when there are fewer, so that nothing moves when one begins or ends. */
const mostShown = 3;

interface RunningJobsProps {
  /** Those that have not ended, newest first; undefined as long as they are not known. */
  readonly jobs: readonly Job[] | undefined;
  /** Whether they are of several accounts. */
  readonly isForAll: boolean;
}

/** The jobs that are worked on, with their progress. */
export function RunningJobs({ jobs, isForAll }: RunningJobsProps) {
  return (
    <Card title={texts.overview.running} more={{ href: hashOf('jobs'), label: texts.job.all }}>
      <div class="running">
        {jobs?.length === 0 && <p class="hint">{texts.overview.nothingRuns}</p>}
        <ul class="rows">
          {jobs?.slice(0, mostShown).map(({ job_id, name, account, submitted_at, processed, total }) => (
            <li key={job_id}>
              <a href={hashOf('jobs', job_id)} title={momentText(submitted_at)}>
                {name ?? momentText(submitted_at)}
              </a>
              {isForAll && <span class="hint">{account ?? '–'}</span>}
              <progress max={Math.max(1, total)} value={processed} aria-label={texts.job.progress} />
              <span class="number">{texts.job.done(countText(processed), countText(total))}</span>
            </li>
          ))}
        </ul>
        {jobs !== undefined && jobs.length > mostShown && (
          <p class="hint">{texts.overview.moreRun(countText(jobs.length - mostShown))}</p>
        )}
      </div>
    </Card>
  );
}
