import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { reportError } from '#web/shared/telemetry/report.ts';
import { Message } from './message.tsx';
import { useFirstScreen } from './use-first-screen.ts';

/** A screen that broke, or whose code did not arrive: the ways to all others stay. */
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
