import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import type { ApolloClient } from '@apollo/client';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { onReturn } from '#web/shared/on-return.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { storeApiKey } from '#web/staff/platform/session/explorer-key.ts';
import { useLoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { session } from '#web/staff/platform/apollo/staff-session.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { forgetAllDrafts } from '#web/staff/ui/forms/draft-store.ts';
import { LogoutDocument } from '#web/staff/operations.generated.ts';
import { fillsWindow } from '#web/staff/platform/screen-handle.ts';
import { noteShownPath } from '#web/staff/platform/while-here.ts';
import { SecondStepNotice } from './second-step-notice.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { useNavigationOpen } from './use-navigation-open.ts';
import './page.css';
import './shell.css';

const RequiredSecondStep = lazy(async () => {
  await words('account', 'auth', 'forms', 'lists')();
  return { default: (await import('./required-second-step.tsx')).RequiredSecondStep };
});

const patience = 3000;

/** Ends the session on the server and on this device. Waits for the server for at most three seconds. */
export async function signOut(): Promise<void> {
  const ended = staffClient.mutate({ mutation: LogoutDocument, ...ownProblems }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patience))]);
  forgetAllDrafts();
  // Otherwise the next person in this tab would call the API with the key.
  storeApiKey('');
  setLoginInfo(null);
}

/** Fetches the active queries again when the user returns to a tab after a long time. Returns the function that stops it. */
export function refreshOnReturn(client: Pick<ApolloClient, 'refetchQueries'>): () => void {
  // The error link shows a failure; the screen keeps its data.
  return onReturn(() => void client.refetchQueries({ include: 'active' }).catch(() => undefined));
}

/**
 * Top bar, side navigation and the route's screen, or `children`, for a signed-in user. A screen with the handle
 * `fillsWindow` gets the whole window.
 */
export function Component({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const info = useLoginInfo();
  const [leaving, setLeaving] = useState(false);
  const [settingUp, setSettingUp] = useState(false);
  const [open, setOpen] = useNavigationOpen();
  const navigationId = useId();
  useEffect(() => session.keepAlive(), []);
  useEffect(() => refreshOnReturn(staffClient), []);
  useEffect(() => noteShownPath(pathname), [pathname]);
  const main = useFocusOnNewScreen(pathname);
  const isAlone = useMatches().some(({ handle }) => handle === fillsWindow);

  // After signing out, the next sign-in leads to the start; after an expired session, back to this page.
  if (info === null) return <Navigate to={paths.login(leaving ? {} : { to: `${pathname}${search}` })} replace />;

  // A renewal of the session ends the demand while the recovery codes, which are shown once, are on the screen.
  const mustSetUp = info.secondStepDemand?.due === true || settingUp;

  if (isAlone && !mustSetUp)
    return (
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    );

  function logOut(): void {
    setLeaving(true);
    void signOut();
  }

  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // Following the hash would be a navigation, which the guard of unsaved work may block.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      <TopBar
        info={info}
        navigationId={mustSetUp ? undefined : navigationId}
        navigationOpen={open}
        onToggleNavigation={() => setOpen(!open)}
        onLogOut={logOut}
      />
      <div className="shell">
        {!mustSetUp && <SideNavigation id={navigationId} role={info.role} open={open} />}
        {open && <div className="shell-veil" aria-hidden="true" onClick={() => setOpen(false)} />}
        <main id="main" ref={main} tabIndex={-1}>
          {mustSetUp ? (
            <Suspense>
              <RequiredSecondStep onBusy={setSettingUp} />
            </Suspense>
          ) : (
            <>
              <SecondStepNotice />
              {children ?? <Outlet />}
            </>
          )}
        </main>
      </div>
    </>
  );
}

/** Moves the focus to the heading of a new screen. On the first screen the focus stays at the top of the page. */
function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
