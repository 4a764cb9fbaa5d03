import type { ComponentChildren, ComponentType } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import type { Session } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
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
import { Mark } from '../parts/mark.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { People } from '../people/people.tsx';
import { texts } from '../texts.ts';
import { Usage } from '../usage/usage.tsx';
import { Verify } from '../verify/verify.tsx';
import { ConsoleContext, useConsole } from './console-context.ts';
import { hashOf, type PageName, pagesOf, type Route, routeOf } from './routes.ts';
import { ThemeChoice } from './theme.tsx';

interface DashboardProps {
  readonly session: Session;
  readonly api: Api;
  readonly hash: string;
  readonly onSignOut: () => Promise<void>;
  /** What is said above the page; null for nothing. */
  readonly notice: ComponentChildren;
}

/** The navigation and one page. */
export function Dashboard({ session, api, hash, onSignOut, notice }: DashboardProps) {
  const announcement = useRef<HTMLDivElement>(null);
  const announce = useCallback((text: string) => {
    if (announcement.current !== null) announcement.current.textContent = text;
  }, []);
  const context = useMemo(() => ({ session, api, announce }), [session, api, announce]);
  const { isRunning, problem, run } = useAction();
  const { page, subject } = routeOf(hash, session.kind);
  const content = useRef<HTMLElement>(null);
  /** Only narrow screens have the menu: wide ones always show its links. */
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <ConsoleContext.Provider value={context}>
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        {texts.common.skip}
      </button>
      <div class="dashboard">
        <header class={isMenuOpen ? 'side open' : 'side'}>
          <div class="brand">
            <Mark />
            <strong>{texts.common.name}</strong>
            {session.server.sandbox && <span class="tag">{texts.common.sandbox}</span>}
            <button
              type="button"
              class="menu"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(!isMenuOpen)}
            >
              {texts.common.menu}
            </button>
          </div>
          <nav aria-label={texts.common.navigation}>
            <ul>
              {pagesOf[session.kind].map((name) => (
                <li key={name}>
                  <a
                    href={hashOf(name)}
                    aria-current={name === page ? 'page' : undefined}
                    onClick={() => setMenuOpen(false)}
                  >
                    {texts.pages[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="signed-in">
            <p>
              {texts.common.signedInAs} <strong>{session.account ?? texts.common.operator}</strong>
            </p>
            <ThemeChoice />
            <ProblemNotice problem={problem} />
            <button type="button" disabled={isRunning} onClick={() => run(onSignOut)}>
              {texts.common.signOut}
            </button>
            <p class="hint">
              {texts.common.version(session.server.version)}
              <br />
              <a href="./licences.txt" target="_blank" rel="noreferrer">
                {texts.common.licences}
              </a>
            </p>
          </div>
        </header>
        <main ref={content} tabIndex={-1}>
          {notice}
          <Page key={`${page}/${subject ?? ''}`} page={page} subject={subject} />
        </main>
      </div>
      <div ref={announcement} class="unseen" role="status" />
    </ConsoleContext.Provider>
  );
}

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
function Page({ page, subject }: Route) {
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
