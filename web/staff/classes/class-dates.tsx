import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import type { ClassRowFragment } from '#web/staff/operations.generated.ts';
import { schoolToday } from '#web/staff/school-today.ts';
import { classPhase } from './class-phase.ts';
import './class-words.css';

type Dated = Pick<ClassRowFragment, 'startDate' | 'endDate'>;

/** First and last day in words, and how near the end is. */
export function ClassDates({ row }: { readonly row: Dated }) {
  const { t, i18n } = useTranslation('classes');
  const phase = classPhase(row, schoolToday());
  return (
    <span className="class-dates">
      <span>
        <span className="day">{dayInWords(row.startDate, i18n.language)}</span> –{' '}
        <span className="day">{dayInWords(row.endDate, i18n.language)}</span>
      </span>
      {phase.kind !== 'running' && (
        <small className={`phase phase-${phase.kind}`}>
          {'days' in phase ? t(phase.kind, { count: phase.days }) : t(phase.kind)}
        </small>
      )}
    </span>
  );
}
