import { Button, ButtonGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { reportPeriod, type ReportPeriod as PeriodValues } from '#schema/rules/reports.ts';
import { today } from '#web/shared/i18n/days.ts';
import { DateField } from '#web/staff/forms/date-field.tsx';
import { Form } from '#web/staff/forms/form.tsx';
import { presetNames, presets, type Period } from './period.ts';

interface ReportPeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The days of a report: the usual ones by one press, any others by their dates. */
export function ReportPeriod({ period, onChange }: ReportPeriodProps) {
  const { t } = useTranslation('reports');
  const usual = presets(today());
  const isChosen = ({ from, to }: Period) => from === period.from && to === period.to;
  return (
    <section className="report-period" aria-label={t('period')}>
      <ButtonGroup>
        {presetNames.map((name) => (
          <Button
            key={name}
            text={t(name)}
            active={isChosen(usual[name])}
            aria-pressed={isChosen(usual[name])}
            onClick={() => onChange(usual[name])}
          />
        ))}
      </ButtonGroup>
      {/* A preset, or back, brings other dates: the fields begin anew. */}
      <Form<PeriodValues>
        key={`${period.from} ${period.to}`}
        className="report-dates"
        initialValues={{ From: period.from, To: period.to }}
        rules={reportPeriod}
        onSubmit={async ({ From, To }) => ({ saved: () => onChange({ from: From, to: To }) })}
      >
        {() => (
          <>
            <DateField name="From" label={t('from')} hint={t('fromHint')} required />
            <DateField name="To" label={t('to')} hint={t('toHint')} required />
            <Button type="submit" intent="primary" text={t('show')} />
          </>
        )}
      </Form>
    </section>
  );
}
