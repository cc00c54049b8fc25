import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { collectIds } from '#web/staff/ui/lists/selection.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { chosenOf, MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  TrashDocument,
  useTrashQuery,
  type TrashKind,
  type TrashQuery,
  type TrashQueryVariables,
} from '#web/staff/operations.generated.ts';
import { RestoreButton } from './restore-button.tsx';
import { useTrashColumns, type TrashSortField } from './trash-columns.tsx';
import { keyOf, kindsOf, kindWords } from './trash-kinds.ts';
import { useRestore } from './use-restore.ts';
import './trash.css';

export const loader = words('trash', 'lists');

// The API has one order: the last deleted row comes first.
const shape: ListShape<TrashSortField, 'kind'> = {
  sortFields: [],
  defaultSort: { field: 'DELETED_AT', direction: 'DESC' },
  filters: ['kind'],
};

function variablesOf({ search, filters, page, size }: ListState<TrashSortField, 'kind'>, kinds: readonly TrashKind[]) {
  return {
    filter: { search: search || null, kind: chosenOf(filters.kind, kinds) },
    page: { number: page, size },
  } satisfies TrashQueryVariables;
}

/** The rows deleted in the last 30 days, with buttons to restore them. */
export function Component() {
  const { t } = useTranslation('trash');
  const client = useApolloClient();
  const control = useListState(shape);
  const { restoreMany } = useRestore();
  const role = useLoginInfo()?.role ?? 'Teacher';
  const kinds = kindsOf(role);
  const variables = variablesOf(control.state, kinds);
  // Other users delete rows too, so the list refetches on each visit.
  const query = useTrashQuery({ variables });

  const allIds = () =>
    collectIds(async (page) => {
      const { data } = await client.query<TrashQuery>({
        query: TrashDocument,
        variables: { ...variables, page },
        ...networkOnly,
      });
      const { items = [], totalCount = 0 } = data?.trash ?? {};
      return { items: items.map((item) => ({ id: keyOf(item) })), totalCount };
    });

  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      columns={useTrashColumns()}
      keyOf={keyOf}
      answer={listAnswer(query, (data) => data.trash)}
      control={control}
      filters={
        <MultiFilter
          label={t('filterKind')}
          none={t('anyKind')}
          choices={kinds}
          wordOf={(kind) => t(kindWords[kind])}
          value={control.state.filters.kind}
          onChange={(value) => control.setFilter('kind', value)}
        />
      }
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      bulk={{
        rowLabel: ({ name }) => name,
        allIds,
        actions: (selection) => (
          <RestoreButton
            text={t('restoreSelected')}
            onRestore={async () => {
              await restoreMany(await selection.ids());
              selection.clear();
            }}
          />
        ),
      }}
    />
  );
}
