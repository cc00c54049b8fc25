import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useAuditEntriesQuery,
  type AuditEntriesQueryVariables,
  type AuditSortField,
} from '#web/staff/operations.generated.ts';
import { dayAfter } from '#web/staff/features/reports/period.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { AuditFilters, type AuditFilterName } from './audit-filters.tsx';
import './audit.css';

export const loader = words(
  ...(['audit', 'lists', 'users', 'classes', 'textbooks', 'lessons', 'contents', 'push-and-listen'] as const),
);

const shape: ListShape<AuditSortField, AuditFilterName> = {
  sortFields: ['CREATED_AT'],
  defaultSort: { field: 'CREATED_AT', direction: 'DESC' },
  filters: ['who', 'entity', 'action', 'thing', 'from', 'to'],
};

const isDay = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

function variablesOf({ search, filters, sort, page, size }: ListState<AuditSortField, AuditFilterName>) {
  const { who, entity, action, thing, from, to } = filters;
  return {
    filter: {
      search: search || null,
      actorId: who ?? null,
      entity: entity ?? null,
      action: action ?? null,
      entityId: thing ?? null,
      from: isDay(from) ? from : null,
      // The screen's last day is inclusive; the API expects the day after.
      to: isDay(to) ? dayAfter(to) : null,
    },
    page: { number: page, size },
    sort: [sort],
  } satisfies AuditEntriesQueryVariables;
}

/** The audit log: who changed what, before and after, and when. */
export function Component() {
  const { t } = useTranslation('audit');
  const control = useListState(shape);
  const query = useAuditEntriesQuery({
    variables: variablesOf(control.state),
  });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      columns={useAuditColumns()}
      keyOf={(entry) => entry.id}
      answer={listAnswer(query, (data) => data.auditEntries)}
      control={control}
      filters={
        <>
          <AuditFilters control={control} />
          {control.state.filters.thing && (
            <p className="audit-only">
              {t('onlyThing')}{' '}
              <Button size="small" text={t('everything')} onClick={() => control.setFilter('thing', null)} />
            </p>
          )}
        </>
      }
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
