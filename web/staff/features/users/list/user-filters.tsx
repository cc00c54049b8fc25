import { useTranslation } from 'react-i18next';
import { MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import type { UserSortField } from '#web/staff/operations.generated.ts';
import { roles, roleWords, statuses, statusWords } from '#web/staff/features/users/user-words.ts';

export type UserFilterName = 'role' | 'status';

/** Filters by several roles and statuses; both are in the URL. */
export function UserFilters({ control }: { readonly control: ListControl<UserSortField, UserFilterName> }) {
  const { t } = useTranslation('users');
  const { t: tShell } = useTranslation('shell');
  const { filters } = control.state;
  return (
    <>
      <MultiFilter
        label={t('filterRole')}
        none={t('anyRole')}
        choices={roles}
        wordOf={(role) => tShell(roleWords[role])}
        value={filters.role}
        onChange={(value) => control.setFilter('role', value)}
      />
      <MultiFilter
        label={t('filterStatus')}
        none={t('anyStatus')}
        choices={statuses}
        wordOf={(status) => t(statusWords[status])}
        value={filters.status}
        onChange={(value) => control.setFilter('status', value)}
      />
    </>
  );
}
