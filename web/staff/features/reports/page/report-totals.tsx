import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { localeOf } from '#schema/languages.ts';
import type { TotalsFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';

interface ReportTotalsProps {
  readonly totals: Masked<TotalsFragment> | undefined;
  /** True while the totals of the new period load and the old totals are shown. */
  readonly busy: boolean;
}

/** The three numbers of every report; dashes until they are known. */
export function ReportTotals({ totals: masked, busy }: ReportTotalsProps) {
  const { t, i18n } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const totals = masked && unmask<TotalsFragment>(masked);
  const tiles = [
    { key: 'visitors', title: t('numberOfVisitors'), value: totals && number.format(totals.numberOfVisitors) },
    { key: 'total', title: t('totalTimeSpent'), value: totals && lengthInWords(totals.totalTimeSpent, t) },
    { key: 'average', title: t('averageTimeSpent'), value: totals && lengthInWords(totals.averageTimeSpent, t) },
  ];
  return (
    <dl className="report-totals" aria-busy={busy}>
      {tiles.map(({ key, title, value }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
