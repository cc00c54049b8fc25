import { useTranslation } from 'react-i18next';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { ClassStatus, ClassRowFragment } from '#web/staff/operations.generated.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import './class-words.css';

const words = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;

/** The status of a class. An active class is shown as ended after its last day. */
export function ClassStatusMark({ row: { status, endDate } }: { readonly row: Standing }) {
  const { t } = useTranslation('classes');
  const over = status === 'ACTIVE' && schoolToday() > endDate;
  return (
    <StatusMark tone={status === 'ACTIVE' && !over ? 'good' : 'quiet'}>{t(over ? 'over' : words[status])}</StatusMark>
  );
}

interface Standing {
  readonly status: ClassStatus;
  readonly endDate: string;
}

type Dated = Pick<ClassRowFragment, 'startDate' | 'endDate'>;

/** The first and the last day of a class, and how soon it starts or ends. */
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

/** The phase of a class on a day, such as "ends in 12 days". */
export type ClassPhase =
  | { readonly kind: 'startsIn' | 'endsIn'; readonly days: number }
  | { readonly kind: 'running' | 'endsToday' | 'ended' };

const dayLength = 86_400_000;
/** The screen says "ends in" within this many days before the end. */
const nearDays = 60;

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

interface SchoolYear {
  readonly startDate: string;
  readonly endDate: string;
}

export function classPhase({ startDate, endDate }: SchoolYear, today: string): ClassPhase {
  if (today > endDate) return { kind: 'ended' };
  if (today === endDate) return { kind: 'endsToday' };
  if (today < startDate) return { kind: 'startsIn', days: daysBetween(today, startDate) };
  const days = daysBetween(today, endDate);
  return days <= nearDays ? { kind: 'endsIn', days } : { kind: 'running' };
}
