import { Job } from '../jobs/job.tsx';
import { Jobs } from '../jobs/jobs.tsx';
import { Keys } from '../keys/keys.tsx';
import { NewList } from '../lists/list-form.tsx';
import { Account } from '../operator/account.tsx';
import { Accounts } from '../operator/accounts.tsx';
import { Replies } from '../operator/replies.tsx';
import { Senders } from '../operator/senders.tsx';
import { Service } from '../operator/service.tsx';
import { Overview } from '../overview/overview.tsx';
import { People } from '../people/people.tsx';
import { Usage } from '../usage/usage.tsx';
import { Verify } from '../verify/verify.tsx';
import type { Route } from './routes.ts';

/** The page of a route. */
export function Page({ page, subject }: Route) {
  switch (page) {
    case 'overview':
      return <Overview />;
    case 'lists':
      return <NewList />;
    case 'jobs':
      return subject === undefined ? <Jobs /> : <Job id={subject} />;
    case 'verify':
      return <Verify />;
    case 'people':
      return <People />;
    case 'keys':
      return <Keys />;
    case 'usage':
      return <Usage />;
    case 'accounts':
      return subject === undefined ? <Accounts /> : <Account account={subject} />;
    case 'senders':
      return <Senders />;
    case 'service':
      return <Service />;
    case 'replies':
      return <Replies />;
  }
}
