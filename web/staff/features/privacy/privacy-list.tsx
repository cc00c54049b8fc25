import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { usePrivacyProfilesQuery } from '#web/staff/operations.generated.ts';
import { usePrivacyColumns, type PrivacySortField } from './privacy-columns.tsx';
import { RetentionTable } from './retention-table.tsx';
import './privacy.css';

export const loader = words('privacy', 'lists');

// The API has one order: the children seen last come first.
const shape: ListShape<PrivacySortField, never> = {
  sortFields: [],
  defaultSort: { field: 'LAST_SEEN', direction: 'DESC' },
  filters: [],
};

/** The children with stored data, and the retention periods. */
export function Component() {
  const { t } = useTranslation('privacy');
  const control = useListState(shape);
  const { search, page, size } = control.state;
  const query = usePrivacyProfilesQuery({
    variables: { search: search || null, page: { number: page, size } },
  });
  return (
    <div className="privacy-desk">
      <ListPage
        title={t('title')}
        total={(count) => t('total', { count })}
        searchLabel={t('search')}
        columns={usePrivacyColumns()}
        keyOf={({ id }) => id}
        answer={listAnswer(query, (data) => data.privacyProfiles)}
        control={control}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
      <RetentionTable />
    </div>
  );
}
