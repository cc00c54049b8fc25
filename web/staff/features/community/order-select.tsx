import { useTranslation } from 'react-i18next';
import { Select } from '#web/staff/ui/controls/select.tsx';
import type { PostsControl } from './posts-control.ts';
import '#web/staff/ui/lists/filter.css';

/** Sorts the posts: newest first or oldest first. */
export function OrderSelect({ control }: { readonly control: PostsControl }) {
  const { t } = useTranslation('community');
  return (
    <Select
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
