import { HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { PostsControl } from './posts-control.ts';
import '#web/staff/lists/filter.css';

/** The newest first, or who has waited longest. */
export function OrderSelect({ control }: { readonly control: PostsControl }) {
  const { t } = useTranslation('community');
  return (
    <HTMLSelect
      className="filter"
      aria-label={t('order')}
      value={control.state.sort.direction}
      onChange={(event) =>
        control.change({ sort: { field: 'CREATED_AT', direction: event.target.value === 'ASC' ? 'ASC' : 'DESC' } })
      }
      options={[
        { value: 'DESC', label: t('newestFirst') },
        { value: 'ASC', label: t('oldestFirst') },
      ]}
    />
  );
}
