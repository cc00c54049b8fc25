import { Button } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measures, sumOf, type Bar, type Span } from '#web/staff/features/reports/chart-days.ts';
import { spanInWords, useMeasureWords } from '#web/staff/features/reports/report-words.ts';

interface ChartNumbersProps {
  readonly bars: readonly Bar[];
  readonly span: Span;
}

/** The numbers of the chart. A closed table stays in the page, so that it is printed. */
export function ChartNumbers({ bars, span }: ChartNumbersProps) {
  const { t, i18n } = useTranslation('reports');
  const inWords = useMeasureWords();
  const [open, setOpen] = useState(false);
  const id = useId();
  const sum = sumOf(bars);
  return (
    <>
      <Button
        text={t(open ? 'numbersHide' : 'numbersShow')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      <div id={id} className="report-numbers" hidden={!open}>
        <table aria-label={t('numbers')}>
          <thead>
            <tr>
              <th scope="col">{t(`by-${span}`)}</th>
              {measures.map((measure) => (
                <th key={measure} scope="col">
                  {t(measure)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{spanInWords(bar, span, i18n.language)}</th>
                {measures.map((measure) => (
                  <td key={measure}>{inWords(measure, bar[measure])}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('numbersTotal')}</th>
              {measures.map((measure) => (
                <td key={measure}>{inWords(measure, sum[measure])}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}
