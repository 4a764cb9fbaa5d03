import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';
import { AccountOverview } from './account-overview.tsx';
import { OperatorOverview } from './operator-overview.tsx';

/** The first page: what matters now. */
export function Overview() {
  const { session } = useConsole();
  return (
    <>
      <PageHeading title={texts.pages.overview} />
      {session.kind === 'operator' ? <OperatorOverview /> : <AccountOverview />}
    </>
  );
}
