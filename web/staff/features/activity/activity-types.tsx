import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import type { ActivityDayLineFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { typesOf } from './day-sums.ts';
import { PlainTable } from './plain-table.tsx';

/** The openings and the duration for each content type. */
export function ActivityTypes({ days }: { readonly days: readonly ActivityDayLineFragment[] }) {
  const { t, i18n } = useTranslation('activity');
  const { t: lesson } = useTranslation('lessons');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const types = typesOf(days);
  if (types.length === 0) return null;
  return (
    <section className="list-card activity-card" aria-label={t('byType')}>
      <h2>{t('byType')}</h2>
      <PlainTable
        caption={t('byType')}
        columns={[
          { key: 'type', title: t('type'), cell: ({ contentType }) => lesson(typeWords[contentType]) },
          { key: 'views', title: t('times'), cell: ({ views }) => number.format(views) },
          { key: 'time', title: t('time'), cell: ({ duration }) => lengthInWords(duration, report) },
        ]}
        rows={types}
        keyOf={({ contentType }) => contentType}
      />
    </section>
  );
}
