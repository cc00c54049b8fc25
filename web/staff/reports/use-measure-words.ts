import { useTranslation } from 'react-i18next';
import { localeOf } from '#web/shared/i18n/languages.ts';
import type { Measure } from './chart-days.ts';
import { lengthInWords } from './length-of-time.ts';

/** A number of the chart as it reads: time as time, the others as whole numbers. */
export function useMeasureWords(): (measure: Measure, value: number) => string {
  const { t, i18n } = useTranslation('reports');
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  return (measure, value) => (measure === 'duration' ? lengthInWords(value, t) : format.format(value));
}
