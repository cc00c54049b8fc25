import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useTitle } from '#web/shared/title.ts';
import { schoolToday, wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import { periodOf } from '#web/staff/features/reports/period.ts';
import { reportFilters, type ReportFilters } from '#web/staff/features/reports/report-part.ts';
import { UsageReport } from './usage-report.tsx';
import { VisitorReport } from './visitor-report.tsx';
import '#web/staff/features/reports/report.css';
import './report-print.css';

export const loader = wordsAndDays('reports', 'lists');

const tabs = ['visitors', 'usage'] as const;

/** Two reports over one period. The URL holds the chosen report and the period. */
export function Component() {
  const { t } = useTranslation('reports');
  const [params] = useSearchParams();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'visitors';
  const filters: ReportFilters = Object.fromEntries(reportFilters.map((name) => [name, params.get(name) ?? undefined]));
  const period = periodOf(filters, schoolToday());
  useTitle(t(tab));
  return (
    <div className="report">
      <header className="page-header">
        <h1>{t('title')}</h1>
      </header>
      <nav className="report-tabs" aria-label={t('title')}>
        {tabs.map((name) => (
          <Link
            key={name}
            to={paths.reports({ ...filters, tab: name, export: undefined })}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t(name)}
          </Link>
        ))}
      </nav>
      {tab === 'visitors' ? <VisitorReport period={period} /> : <UsageReport period={period} />}
    </div>
  );
}
