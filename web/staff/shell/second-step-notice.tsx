import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

/** Announces the day from which the user's role needs a second step; shown until the user has set one up. */
export function SecondStepNotice() {
  const { t, i18n } = useTranslation('shell');
  const { pathname } = useLocation();
  const from = useLoginInfo()?.secondStepDemand?.from;
  if (from === undefined || from === null) return null;
  return (
    <p className="shell-notice">
      <span>{t('secondStepFrom', { day: dayInWords(from, i18n.language) })}</span>
      {pathname !== paths.account && <Link to={paths.account}>{t('secondStepSetUp')}</Link>}
    </p>
  );
}
