import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { reportError } from '#web/shared/telemetry/report.ts';
import { Notice } from './notice.tsx';

/** Shown when a screen crashes: one next step. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  console.error(error);
  reportError(error);
  return (
    <Notice title={t('brokenTitle')} text={t('brokenText')}>
      <button type="button" onClick={() => window.location.reload()}>
        {t('retry')}
      </button>
    </Notice>
  );
}
