import { DatePicker3 as DatePicker } from '@blueprintjs/datetime2';
import enGB from 'date-fns/locale/en-GB';
import ja from 'date-fns/locale/ja';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '#web/shared/i18n/days.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { parseDay } from './parse-typed.ts';
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './calendar.css';

export interface CalendarProps {
  /** The text of the field: `2026-04-01`, or any other typed text. */
  readonly value: string;
  readonly onPick: (day: string) => void;
}

// A day is no instant. Only the calendar needs a `Date`, and gets one in this device's time zone.
const toDate = (day: string) => new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));

const yearsBack = 10;
const yearsAhead = 10;

/** The list of months or years in the calendar's head. The arrow of Blueprint's list has an English title. */
const MonthOrYear = ({
  caption: _caption,
  ...rest
}: ComponentProps<typeof Select> & { readonly caption?: ReactNode }) => <Select minimal {...rest} />;

/** A month to choose a day from. Its code is large, so a field loads the code when its calendar first opens. */
export function Calendar({ value, onPick }: CalendarProps) {
  const { t, i18n } = useTranslation('forms');
  const day = parseDay(value);
  const now = toDate(schoolToday());
  return (
    <DatePicker
      value={day === undefined ? null : toDate(day)}
      initialMonth={day === undefined ? now : toDate(day)}
      minDate={earlier(new Date(now.getFullYear() - yearsBack, 0, 1), day)}
      maxDate={later(new Date(now.getFullYear() + yearsAhead, 11, 31), day)}
      canClearSelection={false}
      highlightCurrentDay
      locale={i18n.language === 'jp' ? ja : enGB}
      onChange={(picked, byUser) => picked && byUser && onPick(today(picked))}
      dayPickerProps={{
        today: now,
        initialFocus: true,
        components: { Dropdown: MonthOrYear },
        labels: {
          labelNext: () => t('nextMonth'),
          labelPrevious: () => t('previousMonth'),
          labelMonthDropdown: () => t('month'),
          labelYearDropdown: () => t('year'),
        },
      }}
    />
  );
}

const earlier = (date: Date, day: string | undefined) => (day !== undefined && toDate(day) < date ? toDate(day) : date);
const later = (date: Date, day: string | undefined) => (day !== undefined && toDate(day) > date ? toDate(day) : date);
