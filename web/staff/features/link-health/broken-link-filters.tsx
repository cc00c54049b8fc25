import { useTranslation } from 'react-i18next';
import { useBrokenLinkBooksQuery, type BrokenLinkSortField, type LinkKind } from '#web/staff/operations.generated.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import { MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import '#web/staff/ui/lists/filter.css';

export type BrokenLinkFilterName = 'textbook' | 'kind';

export const linkKinds: readonly LinkKind[] = ['VIDEO', 'GAME', 'PICTURE', 'SOUND', 'ITEM_SOUND', 'COVER'];

interface BrokenLinkFiltersProps {
  readonly control: ListControl<BrokenLinkSortField, BrokenLinkFilterName>;
}

/** Filters by textbook and by what is broken; each is in the URL. */
export function BrokenLinkFilters({ control }: BrokenLinkFiltersProps) {
  const { t } = useTranslation('link-health');
  const { data } = useBrokenLinkBooksQuery();
  const { filters } = control.state;
  return (
    <>
      <div className="filter">
        <Picker
          aria-label={t('filterTextBook')}
          placeholder={t('anyTextBook')}
          clearLabel={t('anyTextBook')}
          clearable
          value={filters.textbook ?? null}
          onPick={(book) => control.setFilter('textbook', book)}
          options={(data?.allTextBooks ?? []).map(({ id, name, shortCode }) => ({
            value: id,
            label: name,
            detail: shortCode,
          }))}
        />
      </div>
      <MultiFilter
        label={t('filterKind')}
        none={t('anyKind')}
        choices={linkKinds}
        wordOf={(kind) => t(`kind-${kind}`)}
        value={filters.kind}
        onChange={(value) => control.setFilter('kind', value)}
      />
    </>
  );
}
