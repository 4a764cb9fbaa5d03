import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import type { Session } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { Mark } from '../parts/mark.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import { ConsoleContext } from './console-context.ts';
import { Page } from './page.tsx';
import { hashOf, pagesOf, routeOf } from './routes.ts';
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
