import type { Balance, Job, JobPage } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { isFinished } from '../jobs/job-figures.ts';
import { JobTable } from '../jobs/jobs.tsx';
import { Bars } from '../parts/bars.tsx';
import { Card } from '../parts/card.tsx';
import { Figures } from '../parts/figures.tsx';
import { countText, creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { RunningJobs } from './running-jobs.tsx';

const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const;
const mostListed = 5;
/** The newest jobs, among which those that run are looked for, as often as on the page of jobs. */
const newestQuery = 'jobs?limit=50';
/** As many as one request may ask for: the month is counted in these. */
const monthQuery = 'jobs?limit=200';

/** The balance, the lists that are worked on and the last ones, and how the results of this month are shared out. */
export function AccountOverview() {
  const balance = useResource<Balance>('balance', { everyMs: 15_000 });
  const newest = useResource<JobPage>(newestQuery, { everyMs: 5_000 });
  const month = useResource<JobPage>(monthQuery, { everyMs: 60_000 });
  const jobs = newest.value?.jobs;
  const running = jobs?.filter((job) => !isFinished(job));
  const sum = month.value && sumOfMonth(month.value);
  return (
    <>
      <ProblemNotice
        problem={balance.problem ?? newest.problem ?? month.problem}
        onRetry={() => {
          for (const { reload } of [balance, newest, month]) reload();
        }}
      />
      <Figures
        figures={[
          [texts.usage.available, balance.value && creditText(balance.value.available)],
          [texts.usage.held, balance.value && creditText(balance.value.held)],
          [texts.overview.running, running && countText(running.length)],
          [texts.overview.resultsOfMonth, sum && countText(sum.results)],
        ]}
      />
      <div class="columns">
        <RunningJobs jobs={running} isForAll={false} />
        <Card title={texts.overview.statuses}>
          <Bars
            title={sum?.isPartial ? texts.overview.newestOfMonth : texts.overview.listsOfMonth}
            bars={statuses.map((status) => ({
              label: status,
              count: sum?.byStatus[status],
              kind: `bar-${status}`,
            }))}
          />
        </Card>
      </div>
      <Card title={texts.overview.last} more={{ href: hashOf('jobs'), label: texts.job.all }}>
        <JobTable jobs={jobs?.slice(0, mostListed)} isForAll={false} />
      </Card>
    </>
  );
}

interface MonthSum {
  readonly byStatus: Job['counts']['by_status'];
  readonly results: number;
  /** Whether the month has more jobs than were asked for. */
  readonly isPartial: boolean;
}

/** Adds up the results of the jobs that were submitted in the month of today, in UTC. */
function sumOfMonth({ jobs, next_cursor }: JobPage): MonthSum {
  const month = new Date().toISOString().slice(0, 7);
  const ofMonth = jobs.filter(({ submitted_at }) => submitted_at.startsWith(month));
  const byStatus = { safe: 0, risky: 0, invalid: 0, unknown: 0 };
  for (const { counts } of ofMonth)
    for (const status of statuses) byStatus[status] += counts.by_status[status];
  return {
    byStatus,
    results: statuses.reduce((sum, status) => sum + byStatus[status], 0),
    isPartial: next_cursor !== null && ofMonth.length === jobs.length,
  };
}
