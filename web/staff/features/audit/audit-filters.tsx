import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { date } from '#schema/rest/values.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import type { AuditSortField } from '#web/staff/operations.generated.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { AuditPerson } from './audit-person.tsx';
import { auditWord } from './audit-words.ts';

export type AuditFilterName = 'who' | 'entity' | 'action' | 'thing' | 'from' | 'to';
type Control = ListControl<AuditSortField, AuditFilterName>;

// All types of the log. A test compares them with the words of the types, and the words with what the API records.
const entities = [
  'users',
  'schools',
  'classes',
  'profiles',
  'textbooks',
  'lessons',
  'contents',
  'push_and_listen_items',
  'community_posts',
  'media',
  'school_year_turns',
  'roster_imports',
  'roster_exports',
  'report_exports',
  'refresh_families',
  'api_keys',
  'webhooks',
];

// The actions that the filter offers; rarer ones are found by type and day.
const actions = ['create', 'update', 'delete', 'restore', 'status', 'copy', 'approve', 'hide', 'view-media', 'upload'];

/** Filters by user, type, action and days. */
export function AuditFilters({ control }: { readonly control: Control }) {
  const { t } = useTranslation('audit');
  const { filters } = control.state;
  const severalSchools = useSeveralSchools();
  // A school that is the only one is not shown as one.
  const offered = entities.filter((one) => one !== 'schools' || severalSchools || filters.entity === one);
  const select = (name: 'entity' | 'action', choices: readonly string[], words: { label: string; any: string }) => (
    <Select
      aria-label={words.label}
      value={filters[name] ?? ''}
      onChange={(event) => control.setFilter(name, event.target.value || null)}
      options={[{ value: '', label: words.any }, ...choices.map((value) => ({ value, label: auditWord(name, value) }))]}
    />
  );
  return (
    <>
      <AuditPerson value={filters.who ?? null} onPick={(id) => control.setFilter('who', id)} />
      {select('entity', offered, { label: t('filterEntity'), any: t('anyEntity') })}
      {select('action', actions, { label: t('filterAction'), any: t('anyAction') })}
      <Days control={control} />
    </>
  );
}

const dayOrNone = z.union([z.literal(''), date]);
const days = z.object({ from: dayOrNone, to: dayOrNone }).refine(({ from, to }) => !from || !to || from <= to, {
  path: ['to'],
  error: 'messages.toDateAfterFrom',
});

function Days({ control }: { readonly control: Control }) {
  const { t } = useTranslation('audit');
  const { from = '', to = '' } = control.state.filters;
  return (
    <Form<DayValues>
      className="audit-days"
      initialValues={{ from, to }}
      rules={days}
      onSubmit={async (values) => ({
        saved: () =>
          control.change({
            filters: { ...control.state.filters, from: values.from || undefined, to: values.to || undefined },
          }),
      })}
    >
      {() => (
        <>
          <DaysOfAddress from={from} to={to} />
          <DateField name="from" label={t('from')} />
          <DateField name="to" label={t('to')} />
          <Button type="submit" text={t('show')} />
        </>
      )}
    </Form>
  );
}

interface DayValues {
  readonly from: string;
  readonly to: string;
}

/** Gives the form the days of the URL, which Back and "clear filters" change. The form stays, and so does the focus. */
function DaysOfAddress({ from, to }: DayValues) {
  const form = useForm<DayValues>();
  useEffect(() => form.initialize({ from, to }), [form, from, to]);
  return null;
}
