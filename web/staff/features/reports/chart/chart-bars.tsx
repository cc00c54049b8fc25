import { useTranslation } from 'react-i18next';
import type { Bar, Measure, Span } from '#web/staff/features/reports/chart-days.ts';
import { spanBelow, spanInWords, useMeasureWords } from '#web/staff/features/reports/report-words.ts';

interface ChartBarsProps {
  readonly bars: readonly Bar[];
  readonly span: Span;
  readonly measure: Measure;
}

const height = 100;

/** The bars. The drawing is stretched to the chart's width; the text outside it keeps its size. */
export function ChartBars({ bars, span, measure }: ChartBarsProps) {
  const { t, i18n } = useTranslation('reports');
  const inWords = useMeasureWords();
  const values = bars.map((bar) => bar[measure]);
  const top = values.reduce((most, value) => Math.max(most, value), 0);
  const highest = bars[values.indexOf(top)];
  const summary =
    top > 0 && highest
      ? t('chartSummary', {
          what: t(measure),
          most: inWords(measure, top),
          when: spanInWords(highest, span, i18n.language),
        })
      : t('chartEmpty');
  const below = new Set([0, 1, 2, 3].map((part) => Math.round((part * (bars.length - 1)) / 3)));
  return (
    <figure className="report-bars">
      <span className="report-bars-top" aria-hidden="true">
        {inWords(measure, top)}
      </span>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${Math.max(1, bars.length)} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, at) => {
          const tall = top > 0 ? (bar[measure] / top) * height : 0;
          return (
            <rect key={bar.from} x={at + 0.1} width={0.8} y={height - tall} height={tall}>
              <title>{`${spanInWords(bar, span, i18n.language)}: ${inWords(measure, bar[measure])}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="report-bars-below" aria-hidden="true">
        {bars.map((bar, at) => (
          <span key={bar.from}>{below.has(at) && spanBelow(bar, span, i18n.language)}</span>
        ))}
      </div>
    </figure>
  );
}
