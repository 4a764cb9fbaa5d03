import type { ComponentType } from 'preact';
import { Job } from '../jobs/job.tsx';
import { Jobs } from '../jobs/jobs.tsx';
import { Keys } from '../keys/keys.tsx';
import { NewList } from '../lists/list-form.tsx';
import { Account } from '../operator/account.tsx';
import { Accounts } from '../operator/accounts.tsx';
import { Replies } from '../operator/replies.tsx';
import { Senders } from '../operator/senders.tsx';
import { Service } from '../operator/service.tsx';
import { AccountOverview } from '../overview/account-overview.tsx';
import { OperatorOverview } from '../overview/operator-overview.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { People } from '../people/people.tsx';
import { texts } from '../texts.ts';
import { Usage } from '../usage/usage.tsx';
import { Verify } from '../verify/verify.tsx';
import { useConsole } from './console-context.ts';
import type { PageName, Route } from './routes.ts';

const pages: Readonly<Record<PageName, ComponentType<Pick<Route, 'subject'>>>> = {
  overview: Overview,
  lists: NewList,
  jobs: ({ subject }) => (subject === undefined ? <Jobs /> : <Job id={subject} />),
  verify: Verify,
  people: People,
  keys: Keys,
  usage: Usage,
  accounts: ({ subject }) => (subject === undefined ? <Accounts /> : <Account account={subject} />),
  senders: Senders,
  service: Service,
  replies: Replies,
};

/** The page of a route. */
export function Page({ page, subject }: Route) {
  const Shown = pages[page];
  return <Shown subject={subject} />;
}

/** The first page: what matters now. */
function Overview() {
  const { session } = useConsole();
  return (
    <>
      <PageHeading title={texts.pages.overview} />
      {session.kind === 'operator' ? <OperatorOverview /> : <AccountOverview />}
    </>
  );
}
