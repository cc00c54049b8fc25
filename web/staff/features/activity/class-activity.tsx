import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { mostDays } from '#schema/rules/reports.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { ScreenLoading } from '#web/staff/ui/controls/screen-loading.tsx';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { useClassActivityQuery } from '#web/staff/operations.generated.ts';
import { dayCount, periodOf, type Period } from '#web/staff/features/reports/period.ts';
import { ReportPeriod } from '#web/staff/features/reports/report-period.tsx';
import { wordsAndDays, schoolToday } from '#web/staff/platform/settings/settings.ts';
import { ActivityOfPeriod } from './activity-of-period.tsx';
import '#web/staff/features/reports/report.css';
import './class-activity.css';

export const loader = wordsAndDays('classes', 'lists', 'lessons', 'reports', 'activity');

/** The activity of a class per day: opened, played and sent. The days are in the URL. */
export function Component() {
  const { t } = useTranslation('activity');
  const { id = '' } = useParams();
  return (
    <ClassFrame id={id} part={t('title')}>
      {() => <ClassActivity classId={id} />}
    </ClassFrame>
  );
}

function ClassActivity({ classId }: { readonly classId: string }) {
  const { t } = useTranslation('messages');
  const [search, setSearch] = useSearchParams();
  const period = periodOf({ from: search.get('from') ?? undefined, to: search.get('to') ?? undefined }, schoolToday());
  const tooLong = dayCount(period) > mostDays;
  return (
    <div className="class-activity">
      <ReportPeriod period={period} onChange={(chosen) => setSearch({ ...chosen })} />
      {tooLong ? <p role="alert">{t('periodTooLong')}</p> : <Answer classId={classId} period={period} />}
    </div>
  );
}

function Answer({ classId, period }: { readonly classId: string; readonly period: Period }) {
  const query = useClassActivityQuery({ variables: { classId, period } });
  const found = query.data?.classActivity;
  if (found) return <ActivityOfPeriod period={period} found={found} />;
  if (query.error) {
    return (
      <div className="panel">
        <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return <ScreenLoading />;
}
