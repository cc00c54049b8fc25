import { Button, ButtonGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportPeriod, type ReportPeriod as PeriodValues } from '#schema/rules/reports.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { presetNames, presets, type Period } from './period.ts';

interface ReportPeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** Chooses the period of a report: a preset by one press, or any dates. */
export function ReportPeriod({ period, onChange }: ReportPeriodProps) {
  const { t } = useTranslation('reports');
  const usual = presets(schoolToday());
  const isChosen = (one: Period) => isSame(one, period);
  // A preset or Back changes the dates and remounts the form. Dates sent by the form keep the form and its focus.
  const [sent, setSent] = useState<Period>();
  const [form, setForm] = useState({ period, number: 0 });
  if (!isSame(form.period, period)) {
    setForm({ period, number: sent && isSame(sent, period) ? form.number : form.number + 1 });
    setSent(undefined);
  }

  function send(chosen: Period): void {
    setSent(chosen);
    onChange(chosen);
  }

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
      <Form<PeriodValues>
        key={form.number}
        className="report-dates"
        initialValues={{ From: period.from, To: period.to }}
        rules={reportPeriod}
        onSubmit={async ({ From, To }) => ({ saved: () => send({ from: From, to: To }) })}
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

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;
