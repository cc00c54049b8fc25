import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { chosenOf, MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useApiKeysQuery,
  type ApiKeySortField,
  type ApiKeysQueryVariables,
  type ApiKeyState,
} from '#web/staff/operations.generated.ts';
import { useApiKeyColumns } from './api-key-columns.tsx';
import { stateWords } from './api-key-scopes.ts';
import { ManualLinks } from './new-key.tsx';
import './new-key.css';

export const loader = words('api-keys', 'lists');

const states: readonly ApiKeyState[] = ['LIVE', 'EXPIRED', 'REVOKED'];

const shape: ListShape<ApiKeySortField, 'state'> = {
  sortFields: ['NAME', 'CREATED_AT', 'LAST_USED', 'EXPIRES'],
  defaultSort: { field: 'CREATED_AT', direction: 'DESC' },
  filters: ['state'],
};

function variablesOf({ filters, sort, page, size }: ListState<ApiKeySortField, 'state'>) {
  return {
    filter: { state: chosenOf(filters.state, states) },
    page: { number: page, size },
    sort: [sort],
  } satisfies ApiKeysQueryVariables;
}

/** The API keys of all users: owner, purpose, last use; never the secret. */
export function Component() {
  const { t } = useTranslation('api-keys');
  const control = useListState(shape);
  // Other programs use keys and other users end them, so the list refetches on each visit.
  const query = useApiKeysQuery({ variables: variablesOf(control.state) });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      also={<ManualLinks />}
      create={{ to: paths.newApiKey, text: t('create') }}
      columns={useApiKeyColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.apiKeys)}
      control={control}
      filters={
        <MultiFilter
          label={t('filterState')}
          none={t('anyState')}
          choices={states}
          wordOf={(state) => t(stateWords[state].word)}
          value={control.state.filters.state}
          onChange={(value) => control.setFilter('state', value)}
        />
      }
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
