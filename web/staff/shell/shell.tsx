import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { staffClient } from '#web/staff/apollo/client.ts';
import { refreshOnReturn } from '#web/staff/apollo/refresh-on-return.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';
import { signOut } from '#web/staff/auth/sign-out.ts';
import { session } from '#web/staff/auth/staff-session.ts';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { useNavigationOpen } from './use-navigation-open.ts';
import './page.css';
import './shell.css';

/** Top bar, side navigation and the route's screen, or `children`; only for somebody who is signed in. */
export function Component({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const info = useLoginInfo();
  const [leaving, setLeaving] = useState(false);
  const [open, setOpen] = useNavigationOpen();
  const navigationId = useId();
  useEffect(() => session.keepAlive(), []);
  useEffect(() => refreshOnReturn(staffClient), []);
  const main = useFocusOnNewScreen(pathname);

  // By choice the way back is to the start; by an ended session it is to this very page.
  if (info === null) return <Navigate to={paths.login(leaving ? {} : { to: `${pathname}${search}` })} replace />;

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
          // A hash would be a navigation, which unsaved work may hold back.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      <TopBar
        info={info}
        navigationId={navigationId}
        navigationOpen={open}
        onToggleNavigation={() => setOpen(!open)}
        onLogOut={logOut}
      />
      <div className="shell">
        <SideNavigation id={navigationId} role={info.role} open={open} />
        {open && <div className="shell-veil" aria-hidden="true" onClick={() => setOpen(false)} />}
        <main id="main" ref={main} tabIndex={-1}>
          {children ?? <Outlet />}
        </main>
      </div>
    </>
  );
}

/** A new screen is announced by its heading; the first one keeps the page's own order. */
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
