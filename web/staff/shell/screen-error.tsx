import { Button } from '@blueprintjs/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { reportError } from '#web/shared/telemetry/report.ts';
import { paths } from '#web/paths.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { firstScreen } from '#web/staff/platform/navigation.tsx';

/** Replaces a screen that failed to render or to load. The navigation stays. */
export function ScreenError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const first = useFirstScreen();
  useEffect(() => {
    console.error(error);
    reportError(error);
  }, [error]);
  return (
    <Message title={t('brokenTitle')} text={t('brokenText')}>
      <Button intent="primary" text={t('retry')} onClick={() => window.location.reload()} />{' '}
      <Link to={first}>{t('goHome')}</Link>
    </Message>
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  /** The next steps. */
  readonly children: ReactNode;
}

/** A message in place of a screen that cannot be shown. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <>
      <header className="page-header">
        <h1>{title}</h1>
      </header>
      <div className="panel screen-message">
        <p>{text}</p>
        <p>{children}</p>
      </div>
    </>
  );
}

/** The first screen of the signed-in user. */
export function useFirstScreen(): string {
  const info = useLoginInfo();
  return info === null ? paths.login() : firstScreen(info.role);
}
